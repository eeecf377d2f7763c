// What a preview proposes, what a source costs, and words for the states of sources. Pure.
import type { Column, InputType, Schemas } from '../../api/shapes.ts'
import { count, counted, money } from '../../ui/format.ts'
import type { Adapter, Mode, SourceMapping, SourceSchedule } from './sources.api.ts'

/** A line for each input of a provider, with the value of its sample: `domain: acme.com`. */
export const inputLines = ({ inputs, sample }: { inputs: { name: string }[]; sample?: Record<string, string> }) =>
  inputs.map(({ name }) => `${name}: ${sample?.[name] ?? ''}`.trim()).join('\n')

/** Adapters by group, those that hold every word. */
export function foundAdapters(adapters: Adapter[], search: string): [string, Adapter[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (one: Adapter) => {
    const text = `${one.title} ${one.description} ${one.group_label}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = adapters.filter(fits)
  const groups = new Set(found.map(({ group_label }) => group_label))
  return [...groups].map((group) => [group, found.filter(({ group_label }) => group_label === group)])
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
