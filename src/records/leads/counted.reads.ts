// How many leads there are: all of them by a counter, those that answer a question by a look at each, once for as long as nothing changes.
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

interface Known {
  changes: number
  count: number
  /** By the clock that only goes forward, in ms. */
  until: number
}

const known = new Map<string, Known>()
const MOST_KNOWN = 1_000
/** What is asked of a time moves with it, without a change. */
const KEPT_MS = 60_000

/** The count, or the one made before when no lead of the workspace has changed since; `question` is what it was of. */
export async function countOnce(tx: WorkspaceTx, question: object, count: () => Promise<number>): Promise<number> {
  const key = `${tx.workspace_id} ${canonicalJson(question as Json)}`
  // Before the count: one that sees more than this says is only made again.
  const { changes } = await readCounter(tx)
  const before = known.get(key)
  if (before?.changes === changes && performance.now() < before.until) return before.count
  const made = { changes, count: await count(), until: performance.now() + KEPT_MS }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, made)
  return made.count
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
