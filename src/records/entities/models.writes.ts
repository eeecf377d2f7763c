// The learned models of a workspace: shares of levels, and how frequent values and words are, by version.
import { defaultModel, type MatchModel } from '../../engine/matching/model.ts'
import type { Frequencies } from '../../engine/matching/prepared.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type EntityKind, fieldsOfKind } from '../lead-facts/record-form.logic.ts'

interface Parameters {
  model: MatchModel
  records: number
  filled: number[]
  values: [string, number][][]
  tokens: [string, number][][]
}

export interface KnownModel {
  version: number
  model: MatchModel
  frequencies: Frequencies
}

export async function readModel(tx: WorkspaceTx, kind: EntityKind): Promise<KnownModel> {
  const { rows } = await tx.client.query<{ version: number; parameters: Parameters }>(
    `select version, parameters from entity_models where workspace_id = $1 and kind = $2 order by version desc limit 1`,
    [tx.workspace_id, kind],
  )
  const stored = rows[0]
  const fields = fieldsOfKind(kind)
  if (!stored || stored.parameters.model.fields.length !== fields.length) {
    const counted = await tx.client.query<{ records: number }>(
      'select coalesce(sum(leads), 0)::bigint as records from lead_counts where workspace_id = $1',
      [tx.workspace_id],
    )
    const records = Math.max(100, counted.rows[0]?.records ?? 0)
    const none = () => fields.map(() => new Map<string, number>())
    const frequencies = { records, filled: fields.map(() => records), values: none(), tokens: none() }
    return { version: 0, model: defaultModel(fields, records), frequencies }
  }
  const { model, records, filled, values, tokens } = stored.parameters
  const maps = (lists: [string, number][][]) => lists.map((list) => new Map(list))
  return {
    version: stored.version,
    model,
    frequencies: { records, filled, values: maps(values), tokens: maps(tokens) },
  }
}

export function parametersOf(model: MatchModel, { records, filled, values, tokens }: Frequencies): Parameters {
  const lists = (maps: readonly Map<string, number>[]) => maps.map((counts) => [...counts])
  return { model, records, filled, values: lists(values), tokens: lists(tokens) }
}

/** Stores the model as the next version, except when nothing was learned. */
export async function writeModel(
  tx: WorkspaceTx,
  kind: EntityKind,
  parameters: Parameters,
  decisions: number,
): Promise<void> {
  await tx.client.query(
    `insert into entity_models (workspace_id, kind, version, parameters, decisions)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4 from entity_models where workspace_id = $1 and kind = $2
     having (select parameters <> $3::jsonb from entity_models where workspace_id = $1 and kind = $2 order by version desc limit 1)
       is distinct from false`,
    [tx.workspace_id, kind, JSON.stringify(parameters), decisions],
  )
  await tx.client.query(
    `delete from entity_models where workspace_id = $1 and kind = $2 and version <= (select max(version) - 20 from entity_models
       where workspace_id = $1 and kind = $2)`,
    [tx.workspace_id, kind],
  )
}
