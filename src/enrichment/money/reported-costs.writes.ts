// Remembers what vendors report of their calls, a line per lookup and day.
import type { WorkspaceTx } from '../../platform/db/database.ts'

export interface CostReport {
  lookup: string
  at: Date
  /** What the call cost, as a multiple of its price. */
  units: number
}

// A line that knows as much already is not locked: after its first calls a lookup writes nothing here.
const WRITE = {
  name: 'reported_costs_write',
  text: `insert into reported_costs as r (workspace_id, lookup, day, units, calls)
    select $1, lookup, day, max(units), count(*)
    from jsonb_to_recordset($2::jsonb) g(lookup text, day date, units double precision)
    where not exists (select from reported_costs k where k.workspace_id = $1 and k.lookup = g.lookup and k.day = g.day
      and k.units >= g.units and k.calls >= 100)
    group by lookup, day order by lookup, day
    on conflict (workspace_id, lookup, day) do update set units = greatest(r.units, excluded.units), calls = r.calls + excluded.calls`,
}

export async function writeReportedCosts(tx: WorkspaceTx, reports: readonly CostReport[]): Promise<void> {
  if (reports.length === 0) return
  const lines = reports.map(({ lookup, at, units }) => ({ lookup, day: at.toISOString().slice(0, 10), units }))
  await tx.client.query({ ...WRITE, values: [tx.workspace_id, JSON.stringify(lines)] })
}
