// What the kinds of columns are called, and which have forms of their own: small enough to be known wherever columns are.
import type { CustomColumnKind } from './custom.shapes.ts'
import type { ColumnDraft } from './workbook.shapes.ts'

type ColumnType = ColumnDraft['type']

/** Every kind in a word or two, beside the name of a column, and as a sentence about a new column begins. */
const WORDS: Record<ColumnType, { short: string; long: string }> = {
  input: { short: 'typed in', long: 'Typed in' },
  formula: { short: 'calculated', long: 'Formula' },
  enrichment: { short: 'one provider', long: 'One provider' },
  waterfall: { short: 'several providers', long: 'Waterfall' },
  lookup: { short: 'other workbook', long: 'Lookup' },
  lead_field: { short: 'field of the lead', long: 'Field of the lead' },
  http: { short: 'API call', long: 'Request to an API' },
  ai: { short: 'AI model', long: 'Prompt to a model' },
  research: { short: 'web research', long: 'Web research' },
  match: { short: 'match', long: 'Match' },
  output: { short: 'delivery', long: 'Delivery' },
}

const isKnown = (type: string): type is ColumnType => Object.hasOwn(WORDS, type)

export const shortKindWords = (type: string): string => (isKnown(type) ? WORDS[type].short : type)
export const kindWords = ({ type }: { type: string }): string => (isKnown(type) ? WORDS[type].long : type)

const OWN_FORMS: Record<CustomColumnKind, true> = { http: true, ai: true, research: true, match: true, output: true }

/** Undefined for columns of other types. */
export function customKind(type: string | undefined): CustomColumnKind | undefined {
  return type !== undefined && Object.hasOwn(OWN_FORMS, type) ? (type as CustomColumnKind) : undefined
}
