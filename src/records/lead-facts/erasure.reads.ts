// Whether a person was erased from the workspace: every write of rows, leads, cells or enrollments checks this first.
import { refuse } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { comparedMarks, type Mark, markHash, recordMarks } from './erasure.logic.ts'
import { hashOf } from './lead-keys.logic.ts'

/** Why a row or a lead is not taken in. */
export const ERASED =
  'This person was erased from the workspace on request. A hash of what identifies them is kept so that they do not come back.'

export interface ErasureKeys {
  keys: Buffer[]
  has_any: boolean
}

/** Most workspaces have no erasures: then nothing is checked. Several keys where erasures came from a database that was replaced. */
export async function readErasureKeys(tx: WorkspaceTx): Promise<ErasureKeys> {
  const { rows } = await tx.client.query<{ keys: Buffer[]; has_any: boolean }>({
    name: 'erasure_key',
    text: `select array(select key from erasure_keys where workspace_id = $1 union all
        select key from erasure_keys_kept where workspace_id = $1) as keys,
      exists (select from lead_suppressions where workspace_id = $1) as has_any`,
    values: [tx.workspace_id],
  })
  return rows[0] ?? { keys: [], has_any: false }
}

/** Whether a person was erased here. */
export const hasErased = async (tx: WorkspaceTx): Promise<boolean> => (await readErasureKeys(tx)).has_any

/** Those of the values, such as addresses, texts or whole rows, that name an erased person in any spelling. */
export async function readErased<T extends Json>(
  tx: WorkspaceTx,
  values: readonly T[],
  keys?: ErasureKeys,
): Promise<Set<T>> {
  return among(tx, values, recordMarks, keys)
}

/** The same for leads, which may be known by keys that are no addresses. */
export async function readErasedLeads(tx: WorkspaceTx, leads: readonly JsonObject[]): Promise<Set<JsonObject>> {
  return among(tx, leads, comparedMarks)
}

/** Refuses (409) values that name an erased person. `keys` where they were read with something before. */
export async function refuseErased(tx: WorkspaceTx, values: readonly Json[], keys?: ErasureKeys): Promise<void> {
  const erased = await readErased(tx, values, keys)
  if (erased.size > 0) refuse('conflict', `${ERASED} Nothing was stored.`)
}

/** The same for a lead, which may be known by keys that are no addresses. */
export async function refuseErasedLead(tx: WorkspaceTx, lead: JsonObject): Promise<void> {
  if ((await readErasedLeads(tx, [lead])).size > 0) refuse('conflict', `${ERASED} Nothing was stored.`)
}

async function among<T extends Json>(
  tx: WorkspaceTx,
  values: readonly T[],
  marksFrom: (value: T) => Mark[],
  read?: ErasureKeys,
): Promise<Set<T>> {
  if (values.length === 0) return new Set()
  const { keys, has_any } = read ?? (await readErasureKeys(tx))
  if (!has_any) return new Set()
  const marked = values.map((value) => ({ value, marks: marksFrom(value) }))
  const marks = [...new Set(marked.flatMap((one) => one.marks))]
  if (marks.length === 0) return new Set()
  // Those of earlier versions were hashed without a key of their own.
  const hashes = marks.flatMap((mark) => [
    ...keys.map((key) => ({ mark, hash: markHash(key, mark) })),
    { mark, hash: hashOf(tx.workspace_id, earlierKey(mark)) },
  ])
  const { rows } = await tx.client.query<{ place: number }>(
    `select w.place::int as place from unnest($2::bytea[]) with ordinality as w (hash, place)
     where exists (select from lead_suppressions s where s.workspace_id = $1 and s.key_hash = w.hash)`,
    [tx.workspace_id, hashes.map(({ hash }) => hash)],
  )
  const erased = new Set(rows.map(({ place }) => hashes[place - 1]?.mark))
  return new Set(marked.flatMap(({ value, marks }) => (marks.some((mark) => erased.has(mark)) ? [value] : [])))
}

const earlierKey = (mark: Mark) => (/^(email|linkedin):/.test(mark) ? `person:${mark}` : mark)
