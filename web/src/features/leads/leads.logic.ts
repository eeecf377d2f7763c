// Leads as the grid shows them, their filters, and the words for where values are from.
import type { Schemas } from '../../api/shapes.ts'
import type { GridColumn, GridRow, ValueKind } from '../../grid/model/grid.types.ts'
import type { Targets } from '../import/import.logic.ts'

export type LeadField = Schemas['LeadFieldList']['items'][number]
export type CustomField = Schemas['CustomFieldList']['items'][number]

const CUSTOM = 'custom.'
const CUSTOM_WIDTH = 150
/** Those that most leads have come behind the fields; the panel has all of them. */
const MOST_CUSTOM = 20

/** The name in `custom` of a field such as `custom.Plan`; null for the others. */
export const customName = (field: string) => (field.startsWith(CUSTOM) ? field.slice(CUSTOM.length) : null)

export const STATUSES = ['new', 'contacted', 'qualified', 'converted', 'dead'] as const
export type LeadStatus = (typeof STATUSES)[number]

/** As in the grid, from the left; what is not here is in the panel. */
const SHOWN: Record<string, number> = {
  company: 190,
  contact_person: 150,
  status: 104,
  email: 200,
  phone: 140,
  domain: 150,
  website: 180,
  contact_title: 150,
  city: 110,
  country: 100,
  specialization: 140,
  company_size: 110,
  score: 80,
  tags: 150,
  technologies: 160,
  linkedin_url: 180,
  source: 140,
}

export function gridColumns(
  fields: readonly LeadField[],
  custom: readonly CustomField[],
  widths: Readonly<Record<string, number>>,
): GridColumn[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const own = custom.slice(0, MOST_CUSTOM).map(
    ({ field, name }): GridColumn => ({
      id: field,
      name,
      type: 'input',
      kind: 'text',
      computed: false,
      width: widths[field] ?? CUSTOM_WIDTH,
    }),
  )
  const shown = Object.entries(SHOWN).flatMap(([name, width]): GridColumn[] => {
    const field = byName.get(name)
    if (!field) return []
    const kind = field.type as ValueKind
    return [
      {
        id: name,
        name: field.label,
        type: 'input',
        kind,
        computed: false,
        width: widths[name] ?? width,
        pinned: name === 'company',
      },
    ]
  })
  return [...shown, ...own]
}

export function gridRow(lead: Schemas['Lead']): GridRow {
  const { id, provenance: _, ...values } = lead as Schemas['Lead'] & Record<string, unknown>
  const custom = Object.entries(Object(values.custom)).map(([name, value]) => [`${CUSTOM}${name}`, value])
  const data = { ...values, ...Object.fromEntries(custom) }
  return { row_id: String(id), position: Number(id), data, enrichments: {} }
}

export function nameOf(lead: Schemas['Lead']): string {
  const { contact_person, company, domain, email, id } = lead as Schemas['Lead'] & Record<string, unknown>
  return String(contact_person ?? company ?? domain ?? email ?? `Lead ${id}`)
}

/** What was typed into cells of a lead as a change of it, and nothing else: others may be changing the rest. */
export function changeOf(edits: readonly { column_id: string; value: unknown }[]): Schemas['LeadUpdate'] {
  const change: Record<string, unknown> = {}
  for (const { column_id, value } of edits) {
    const written = value === undefined || value === '' ? null : value
    const name = customName(column_id)
    if (name === null) change[column_id] = written
    else change.custom = { ...Object(change.custom), [name]: written }
  }
  return change as Schemas['LeadUpdate']
}

export interface LeadQuery {
  search: string
  /** The value each field has to have. */
  picks: Readonly<Record<string, string>>
  /** Fields that must not be blank. */
  filled: readonly string[]
  sort: { field: string; dir: 'asc' | 'desc' } | null
  /** A filter that the parts above cannot say, as a program saved it. */
  tree?: object
}

export const NOTHING_ASKED: LeadQuery = { search: '', picks: {}, filled: [], sort: null }

/** Reads the query from the address of the page; invalid parts are ignored. */
export function askedOf(told: unknown): LeadQuery {
  const { search, picks, filled, sort, tree } = Object(told) as Record<string, unknown>
  const { field, dir } = Object(sort) as Record<string, unknown>
  const texts = (value: unknown) => Object.entries(Object(value)).filter(([, one]) => typeof one === 'string')
  return {
    search: typeof search === 'string' ? search : '',
    picks: Object.fromEntries(texts(picks)) as Record<string, string>,
    filled: texts(filled).map(([, one]) => one as string),
    sort: typeof field === 'string' ? { field, dir: dir === 'desc' ? 'desc' : 'asc' } : null,
    ...(typeof tree === 'object' && tree !== null && { tree }),
  }
}

/** As the address has it; null without a filter. */
export function askedShort({ search, picks, filled, sort, tree }: LeadQuery): Partial<LeadQuery> | null {
  const short = {
    ...(search !== '' && { search }),
    ...(Object.keys(picks).length > 0 && { picks }),
    ...(filled.length > 0 && { filled }),
    ...(sort && { sort }),
    ...(tree && { tree }),
  }
  return Object.keys(short).length === 0 ? null : short
}

export const isAsking = ({ search, picks, filled, tree }: LeadQuery) =>
  tree !== undefined || search !== '' || Object.keys(picks).length > 0 || filled.length > 0

/** The filter tree; null when any lead matches. */
export function filterOf({ picks, filled, tree }: LeadQuery): { and: object[] } | null {
  const and = [
    ...Object.entries(picks).map(([field, value]) => ({ field, op: 'eq', value })),
    ...filled.map((field) => ({ field, op: 'not_empty' })),
    ...(tree ? [tree] : []),
  ]
  return and.length === 0 ? null : { and }
}

interface SavedQuestion {
  search: string | null
  filter: unknown
  sort: readonly { field: string; dir?: 'asc' | 'desc' }[]
}

/** A saved filter as picks, where possible; the rest is sent as it was saved. */
export function askedOfFilter({ search, filter, sort }: SavedQuestion): LeadQuery {
  const { and } = Object(filter) as { and?: unknown }
  const leaves = (Array.isArray(and) ? and : filter ? [filter] : []).map(
    (leaf) => Object(leaf) as Record<string, unknown>,
  )
  const asked: LeadQuery = { search: search ?? '', picks: {}, filled: [], sort: null }
  const picks: Record<string, string> = {}
  const filled: string[] = []
  const rest: object[] = []
  for (const leaf of leaves) {
    const { field, op, value, on } = leaf
    const isPlain = typeof field === 'string' && on === undefined
    if (isPlain && op === 'eq' && typeof value === 'string' && picks[field] === undefined) picks[field] = value
    else if (isPlain && op === 'not_empty') filled.push(field)
    else rest.push(leaf)
  }
  const [first] = sort
  return {
    ...asked,
    picks,
    filled,
    sort: first ? { field: first.field, dir: first.dir ?? 'asc' } : null,
    ...(rest.length > 0 && { tree: rest.length === 1 ? (rest[0] ?? {}) : { and: rest } }),
  }
}

/** A field of leads or `custom`; null: the column of the file is left out. */
type FileField = NonNullable<Schemas['LeadImportOptionsInput']['mapping']>[number]['field']

/** Where the columns of a file go, as an import of leads is told. */
export function mappingOf(
  columns: readonly Schemas['ImportColumn'][],
  targets: Targets,
): { index: number; field: FileField }[] {
  return columns.map(({ index, target: proposed }) => {
    const target = targets.get(index) ?? proposed
    const field = target.kind === 'column' ? target.column_id : target.kind === 'new' ? 'custom' : null
    return { index, field: field as FileField }
  })
}

/** As the members of an address. */
export function queryOf(asked: LeadQuery): { search?: string; filter?: string; sort?: string } {
  const filter = filterOf(asked)
  return {
    ...(asked.search !== '' && { search: asked.search }),
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(asked.sort && { sort: JSON.stringify([asked.sort]) }),
  }
}

/** By what a person tells the records of an entity apart. */
export const recordWords = ({ contact_person, company, email, phone }: Record<string, unknown>): string =>
  [contact_person ?? company, email ?? phone].filter((word) => typeof word === 'string').join(' · ') || 'No name'

const HIDDEN = new Set(['status', 'score', 'score_tier', 'source'])

/** What a record says that its entity does not show, with where that is from, and what is shown in its place. */
export function lostValues({ fields }: Pick<Schemas['EntityDetail'], 'fields'>, record: number) {
  return fields.flatMap(({ field, candidates, why }) => {
    const own = candidates.find(({ record_id }) => record_id === record)
    // All items of a list are shown.
    if (own === undefined || Array.isArray(own.value) || HIDDEN.has(field)) return []
    const [text, shown] = [own.value, candidates[0]?.value].map(String)
    return text === shown ? [] : [{ field, text, shown, why, provenance: own.provenance }]
  })
}

/** Where a value is from, in a few words. */
export function sourceWords(provenance: Record<string, unknown> | undefined): string {
  if (!provenance) return ''
  const { source, provider, method } = provenance
  if (method === 'manual') return 'Entered by hand'
  if (method === 'inferred' && source === 'website') return 'Read off the website'
  const from = String(provider ?? source ?? '')
  return method === 'import' ? `Imported${from && from !== 'import' ? ` from ${from}` : ''}` : from
}

export function changeWords({ kind, source, fields }: Schemas['LeadChange']): string {
  const by = (source as { kind?: string }).kind
  if (kind === 'created') return by === 'import' ? 'Came with an import' : by === 'job' ? 'Was collected' : 'Was added'
  if (kind === 'status') return fields.length > 0 ? 'Changed the status' : 'Left a note'
  if (by === 'undo') return 'A change was undone'
  if (by === 'enrichment') return fields.length > 0 ? 'Filled by enrichment' : 'Confirmed by enrichment'
  if (by === 'job') return 'Filled by a collection'
  if (by === 'service') return 'Filled in from what was known'
  return by === 'import'
    ? 'Changed by an import'
    : `Changed ${fields.length === 1 ? 'a value' : `${fields.length} values`}`
}
