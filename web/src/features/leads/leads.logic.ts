// Leads as the grid shows them, what is asked of them, and the words for where values are from.
import type { components } from '../../api/schema.d.ts'
import type { ImportColumn } from '../../api/shapes.ts'
import type { GridColumn, GridRow, ValueKind } from '../../grid/grid.types.ts'
import type { Targets } from '../import/import.logic.ts'

export type Lead = components['schemas']['Lead']
export type LeadField = components['schemas']['LeadFieldList']['items'][number]
export type LeadChange = components['schemas']['LeadChange']
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

export function gridColumns(fields: readonly LeadField[], widths: Readonly<Record<string, number>>): GridColumn[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return Object.entries(SHOWN).flatMap(([name, width]) => {
    const field = byName.get(name)
    if (!field) return []
    const kind = field.type as ValueKind
    return [
      {
        ...{ id: name, name: field.label, type: 'input', kind, computed: false },
        ...{ width: widths[name] ?? width, pinned: name === 'company' },
      },
    ]
  })
}

export function gridRow(lead: Lead): GridRow {
  const { id, provenance: _, ...data } = lead as Lead & Record<string, unknown>
  return { row_id: String(id), position: Number(id), data, enrichments: {} }
}

export function nameOf(lead: Lead): string {
  const { contact_person, company, domain, email, id } = lead as Lead & Record<string, unknown>
  return String(contact_person ?? company ?? domain ?? email ?? `Lead ${id}`)
}

export interface Asked {
  search: string
  /** The value each field has to have. */
  picks: Readonly<Record<string, string>>
  /** Fields that must not be blank. */
  filled: readonly string[]
  sort: { field: string; dir: 'asc' | 'desc' } | null
}

export const NOTHING_ASKED: Asked = { search: '', picks: {}, filled: [], sort: null }

/** What an address asks; whatever it does not say right is not asked. */
export function askedOf(told: unknown): Asked {
  const { search, picks, filled, sort } = Object(told) as Record<string, unknown>
  const { field, dir } = Object(sort) as Record<string, unknown>
  const texts = (value: unknown) => Object.entries(Object(value)).filter(([, one]) => typeof one === 'string')
  return {
    search: typeof search === 'string' ? search : '',
    picks: Object.fromEntries(texts(picks)) as Record<string, string>,
    filled: texts(filled).map(([, one]) => one as string),
    sort: typeof field === 'string' ? { field, dir: dir === 'desc' ? 'desc' : 'asc' } : null,
  }
}

/** As an address tells it; null when nothing is asked. */
export function askedShort({ search, picks, filled, sort }: Asked): Partial<Asked> | null {
  const short = {
    ...(search !== '' && { search }),
    ...(Object.keys(picks).length > 0 && { picks }),
    ...(filled.length > 0 && { filled }),
    ...(sort && { sort }),
  }
  return Object.keys(short).length === 0 ? null : short
}

export const isAsking = ({ search, picks, filled }: Asked) =>
  search !== '' || Object.keys(picks).length > 0 || filled.length > 0

/** The filter tree of what is asked; null when any lead will do. */
export function filterOf({ picks, filled }: Asked): { and: object[] } | null {
  const and = [
    ...Object.entries(picks).map(([field, value]) => ({ field, op: 'eq', value })),
    ...filled.map((field) => ({ field, op: 'not_empty' })),
  ]
  return and.length === 0 ? null : { and }
}

/** Where the columns of a file go, as an import of leads is told. */
export function mappingOf(
  columns: readonly ImportColumn[],
  targets: Targets,
): { index: number; field: string | null }[] {
  return columns.map(({ index, target: proposed }) => {
    const target = targets.get(index) ?? proposed
    return { index, field: target.kind === 'column' ? target.column_id : target.kind === 'new' ? 'custom' : null }
  })
}

/** As the members of an address. */
export function queryOf(asked: Asked): URLSearchParams {
  const query = new URLSearchParams()
  const filter = filterOf(asked)
  if (asked.search !== '') query.set('search', asked.search)
  if (filter) query.set('filter', JSON.stringify(filter))
  if (asked.sort) query.set('sort', JSON.stringify([asked.sort]))
  return query
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

export function changeWords({ kind, source, fields }: LeadChange): string {
  const by = (source as { kind?: string }).kind
  if (kind === 'created') return by === 'import' ? 'Came with an import' : 'Was added'
  if (kind === 'status') return fields.length > 0 ? 'Changed the status' : 'Left a note'
  if (by === 'undo') return 'An import was taken back'
  if (by === 'service') return 'Filled in from what was known'
  return by === 'import'
    ? 'Changed by an import'
    : `Changed ${fields.length === 1 ? 'a value' : `${fields.length} values`}`
}
