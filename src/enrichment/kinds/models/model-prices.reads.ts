// What models cost in a workspace: as it was entered, nothing on a machine of one's own, unknown otherwise.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { findModel } from '../../../providers/models/model-vendors.ts'

/** Micro-USD for a million tokens. */
export interface ModelPrice {
  input_micro: number
  output_micro: number
}

/** Null is unknown, never free. */
export type PriceOfModel = (model: string) => ModelPrice | null

const FREE: ModelPrice = { input_micro: 0, output_micro: 0 }

export async function readModelPrices(tx: WorkspaceTx): Promise<Map<string, ModelPrice & { changed_at: Date }>> {
  const { rows } = await tx.client.query<ModelPrice & { model: string; changed_at: Date }>({
    name: 'model_prices',
    text: 'select model, input_micro, output_micro, changed_at from model_prices where workspace_id = $1',
    values: [tx.workspace_id],
  })
  return new Map(rows.map(({ model, ...price }) => [model, price]))
}

export async function readPriceOfModel(tx: WorkspaceTx): Promise<PriceOfModel> {
  const entered = await readModelPrices(tx)
  return (model) => entered.get(model) ?? (findModel(model)?.vendor.own ? FREE : null)
}

/** US dollars of so many tokens. */
export function tokensUsd({ input_micro, output_micro }: ModelPrice, input: number, output: number): number {
  return (input * input_micro + output * output_micro) / 1e12
}
