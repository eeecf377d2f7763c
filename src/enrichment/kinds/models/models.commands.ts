// What people do with the prices of models: enter one, take it away.
import { refuseField } from '../../../kernel/errors.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { findModel } from '../../../providers/models/model-vendors.ts'
import { readModelPrices } from './model-prices.reads.ts'

const MICRO = 1_000_000

/** Counts from the next question on. @throws Refusal `invalid` for a model of no known vendor */
export async function putModelPrice(tx: WorkspaceTx, price: { model: string; input_usd: number; output_usd: number }) {
  const { model, input_usd, output_usd } = price
  if (!findModel(model)) refuseField(['model'], 'value_error', 'Value error, there is no such vendor of models', model)
  const before = (await readModelPrices(tx)).get(model)
  const after = { input_micro: Math.round(input_usd * MICRO), output_micro: Math.round(output_usd * MICRO) }
  const { rows } = await tx.client.query<{ changed_at: Date }>(
    `insert into model_prices (workspace_id, model, input_micro, output_micro) values ($1, $2, $3, $4)
      on conflict (workspace_id, model) do update set input_micro = excluded.input_micro, output_micro = excluded.output_micro,
        changed_at = now() returning changed_at`,
    [tx.workspace_id, model, after.input_micro, after.output_micro],
  )
  const was = before && { input_micro: before.input_micro, output_micro: before.output_micro }
  await audit(tx, {
    act: 'model_price.changed',
    object: { type: 'model', id: model },
    ...(was && { before: was }),
    after,
  })
  return { model, input_usd, output_usd, changed_at: (rows[0]?.changed_at ?? new Date()).toISOString() }
}

/** The model costs what is unknown again. Deleting twice changes nothing. */
export async function deleteModelPrice(tx: WorkspaceTx, model: string): Promise<void> {
  const { rowCount } = await tx.client.query('delete from model_prices where workspace_id = $1 and model = $2', [
    tx.workspace_id,
    model,
  ])
  if (rowCount) await audit(tx, { act: 'model_price.deleted', object: { type: 'model', id: model } })
}
