// The models that a workspace can ask: as their vendors list them now, each with its price.
import type { Accounts } from '../../../identity/accounts/accounts.reads.ts'
import { readEntered } from '../../../identity/integrations/integrations.reads.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Database } from '../../../platform/db/database.ts'
import { buildRequest, judgeStatus, readBody } from '../../../providers/kit/http-ask.ts'
import type { Tools } from '../../../providers/kit/outside.ts'
import type { ModelVendor } from '../../../providers/models/model-kit.ts'
import { MODEL_VENDORS } from '../../../providers/models/model-vendors.ts'
import { readModelPrices } from './model-prices.reads.ts'
import type { ModelItem } from './models.schema.ts'

export interface ModelParts {
  database: Database
  accounts: Pick<Accounts, 'find'>
  toolsFor: (workspaceId: WorkspaceId) => Tools
}

const LIST_MS = 8_000
const MOST_MODELS = 500

export async function listModels({ database, accounts, toolsFor }: ModelParts, id: WorkspaceId, signal: AbortSignal) {
  const { entered, prices } = await database.inWorkspace(id, async (tx) => ({
    entered: await readEntered(tx),
    prices: await readModelPrices(tx),
  }))
  const tools = toolsFor(id)
  const vendors = await Promise.all(
    MODEL_VENDORS.map(async (vendor) => {
      const configured = entered(vendor.integration)
      const account = configured ? await accounts.find(id, vendor.integration) : {}
      const listed = configured ? await namesOf(vendor, account, tools, signal) : { names: [], problem: null }
      return { vendor, configured, ...listed }
    }),
  )
  const items = vendors.flatMap(({ vendor, names }) => names.map((name) => `${vendor.integration.id}/${name}`))
  const known = new Set(items)
  const all = [...items, ...[...prices.keys()].filter((model) => !known.has(model))]
  return {
    items: all.sort().map((model) => itemOf(model, prices.get(model), known.has(model))),
    next_cursor: null,
    vendors: vendors.map(({ vendor, configured, problem }) => ({
      id: vendor.integration.id,
      name: vendor.integration.name,
      configured,
      problem,
    })),
  }
}

function itemOf(
  id: string,
  price: { input_micro: number; output_micro: number } | undefined,
  listed: boolean,
): ModelItem {
  const vendor = MODEL_VENDORS.find(({ integration }) => id.startsWith(`${integration.id}/`))
  const usual = vendor?.own ? 0 : null
  return {
    id,
    vendor: vendor?.integration.id ?? id.slice(0, id.indexOf('/')),
    vendor_name: vendor?.integration.name ?? '',
    input_usd: price ? price.input_micro / 1e6 : usual,
    output_usd: price ? price.output_micro / 1e6 : usual,
    price_source: price ? 'workspace' : vendor?.own ? 'own' : 'unknown',
    listed,
  }
}

async function namesOf(
  { integration, list }: ModelVendor,
  account: Readonly<Record<string, string>>,
  tools: Tools,
  signal: AbortSignal,
): Promise<{ names: string[]; problem: string | null }> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)])
  const reply = await tools.http(buildRequest(list.ask(account), integration, account), limited)
  if (!reply.ok) return { names: [], problem: reply.message }
  const judged = judgeStatus({}, reply, tools.now())
  if (judged) return { names: [], problem: 'message' in judged ? judged.message : 'It asks to come back later.' }
  const json = readBody(reply.body).value
  if (json === undefined) return { names: [], problem: 'What it answers is not JSON.' }
  return { names: list.read(json).slice(0, MOST_MODELS), problem: null }
}
