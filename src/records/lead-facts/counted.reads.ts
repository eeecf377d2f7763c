// Counts of leads by counters, and cached answers about all leads, which are valid until a lead changes.
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { blocksOf } from '../store/rows/rows.writes.ts'

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

/** Returns the cached answer to `question` if no lead of the workspace has changed since. */
export async function cacheUntilLeadChange<T>(tx: WorkspaceTx, question: object, answer: () => Promise<T>): Promise<T> {
  const key = `leads of ${tx.workspace_id}: ${canonicalJson(question as Json)}`
  // Read before the answer: an answer that includes a later change is only computed again.
  const { changes } = await readCounter(tx)
  const before = tx.kept.get(key) as Told | undefined
  if (before?.changes === changes && performance.now() < before.until) return before.answer as T
  const told: Told = { changes, answer: await answer(), until: performance.now() + KEPT_MS }
  tx.kept.set(key, told)
  return told.answer as T
}

// What is kept of the words of a block is of no use after a change, and may say what an erased lead said.
const TELL = `with counted as (
    insert into lead_counts as c (workspace_id, leads, changes, told) values ($1, $2, 1, 1)
    on conflict (workspace_id) do update set leads = c.leads + excluded.leads, changes = c.changes + 1, told = c.told + 1
    returning workspace_id)
  insert into lead_blocks as b (workspace_id, block, leads, changes)
  select counted.workspace_id, x.block, x.leads, 1 from counted, unnest($3::int[], $4::int[]) as x (block, leads) order by x.block
  on conflict (workspace_id, block) do update set leads = b.leads + excluded.leads, changes = b.changes + 1, pieces = null`

/** The effect of a write: the changed leads, and which of them became visible or hidden in lists. */
interface ChangedLeads {
  changed?: Iterable<number>
  shown?: Iterable<number>
  hidden?: Iterable<number>
}

/** Updates the counters with the commit. Every writer of leads calls it once per write, also when no lead was added or removed. */
export function countChangedLeads(tx: WorkspaceTx, { changed = [], shown = [], hidden = [] }: ChangedLeads): void {
  const blocks = new Map<number, number>()
  const add = (ids: Iterable<number>, more: number) => {
    for (const [block, leads] of blocksOf(ids)) blocks.set(block, (blocks.get(block) ?? 0) + more * leads)
  }
  add(changed, 0)
  add(shown, 1)
  add(hidden, -1)
  const more = [...blocks.values()].reduce((sum, leads) => sum + leads, 0)
  const values = [tx.workspace_id, more, [...blocks.keys()], [...blocks.values()]]
  tx.lastly.push({ name: 'leads_count', text: TELL, values })
}
