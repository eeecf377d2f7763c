// How many leads there are by a counter, and what else is told of all of them: found out once for as long as no lead changes.
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

interface Counter {
  leads: number
  changes: number
}

async function readCounter(tx: WorkspaceTx): Promise<Counter> {
  const { rows } = await tx.client.query<Counter>({
    name: 'lead_counter',
    text: 'select leads, changes from lead_counts where workspace_id = $1',
    values: [tx.workspace_id],
  })
  return rows[0] ?? { leads: 0, changes: 0 }
}

export async function countLeads(tx: WorkspaceTx): Promise<number> {
  return (await readCounter(tx)).leads
}

interface Told {
  changes: number
  /** By the clock that only goes forward, in ms. */
  until: number
  answer: unknown
}

/** The count of a condition on time changes without a write. */
const KEPT_MS = 60_000

/** What was answered before when no lead of the workspace has changed since; `question` is what it was an answer to. */
export async function onceTold<T>(tx: WorkspaceTx, question: object, answer: () => Promise<T>): Promise<T> {
  const key = `leads of ${tx.workspace_id}: ${canonicalJson(question as Json)}`
  // Before the answer: one that sees more than this says is only made again.
  const { changes } = await readCounter(tx)
  const before = tx.kept.get(key) as Told | undefined
  if (before?.changes === changes && performance.now() < before.until) return before.answer as T
  const told: Told = { changes, answer: await answer(), until: performance.now() + KEPT_MS }
  tx.kept.set(key, told)
  return told.answer as T
}

/** Goes with the commit: all who write leads meet here. */
export function tellChanges(tx: WorkspaceTx, more: number): void {
  tx.lastly.push({
    name: 'leads_count',
    text: `insert into lead_counts as c (workspace_id, leads, changes) values ($1, $2, 1)
      on conflict (workspace_id) do update set leads = c.leads + excluded.leads, changes = c.changes + 1`,
    values: [tx.workspace_id, more],
  })
}
