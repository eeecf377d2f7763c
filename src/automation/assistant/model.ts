// Which model the assistant asks.
import { listModels } from '../../enrichment/kinds/models/models.reads.ts'
import type { CallParts } from '../../enrichment/kinds/try/ask-once.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import type { Scope } from '../../platform/ctx.ts'
import { findModel, MODEL_INTEGRATIONS } from '../../providers/models/model-vendors.ts'
import { readChosenModel } from '../recipes/default-model.reads.ts'

/** The model to ask: as named, as chosen in the settings, else the first that a connected vendor lists. */
export async function modelFor(
  parts: CallParts,
  scope: Scope,
  named: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { chosen, entered } = await parts.database.inWorkspace(scope, async (tx) => ({
    chosen: named ?? (await readChosenModel(tx)),
    entered: await readEntered(tx),
  }))
  const isEntered = (id: string) => {
    const vendor = findModel(id)?.vendor
    return vendor !== undefined && entered(vendor.integration)
  }
  if (chosen !== undefined && isEntered(chosen)) return chosen
  if (!MODEL_INTEGRATIONS.some((form) => entered(form))) return undefined
  const { items } = await listModels(parts, scope.workspace_id, signal)
  return items.find(({ id, listed }) => listed && isEntered(id))?.id ?? items.find(({ id }) => isEntered(id))?.id
}
