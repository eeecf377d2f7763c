// Where columns' own lookups are made: one maker per kind, with what it needs to act.
import type { Manners } from '../../providers/models/ask-model.ts'
import type { Workshop } from '../runs/facts.ts'
import { aiLookup } from './ai/ai-lookup.ts'
import { httpLookup } from './http/http-lookup.ts'
import { createTokenStore } from './http/token-store.ts'
import { readPriceOfModel } from './models/model-prices.reads.ts'
import { outputLookup } from './output/output-lookup.ts'

export function createWorkshop({ now }: { now: () => Date }): Workshop {
  const tokens = createTokenStore(() => now().getTime())
  const manners: Manners = new Map()
  return {
    async open(tx) {
      const priceOf = await readPriceOfModel(tx)
      return (made, provider) => {
        if (made.kind === 'http') return httpLookup(made, provider, tokens.of(tx.workspace_id))
        if (made.kind === 'output') return outputLookup(made, provider)
        return made.kind === 'ai' ? aiLookup(made, provider, { priceOf, manners }) : undefined
      }
    },
  }
}
