// Inserts and updates of watches.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { IntervalName } from '../../platform/queue/schedules.ts'
import type { WatchKindName } from '../kinds/catalog.ts'
import type { SignalType } from '../signals/signal-types.logic.ts'

export interface NewWatch {
  id: string
  kind: WatchKindName
  target: string
  name: string | null
  lead_id: number | null
  group_id: string | null
  signal_types: readonly SignalType[] | null
  poll_interval: IntervalName
  config: JsonObject
}

/** Locks the watches of the workspace to make some or change what they watch. Before the locks of single watches. */
export async function holdWatches(tx: WorkspaceTx): Promise<void> {
  await hold(tx, `watches ${tx.workspace_id}`)
}

export async function insertWatches(tx: WorkspaceTx, watches: readonly NewWatch[]): Promise<string[]> {
  if (watches.length === 0) return []
  const { rows } = await tx.client.query<{ id: string }>(
    `insert into watches (workspace_id, id, kind, target, name, lead_id, group_id, signal_types, poll_interval, config, created_by)
     select $1, x.id, x.kind, x.target, x.name, x.lead_id, x.group_id, x.signal_types, x.poll_interval, x.config, $3
     from jsonb_to_recordset($2::jsonb) as x (id uuid, kind text, target text, name text, lead_id bigint, group_id uuid,
       signal_types text[], poll_interval text, config jsonb)
     on conflict do nothing returning id`,
    [tx.workspace_id, JSON.stringify(watches), tx.actor?.user_id ?? null],
  )
  return rows.map(({ id }) => id)
}

export async function countWatches(tx: WorkspaceTx): Promise<number> {
  const { rows } = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from watches where workspace_id = $1',
    [tx.workspace_id],
  )
  return oneRow(rows).n
}

/** Sets what is given; `restart` forgets what was seen, failures and slowness. */
export async function changeWatch(
  tx: WorkspaceTx,
  id: string,
  change: Partial<Omit<NewWatch, 'id' | 'group_id'>> & {
    enabled?: boolean
    state?: 'active' | 'paused'
    webhook_rule_id?: string
  },
  restart: boolean,
): Promise<void> {
  const values: unknown[] = [tx.workspace_id, id]
  const sets = Object.entries(change).map(
    ([name, value]) => `${name} = $${values.push(name === 'config' ? JSON.stringify(value) : value)}`,
  )
  if (restart) sets.push('baseline_at = null', 'last_changed_at = null')
  if (restart || change.state === 'active') sets.push('failures = 0', 'quiet_polls = 0', 'last_error = null')
  if (change.poll_interval) sets.push('quiet_polls = 0')
  await tx.client.query(
    `update watches set ${[...new Set(sets), 'updated_at = now()'].join(', ')} where workspace_id = $1 and id = $2`,
    values,
  )
  if (restart)
    await tx.client.query('delete from watch_states where workspace_id = $1 and watch_id = $2', [tx.workspace_id, id])
}

/** With their states, polls and texts; signals stay. */
export async function deleteWatches(tx: WorkspaceTx, ids: readonly string[]): Promise<void> {
  await tx.client.query('update signals set watch_id = null where workspace_id = $1 and watch_id = any($2::uuid[])', [
    tx.workspace_id,
    ids,
  ])
  await tx.client.query('delete from watches where workspace_id = $1 and id = any($2::uuid[])', [tx.workspace_id, ids])
}
