// Creates the lookup of a step from the column's settings, with the parts of the service that it needs.

import type { ColumnOf, CustomType } from '../../engine/columns/columns.schema.ts'
import type { SettingsOf } from '../../engine/columns/custom-columns.ts'
import type { CustomLookupSettings } from '../../engine/columns/step.ts'
import type { ConnectionCheck } from '../../identity/integrations/integrations.reads.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import type { Manners } from '../../providers/models/ask-model.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import type { MakeLookup } from '../lookups/lookup-finder.ts'
import type { ColumnFactory } from '../money/facts.ts'
import { isMadeBy } from './custom-settings.ts'
import { ownLookup } from './http/own-lookup.ts'
import { LOOKUP_MAKERS } from './lookups.generated.ts'
import { readPriceOfModel } from './models/model-prices.reads.ts'
import type { DeliveryMeans } from './output/delivery.ts'
import type { ResearchMeans } from './research/research.ts'
import { tableLookup } from './research/research-tables.ts'

/** What lookups need to act in one workspace. */
interface LookupMeans extends ResearchMeans, DeliveryMeans {
  entered: ConnectionCheck
}

type LookupMaker<T extends CustomType> = (
  settings: SettingsOf<ColumnOf<T>>,
  provider: string,
  means: LookupMeans,
) => ReturnType<MakeLookup>

/** A kind whose lookup no file makes does not compile. */
const MAKERS: { [T in CustomType]: LookupMaker<T> } = LOOKUP_MAKERS

function makeLookup<T extends CustomType>(type: T, made: CustomLookupSettings, provider: string, means: LookupMeans) {
  return isMadeBy(made, type) ? MAKERS[type]?.(made, provider, means) : undefined
}

/** `enroll` puts a row's lead into a sequence; it belongs to a room above. */
export function createColumnFactory({
  database,
  vault,
  now,
  enroll,
}: Omit<DeliveryMeans, 'workspace_id' | 'tokens'>): ColumnFactory {
  const tokens = createTokens()
  const manners: Manners = new Map()
  return {
    own: async (tx) => (await readOwnProviders(tx)).map((one) => ownLookup(one, tokens)),
    async open(tx) {
      const { workspace_id } = tx
      const means: Omit<LookupMeans, 'entered'> = {
        database,
        workspace_id,
        vault,
        now,
        enroll,
        tokens,
        manners,
        priceOf: await readPriceOfModel(tx),
        tableOf: (table, ms) => tableLookup(database, workspace_id, table, ms),
      }
      return (made, provider, entered) => makeLookup(made.kind, made, provider, { ...means, entered })
    },
  }
}
