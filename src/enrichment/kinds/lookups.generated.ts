// The makers of columns' own lookups, by type: the files `x/x-lookup.ts` of this folder, listed by `npm run generate`.
import { aiLookup } from './ai/ai-lookup.ts'
import { httpLookup } from './http/http-lookup.ts'
import { matchLookup } from './match/match-lookup.ts'
import { outputLookup } from './output/output-lookup.ts'
import { researchLookup } from './research/research-lookup.ts'

export const LOOKUP_MAKERS = {
  ai: aiLookup,
  http: httpLookup,
  match: matchLookup,
  output: outputLookup,
  research: researchLookup,
}
