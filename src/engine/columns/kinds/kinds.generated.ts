// The kinds of columns: the files of this folder, listed by `npm run generate`.
import { ai } from './ai.kind.ts'
import { enrichment } from './enrichment.kind.ts'
import { formula } from './formula.kind.ts'
import { http } from './http.kind.ts'
import { input } from './input.kind.ts'
import { leadField } from './lead-field.kind.ts'
import { lookup } from './lookup.kind.ts'
import { match } from './match.kind.ts'
import { output } from './output.kind.ts'
import { research } from './research.kind.ts'
import { waterfall } from './waterfall.kind.ts'

export const COLUMN_KINDS = [
  ai,
  enrichment,
  formula,
  http,
  input,
  leadField,
  lookup,
  match,
  output,
  research,
  waterfall,
] as const
