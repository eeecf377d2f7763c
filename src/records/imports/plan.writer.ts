// Stores the lines of a plan in batches: each row of the file with its planned outcome and the row that it matches. Both writers of an import
// decide by planRows; that of rows meets the rows of the workbook, its own among them, while this one writes none and meets its earlier lines too.

import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { ERASED, readErased } from '../lead-facts/erasure.reads.ts'
import {
  OVERRULED,
  type PlannedRow,
  patchOf,
  planRows,
  type UpsertPolicy,
  type UpsertTarget,
} from '../rows/upsert.logic.ts'
import type { OUTCOMES } from './import-record.schema.ts'
import { openKeyFilter } from './key-filter.logic.ts'

export interface PlanScope {
  import_id: string
  workbook_id: string
  policy: UpsertPolicy
  /** Rows are looked for by their keys. */
  hasKey: boolean
  /** The keys of rows that exist are in `import_keys`, not with the rows. */
  ownKeys: boolean
  /** Rows of the workbook had keys when the plan was begun; one that gets its key meanwhile is met by the check of the commit. */
  hasKeys: boolean
}

export interface PlanInput {
  line: number
  key: string | null
  data: JsonObject
  /** Why the row is refused, with its values as read. */
  refused: { reason: string; values: string[] } | null
  /** The earlier line that it repeats, for which it is left out. */
  same_as: number | null
}

export type PlanCounts = Record<(typeof OUTCOMES)[number] | 'duplicates', number>

interface Line {
  seq: number
  line: number
  outcome: (typeof OUTCOMES)[number]
  writes: boolean
  row_id: string | null
  place: number | null
  key: string | null
  data: unknown
  reason: string | null
  seen_at: string | null
}

/** A target with the line that leads: the one that writes for all that meet it. Of one that a row has just made it is not known yet. */
interface Led extends UpsertTarget {
  seen_at?: string | null
  lead?: number
  place?: number | null
  touched?: boolean
}

export interface PlanWriter {
  /** Places and stores a batch, in a transaction of its own. */
  write(tx: WorkspaceTx, rows: readonly PlanInput[]): Promise<void>
  readonly counts: PlanCounts
}

export function openPlanWriter(scope: PlanScope): PlanWriter {
  const counts: PlanCounts = { create: 0, update: 0, unchanged: 0, skip: 0, reject: 0, duplicates: 0 }
  const given = openKeyFilter()
  let seq = 0
  let places = 0

  // A million rows go through here: an object is written out member by member, since spreading another into it takes a
  // hundred times as long.
  async function write(tx: WorkspaceTx, brought: readonly PlanInput[]): Promise<void> {
    const erased = await readErased(
      tx,
      brought.flatMap(({ data, refused }) => (refused ? [] : [data])),
    )
    const refusal = { values: [], reason: ERASED }
    const rows =
      erased.size === 0 ? brought : brought.map((row) => (erased.has(row.data) ? { ...row, refused: refusal } : row))
    const known: Map<string, UpsertTarget> | null = scope.hasKey ? await find(tx, keysOf(rows)) : null
    const taken = rows.filter(({ refused, same_as }) => !refused && same_as === null)
    const planned = planRows(taken, known, scope.policy)
    const lines: Line[] = []
    const first = seq + 1
    const overruled: number[] = []
    // Those that no key leads to.
    const unkeyed: Led[] = []
    let place = 0
    for (const { line, key, data, refused, same_as } of rows) {
      const own = newLine(++seq, line)
      lines.push(own)
      if (refused) {
        counts.reject++
        own.data = refused.values
        own.reason = refused.reason
        continue
      }
      if (same_as !== null) {
        counts.skip++
        counts.duplicates++
        own.outcome = 'skip'
        own.data = data
        own.reason = `It is the same as line ${same_as}`
        continue
      }
      const placed = planned[place++] as PlannedRow
      if (placed.duplicate) counts.duplicates++
      own.outcome = placed.outcome
      own.data = data
      own.reason = placed.reason
      counts[placed.outcome]++
      if (placed.target === null) {
        own.key = key
        continue
      }
      const led: Led = placed.target
      if (led.lead === undefined) {
        led.place = places++
        if (known === null || key === null) unkeyed.push(led)
      }
      if (placed.overrules && led.lead) {
        const before = lines[led.lead - first]
        if (before) {
          counts[before.outcome]--
          before.outcome = 'skip'
          before.writes = false
          before.key = null
          before.reason = OVERRULED
          counts.skip++
        } else overruled.push(led.lead)
        led.lead = seq
      }
      // It is 0 for a row of the workbook that no line matches yet.
      if (!led.lead) led.lead = seq
      led.touched = true
      own.row_id = led.id
      own.seen_at = led.seen_at ?? null
    }
    if (overruled.length > 0) await overrule(tx, overruled)
    const later: Led[] = []
    const settle = (led: Led) => {
      if (!led.touched) return
      const own = lines[(led.lead ?? 0) - first]
      if (!own) return later.push(led)
      own.writes = writes(led)
      own.key = led.key
      own.place = led.place ?? null
      if (own.writes) own.data = patchOf(led)
    }
    for (const led of known?.values() ?? []) settle(led)
    for (const led of unkeyed) settle(led)
    await insertLines(tx, scope.import_id, lines)
    if (later.length > 0) await updateLeads(tx, later)
  }

  async function find(tx: WorkspaceTx, keys: string[]): Promise<Map<string, Led>> {
    const found = new Map<string, Led>()
    if (keys.length === 0) return found
    const values = [tx.workspace_id, scope.import_id, scope.workbook_id, keys]
    // Most keys come once: only those that may have come before are looked for.
    const twice = keys.filter((key) => given.mayHave(key))
    for (const key of keys) given.add(key)
    const planned =
      twice.length === 0
        ? { rows: [] }
        : await tx.client.query<PlannedLine>({
            name: 'plan_find_lines',
            text: FIND_LINES,
            values: [...values.slice(0, 3), twice],
          })
    for (const { key, id, before, patch, seen_at, seq: at, place, writes } of planned.rows) {
      const data = before === null ? patch : writes ? { ...before, ...patch } : before
      found.set(key, { id, key, before, data, met: true, seen_at, lead: at, place, touched: false })
    }
    const others = keys.filter((key) => !found.has(key))
    if (others.length === 0 || !(scope.hasKeys || scope.ownKeys)) return found
    const rows = scope.ownKeys
      ? await tx.client.query<RowOfKey>({
          name: 'plan_find_keys',
          text: FIND_KEYS,
          values: [...values.slice(0, 3), others],
        })
      : await tx.client.query<RowOfKey>({
          name: 'plan_find_rows',
          text: FIND_ROWS,
          values: [tx.workspace_id, scope.workbook_id, others],
        })
    for (const { key, id, data, seen_at } of rows.rows)
      found.set(key, {
        id,
        key,
        before: data,
        data,
        met: false,
        seen_at,
        lead: 0,
        place: null,
        touched: false,
      })
    return found
  }

  async function overrule(tx: WorkspaceTx, seqs: number[]): Promise<void> {
    const { rows } = await tx.client.query<{ outcome: Line['outcome'] }>(
      `update import_rows r set outcome = 'skip', writes = false, key = null, reason = $4
       from import_rows old where r.workspace_id = $1 and r.import_id = $2 and r.seq = any($3::int[])
         and old.workspace_id = $1 and old.import_id = $2 and old.seq = r.seq returning old.outcome`,
      [tx.workspace_id, scope.import_id, seqs, OVERRULED],
    )
    for (const { outcome } of rows) {
      counts[outcome]--
      counts.skip++
    }
  }

  async function updateLeads(tx: WorkspaceTx, leads: readonly Led[]): Promise<void> {
    const list = leads.map((led) => ({
      seq: led.lead,
      writes: writes(led),
      ...(writes(led) ? { data: patchOf(led) } : {}),
    }))
    await tx.client.query(
      `update import_rows r set writes = x.writes, data = coalesce(x.data, r.data)
       from jsonb_to_recordset($3::jsonb) as x(seq int, writes boolean, data jsonb)
       where r.workspace_id = $1 and r.import_id = $2 and r.seq = x.seq`,
      [tx.workspace_id, scope.import_id, JSON.stringify(list)],
    )
  }

  return { write, counts }
}

function newLine(seq: number, line: number): Line {
  return {
    seq,
    line,
    outcome: 'reject',
    writes: false,
    row_id: null,
    place: null,
    key: null,
    data: null,
    reason: null,
    seen_at: null,
  }
}

interface RowOfKey {
  key: string
  id: string
  data: JsonObject
  seen_at: string
}

interface PlannedLine {
  key: string
  id: string
  /** Null where the row is to be made, or was removed since. */
  before: JsonObject | null
  patch: JsonObject
  seen_at: string | null
  seq: number
  place: number | null
  writes: boolean
}

function keysOf(rows: readonly PlanInput[]): string[] {
  const keys = new Set<string>()
  for (const { key, refused } of rows) if (key !== null && !refused) keys.add(key)
  return [...keys]
}

/** Whether the leading line of a row has something to write. */
const writes = ({ before, data }: Led): boolean => before === null || data !== before

// One look-up by equality for each key: for `= any(…)` of thousands of keys a planner without statistics of these tables, as
// they are filled and emptied again, reads all lines of the plan each time.
// The leading line of each key has it; its row is there when it was when the line was planned.
const FIND_LINES = `select s.key, s.row_id as id, r.data as before, s.data as patch, s.seen_at::text as seen_at, s.seq, s.place, s.writes
  from unnest($4::text[]) as k(key)
    cross join lateral (select * from import_rows l where l.workspace_id = $1 and l.import_id = $2
      and ${inOrder('l.key', 'k.key', 'and l.row_id is not null')} offset 0) s
    left join workbook_rows r on s.seen_at is not null and r.workspace_id = $1 and r.workbook_id = $3 and r.id = s.row_id`

const FIND_ROWS = `select r.identity_key as key, r.id, r.data, r.updated_at::text as seen_at
  from unnest($3::text[]) as k(key)
    cross join lateral (select * from workbook_rows w where w.workspace_id = $1 and w.workbook_id = $2
      and ${inOrder('w.identity_key', 'k.key', 'and w.identity_key is not null')} offset 0) r`

const FIND_KEYS = `select k.key, r.id, r.data, r.updated_at::text as seen_at
  from unnest($4::text[]) as k(key)
    cross join lateral (select i.row_id from import_keys i where i.workspace_id = $1 and i.import_id = $2 and i.key = k.key
      offset 0) i
    join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $3 and r.id = i.row_id`

const INSERT = `insert into import_rows (workspace_id, import_id, seq, line, outcome, writes, row_id, place, key, data, reason, seen_at)
  select $1, $2, unnest($3::int[]), unnest($4::int[]), unnest($5::text[]), unnest($6::boolean[]), unnest($7::uuid[]), unnest($8::int[]),
    unnest($9::text[]), jsonb_array_elements($10::jsonb), unnest($11::text[]), unnest($12::timestamptz[])`

// Numbers, ids and words of ours have nothing to quote, which the driver would look for in each of them; what no line has is
// no list at all.
async function insertLines(tx: WorkspaceTx, importId: string, lines: readonly Line[]): Promise<void> {
  const plain = (read: (line: Line) => unknown) => `{${lines.map((line) => read(line) ?? 'null').join()}}`
  const texts = (name: 'key' | 'reason' | 'seen_at') =>
    lines.some((line) => line[name] !== null) ? lines.map((line) => line[name]) : null
  const values = [
    tx.workspace_id,
    importId,
    plain(({ seq }) => seq),
    plain(({ line }) => line),
    plain(({ outcome }) => outcome),
    plain(({ writes: one }) => one),
    plain(({ row_id }) => row_id),
    plain(({ place }) => place),
    texts('key'),
    JSON.stringify(lines.map(({ data }) => data)),
    texts('reason'),
    texts('seen_at'),
  ]
  await tx.client.query({ name: 'plan_insert', text: INSERT, values })
}
