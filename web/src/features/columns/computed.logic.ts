// Formula, lookup and lead field columns as their forms edit them: read from what is stored, written back, and what they still lack.

import type { Column, Schemas } from '../../api/shapes.ts'
import type { ComputedKind } from './custom-kinds.logic.ts'
import type { DraftOf } from './workbook.shapes.ts'

export interface FormulaDraft {
  kind: 'formula'
  name: string
  expression: string
}

export interface LookupDraft {
  kind: 'lookup'
  name: string
  workbook_id: string
  /** A template over this workbook: `{{Domain}}`. */
  key: string
  their_key: string
  compare: 'text' | 'domain' | 'email' | 'phone'
  give: 'one' | 'first' | 'last' | 'many' | 'exists' | 'count' | 'sum' | 'avg' | 'min' | 'max'
  their_column: string
}

export interface LeadFieldDraft {
  kind: 'lead_field'
  name: string
  /** Name of a field of leads. */
  field: string
}

export type ComputedDraft = FormulaDraft | LookupDraft | LeadFieldDraft

/** As a column of each kind begins: a kind without one does not compile. */
const BEGINNINGS: { [K in ComputedKind]: Omit<Extract<ComputedDraft, { kind: K }>, 'name'> } = {
  formula: { kind: 'formula', expression: '' },
  lookup: {
    kind: 'lookup',
    workbook_id: '',
    key: '',
    their_key: '',
    compare: 'text',
    give: 'one',
    their_column: '',
  },
  lead_field: { kind: 'lead_field', field: '' },
}

export const newComputed = (kind: ComputedKind, name: string) => ({ ...BEGINNINGS[kind], name }) as ComputedDraft

/** The draft of a stored column; null for columns of other types. */
export function readComputed(column: Column): ComputedDraft | null {
  const text = (member: string) => (typeof column[member] === 'string' ? (column[member] as string) : '')
  if (column.type === 'formula') return { kind: 'formula', name: column.name, expression: text('expression') }
  if (column.type === 'lead_field') return { kind: 'lead_field', name: column.name, field: text('field') }
  if (column.type !== 'lookup') return null
  return {
    kind: 'lookup',
    name: column.name,
    workbook_id: text('workbook_id'),
    key: text('key'),
    their_key: text('their_key'),
    compare: (text('compare') || 'text') as LookupDraft['compare'],
    give: (text('give') || 'one') as LookupDraft['give'],
    their_column: text('their_column'),
  }
}

const givesValue = ({ give }: LookupDraft) => give !== 'exists' && give !== 'count'

export function writeComputed(draft: ComputedDraft): DraftOf<'formula' | 'lead_field' | 'lookup'> {
  const name = draft.name.trim()
  if (draft.kind === 'formula') return { type: 'formula', name, expression: draft.expression }
  if (draft.kind === 'lead_field') return { type: 'lead_field', name, field: draft.field }
  const { kind: type, their_column, ...rest } = draft
  return { ...rest, name, type, ...(givesValue(draft) ? { their_column } : {}) }
}

/** Why it cannot be saved yet, in words; null when it can. */
export function problemOfComputed(draft: ComputedDraft): string | null {
  if (draft.name.trim() === '') return 'Give the column a name.'
  if (draft.kind === 'formula') return draft.expression.trim() === '' ? 'Write a formula.' : null
  if (draft.kind === 'lead_field') return draft.field === '' ? 'Choose a field.' : null
  if (draft.workbook_id === '') return 'Choose the workbook to look in.'
  if (draft.key === '' || draft.their_key === '') return 'Choose the two columns that are compared.'
  return givesValue(draft) && draft.their_column === '' ? 'Choose the column to bring.' : null
}

type Previewed = Schemas['ColumnPreviewRequest']['column']

/** What is sent to try the column out; null while there is nothing to try. */
export function previewOf(draft: ComputedDraft, columnId: string | undefined): Previewed | null {
  const isReady = problemOfComputed({ ...draft, name: draft.name || 'x' }) === null
  if (!isReady) return null
  const { name: _, ...body } = writeComputed(draft)
  // A field of leads is read, not computed: there is nothing to try.
  if (body.type === 'lead_field') return null
  return columnId ? { ...body, id: columnId } : body
}
