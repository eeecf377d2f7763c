// Where columns' own lookups are made: one maker per kind, with what it needs to act.
import type { Database } from '../../platform/db/database.ts'
import type { Manners } from '../../providers/models/ask-model.ts'
import { createTokens } from '../../providers/oauth-tokens.ts'
import type { Workshop } from '../runs/facts.ts'
import { aiLookup } from './ai/ai-lookup.ts'
import { httpLookup } from './http/http-lookup.ts'
import { readPriceOfModel } from './models/model-prices.reads.ts'
import { outputLookup } from './output/output-lookup.ts'
import { workbookDelivery } from './output/workbook-delivery.ts'
import type { ResearchMeans } from './research/research.ts'
import { researchLookup } from './research/research-lookup.ts'
import { tableLookup } from './research/research-tables.ts'

export function createWorkshop({ database }: { database: Database }): Workshop {
  const tokens = createTokens()
  const manners: Manners = new Map()
  return {
    async open(tx) {
      const { workspace_id } = tx
      const priceOf = await readPriceOfModel(tx)
      const toWorkbook = workbookDelivery(database, workspace_id)
      const tableOf: ResearchMeans['tableOf'] = (table, ms) => tableLookup(database, workspace_id, table, ms)
      return (made, provider, entered) => {
        if (made.kind === 'http') return httpLookup(made, provider, tokens)
        if (made.kind === 'output') return outputLookup(made, provider, { tokens, toWorkbook })
        if (made.kind === 'research') return researchLookup(made, provider, { priceOf, manners, tableOf }, entered)
        return made.kind === 'ai' ? aiLookup(made, provider, { priceOf, manners }) : undefined
      }
    },
  }
}
