// Forms of sources from their schemas, and words for their states. Pure.
import type { Column, InputType, Schemas } from '../../api/shapes.ts'
import { count, counted, money } from '../../ui/format.ts'
import { type FormField, type FormValues, fieldValue, shownFields } from '../../ui/forms/form-fields.logic.ts'
import type { Adapter, Mode, SourceMapping, SourceSchedule } from './sources.api.ts'

/** The fields of a form, from the JSON Schema of the settings. */
export function settingFields(schema: Record<string, unknown>): FormField[] {
  const properties = Object(schema.properties) as Record<string, Record<string, unknown>>
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.entries(properties).map(([name, of]) => {
    const labels = Object(of['x-labels']) as Record<string, string>
    const values = Array.isArray(of.enum) ? (of.enum as string[]) : []
    const widget = of['x-widget']
    const kind = typeof widget === 'string' ? widget : kindOf(of, values)
    const only = (of['x-show-if'] as FormField['only']) ?? null
    return {
      name,
      label: typeof of.title === 'string' ? of.title : name,
      hint: typeof of.description === 'string' ? of.description : undefined,
      isOptional: !required.has(name) && of.default === undefined && kind !== 'choice' && only === null,
      isWide: kind === 'multiline' || kind === 'list' || /url|address|query/i.test(name),
      kind,
      options: values.map((value) => ({ value, label: labels[value] ?? value })),
      start: of.type === 'boolean' ? of.default === true : of.default === undefined ? '' : String(of.default),
      only,
    }
  })
}

function kindOf(of: Record<string, unknown>, values: string[]): string {
  if (values.length > 0) return 'choice'
  if (of.type === 'boolean') return 'boolean'
  if (of.type === 'array') return 'list'
  return of.type === 'integer' || of.type === 'number' ? 'number' : 'text'
}

/** The settings as they are sent: blank and hidden ones left out. */
export function settingsOf(fields: FormField[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    shownFields(fields, values).flatMap((field): [string, unknown][] => {
      const value = fieldValue(field, values)
      if (typeof value === 'boolean') return [[field.name, value]]
      if (value.trim() === '') return []
      if (field.kind === 'number') return [[field.name, Number(value)]]
      if (field.kind === 'list') return [[field.name, lines(value)]]
      return [[field.name, value.trim()]]
    }),
  )
}

/** A line for each input of a provider, with the value of its sample: `domain: acme.com`. */
export const inputLines = ({ inputs, sample }: { inputs: { name: string }[]; sample?: Record<string, string> }) =>
  inputs.map(({ name }) => `${name}: ${sample?.[name] ?? ''}`.trim()).join('\n')

const lines = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)

export function valuesOf(settings: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? value : Array.isArray(value) ? value.join('\n') : String(value),
    ]),
  )
}

export const GROUPS: Record<Adapter['group'], string> = {
  registers: 'Company registers',
  hiring: 'Companies that are hiring',
  places: 'Places',
  search: 'Web search',
  web: 'Websites and feeds',
  data: 'Files and APIs',
  crm: 'CRM',
  workbooks: 'This workspace',
}

/** Adapters by group, those that hold every word. */
export function foundAdapters(adapters: Adapter[], search: string): [string, Adapter[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (one: Adapter) => {
    const text = `${one.title} ${one.description} ${GROUPS[one.group]}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return (Object.keys(GROUPS) as Adapter['group'][]).flatMap((group): [string, Adapter[]][] => {
    const found = adapters.filter((one) => one.group === group && fits(one))
    return found.length > 0 ? [[GROUPS[group], found]] : []
  })
}

export const STATE_TONES = { idle: 'ok', running: 'accent', paused: 'plain', error: 'bad', capped: 'warn' } as const
export const STATE_WORDS = {
  idle: 'Ready',
  running: 'Running',
  paused: 'Paused',
  error: 'Failed',
  capped: 'Stopped at cap',
} as const
export const MODES: Record<Mode, [string, string]> = {
  append: ['Add new records', 'Rows that are there are left as they are.'],
  upsert: ['Add and update', 'Rows of known records get what changed.'],
  mirror: ['Mirror', 'Also deletes rows whose records are gone from the source. Undo brings them back.'],
}
export const INTERVALS = {
  '15m': 'Every 15 minutes',
  hourly: 'Every hour',
  '6h': 'Every 6 hours',
  daily: 'Every day',
  weekly: 'Every week',
} as const

export function scheduleWords(schedule: SourceSchedule | null): string {
  if (!schedule) return 'Runs by hand'
  if (schedule.every) return INTERVALS[schedule.every]
  return `${schedule.cron} (${schedule.time_zone ?? 'UTC'})`
}

const OUTCOMES = {
  created: 'added',
  updated: 'updated',
  unchanged: 'unchanged',
  deleted: 'deleted',
  deleted_before: 'left deleted',
  rejected: 'rejected',
} as const

export function runWords({ counts, status, not_modified }: Schemas['SourceRun']): string {
  if (not_modified) return 'Not changed since the run before'
  const words = Object.entries(OUTCOMES).flatMap(([outcome, word]) => {
    const many = counts[outcome] ?? 0
    return many > 0 ? [`${count(many)} ${word}`] : []
  })
  if (words.length > 0) return words.join(', ')
  return status === 'done' ? 'No records' : 'Nothing yet'
}

export const isOpenRun = (run: Schemas['SourceRun'] | null) =>
  run !== null && (run.status === 'pending' || run.status === 'running')

/** The fields of a preview as the mapping table of imports shows columns of a file. */
export function previewColumns({ fields, mapping, records }: Schemas['SourcePreview']): Schemas['ImportColumn'][] {
  return fields.map(({ name, label, type, samples }, index) => {
    const filled = records.filter(
      (record) => record[name] !== null && record[name] !== undefined && record[name] !== '',
    )
    return {
      index,
      name: label,
      samples,
      guessed_type: type as InputType,
      fill_rate: records.length > 0 ? filled.length / records.length : 0,
      target: (mapping[index]?.target ?? { kind: 'skip' }) as Schemas['ImportTarget'],
      unparsed: { count: 0, examples: [] },
      date_order: null,
      decimal: null,
    } as unknown as Schemas['ImportColumn']
  })
}

/** What is there stays where it goes; fields that it does not name are left out. */
export function savedTargets(
  preview: Schemas['SourcePreview'],
  source: Schemas['WorkbookSource'],
  columns: Column[],
): Map<number, Schemas['ImportTarget']> {
  const ids = new Set(columns.map(({ id }) => id))
  const known = new Map(source.mapping.map(({ field, column_id }) => [field, column_id]))
  return new Map(
    preview.fields.map(({ name }, index): [number, Schemas['ImportTarget']] => {
      const id = known.get(name)
      return [index, id !== undefined && ids.has(id) ? { kind: 'column', column_id: id } : { kind: 'skip' }]
    }),
  )
}

export function mappingOf(
  preview: Schemas['SourcePreview'],
  targets: ReadonlyMap<number, Schemas['ImportTarget']>,
): SourceMapping[] {
  return preview.fields.map(({ name }, index) => ({
    field: name,
    target: targets.get(index) ?? ((preview.mapping[index]?.target ?? { kind: 'skip' }) as Schemas['ImportTarget']),
  }))
}

export const shownValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

type JobSource = Schemas['JobSourceList']['items'][number]

/** What a collection costs at most, for a person; what a provider of the workspace costs, its own settings say. */
export function priceWords(
  { billed_as, page_size }: Pick<JobSource, 'billed_as' | 'page_size'>,
  most: number,
  providers: readonly { id: string; price_usd: number | null }[],
): string {
  if (billed_as === null) return 'The source is free, unless its settings name a paid provider.'
  const price = providers.find(({ id }) => id === billed_as)?.price_usd ?? null
  if (price === null) return 'What a page costs is not known.'
  const pages = Math.ceil((most >= 1 ? most : 1) / page_size)
  return `It costs at most ${money(pages * price)}: ${counted(pages, 'page')} at ${money(price)}.`
}
