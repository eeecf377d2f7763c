// Where columns' own lookups are made: one maker per kind, with what it needs to act.

import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import type { Manners } from '../../providers/models/ask-model.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import type { ColumnFactory } from '../money/facts.ts'
import { aiLookup } from './ai/ai-lookup.ts'
import { httpLookup } from './http/http-lookup.ts'
import { ownLookup } from './http/own-lookup.ts'
import { matchLookup } from './match/match-lookup.ts'
import { readPriceOfModel } from './models/model-prices.reads.ts'
import { outputLookup } from './output/output-lookup.ts'
import { type EnrollRow, sequenceDelivery } from './output/sequence-delivery.ts'
import { type WebhookParts, webhookDelivery } from './output/webhook-delivery.ts'
import { workbookDelivery } from './output/workbook-delivery.ts'
import type { ResearchMeans } from './research/research.ts'
import { researchLookup } from './research/research-lookup.ts'
import { tableLookup } from './research/research-tables.ts'

/** `enroll` puts a row's lead into a sequence; it belongs to a room above. */
export function createColumnFactory(parts: WebhookParts & { enroll: EnrollRow }): ColumnFactory {
  const { database, enroll } = parts
  const tokens = createTokens()
  const manners: Manners = new Map()
  return {
    own: async (tx) => (await readOwnProviders(tx)).map((one) => ownLookup(one, tokens)),
    async open(tx) {
      const { workspace_id } = tx
      const priceOf = await readPriceOfModel(tx)
      const toWorkbook = workbookDelivery(database, workspace_id)
      const toWebhook = webhookDelivery(parts, workspace_id)
      const toSequence = sequenceDelivery(database, workspace_id, enroll)
      const tableOf: ResearchMeans['tableOf'] = (table, ms) => tableLookup(database, workspace_id, table, ms)
      return (made, provider, entered) => {
        if (made.kind === 'http') return httpLookup(made, provider, tokens)
        if (made.kind === 'output') return outputLookup(made, provider, { tokens, toWorkbook, toSequence, toWebhook })
        if (made.kind === 'match') return matchLookup(made, provider, database, workspace_id)
        if (made.kind === 'research') return researchLookup(made, provider, { priceOf, manners, tableOf }, entered)
        return made.kind === 'ai' ? aiLookup(made, provider, { priceOf, manners }) : undefined
      }
    },
  }
}
