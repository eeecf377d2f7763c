// Which model stands in where a person named none: the one the workspace chose, else the one its columns ask most recently.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { readSetting } from '../../enrichment/settings/setting.commands.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { MODEL_TYPES } from '../../records/store/column-types.logic.ts'
import { ANY_MODEL } from './recipe.ts'

export const ASSISTANT_SETTING = 'assistant'
/** A local model costs nothing and needs no account; a column that names it says "no key" until Ollama is connected. */
const FALLBACK = 'ollama/llama3.2'

/** The model that was chosen in the settings of the assistant; undefined when none was. */
export async function readChosenModel(tx: WorkspaceTx): Promise<string | undefined> {
  const { model } = await readSetting(tx, ASSISTANT_SETTING)
  return typeof model === 'string' && model !== '' ? model : undefined
}

export async function readUsualModel(tx: WorkspaceTx): Promise<string> {
  const chosen = await readChosenModel(tx)
  if (chosen !== undefined) return chosen
  const { rows } = await tx.client.query<{ model: string }>(
    `select c.config ->> 'model' as model from workbook_columns c join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id
      where c.workspace_id = $1 and c.type in ${MODEL_TYPES} and w.deleted_at is null order by w.updated_at desc limit 1`,
    [tx.workspace_id],
  )
  return rows[0]?.model ?? FALLBACK
}

/** The columns with the model that is asked for, else the usual one, where they name any. */
export async function withModel(
  tx: WorkspaceTx,
  columns: readonly ColumnConfig[],
  wanted: string | undefined,
): Promise<ColumnConfig[]> {
  const asksAny = columns.some((column) => 'model' in column && column.model === ANY_MODEL)
  const model = wanted ?? (asksAny ? await readUsualModel(tx) : ANY_MODEL)
  return columns.map((column) => ('model' in column && column.model === ANY_MODEL ? { ...column, model } : column))
}
