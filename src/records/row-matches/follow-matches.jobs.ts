// Marks answers of match columns as stale when the leads or rows that they were compared with change, go, or are joined by others.
//
// Safe to restart at any point: changed keys stay recorded until all their cells are marked, and each cell is marked once.
import { setImmediate as pause } from 'node:timers/promises'
import { MAX_BLOCK } from '../../engine/matching/blocking.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { openSteps, type Steps } from '../../platform/queue/steps.ts'
import { ENTITY_KINDS } from '../lead-facts/record-form.logic.ts'
import { markRows } from '../store/cells/stale.writes.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { autoRunning } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { readFollowed } from '../store/follow.ts'
import {
  FOLLOW_MATCHES,
  followSoon,
  INDEX_MATCHED,
  type MatchingColumn,
  type MatchSource,
  readMatching,
} from '../store/rows/matched-rows.writes.ts'
import { indexRows } from './row-index.commands.ts'

/** Lines of moved keys at once. */
const LINES = 20
const MARKED = 2_000
/** A cell without an answer for so long has no call in progress, as after a stop. */
const UNDER_WAY = "interval '15 minutes'"

export function followMatchesJobs(database: Database): JobHandler[] {
  return [
    handleWorkspaceJob(INDEX_MATCHED, async ({ workbook_id }, { workspace_id }) => {
      const isThere = await database.inWorkspace(workspace_id, async (tx) => {
        const { follow } = await readFollowed(tx, workbook_id)
        return follow?.matched === true
      })
      if (!isThere) return
      for (const kind of ENTITY_KINDS)
        if (await database.inWorkspace(workspace_id, (tx) => isIndexed(tx, workbook_id, kind)))
          await indexRows(database, workspace_id, workbook_id, kind)
    }) as JobHandler,
    handleWorkspaceJob(FOLLOW_MATCHES, async (_, { workspace_id, signal }) => {
      const what = 'Marking answers that are out of date'
      const nameOf = (id: string) => `row ${id}`
      const steps = openSteps<string>({ database, at: workspace_id, signal, what, most: MARKED, nameOf })
      for (let after: string | null = ''; after !== null; await pause()) {
        signal.throwIfAborted()
        after = await followSome(database, workspace_id, steps, after)
      }
      steps.end()
    }),
  ]
}

/** Only what columns have asked for is kept up: a workbook is compared as companies, as people, or as both. */
async function isIndexed(tx: WorkspaceTx, workbookId: string, kind: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ there: boolean }>(
    `select exists (select from workbook_columns where workspace_id = $1 and type = 'match' and coalesce(config ->> 'of', 'company') = $3
       and lower(config -> 'against' ->> 'workbook_id') = $2::text) as there`,
    [tx.workspace_id, workbookId, kind],
  )
  return rows[0]?.there ?? false
}

interface Moved {
  ids: string[]
  source_id: MatchSource
  keys: number[]
  changed_at: string
}

/** Where it ended among the lines of moved keys; null when there are no more. */
async function followSome(
  database: Database,
  at: WorkspaceId,
  steps: Steps<string>,
  after: string,
): Promise<string | null> {
  const moved = await database.inWorkspace(at, (tx) => takeMoved(tx, after))
  if (!moved) return null
  const { source_id, keys, changed_at } = moved
  let isUnderWay = false
  let isMarked = true
  for (const column of await database.inWorkspace(at, (tx) => readMatching(tx, source_id))) {
    const hit = await database.inWorkspace(at, (tx) => cellsOf(tx, column, { source_id, keys, changed_at }))
    isUnderWay ||= hit.some(({ under_way }) => under_way)
    const rows = hit.flatMap(({ row_id, under_way }) => (under_way ? [] : [row_id]))
    await steps.each(rows, (tx, some) => markCells(tx, column, some))
    isMarked &&= !rows.some((id) => steps.past.includes(id))
  }
  // They stay on record for what was not marked.
  if (!isMarked) return moved.ids.at(-1) ?? null
  await database.inWorkspace(at, async (tx) => {
    // An answer may be on its way that was looked for before the change.
    if (isUnderWay) return followSoon(tx)
    await tx.client.query('delete from moved_keys where workspace_id = $1 and id = any($2::uuid[])', [
      tx.workspace_id,
      moved.ids,
    ])
  })
  return moved.ids.at(-1) ?? null
}

/** The next lines of one source, and of one moment by which their change was committed. Keys of very many records tell nothing. */
async function takeMoved(tx: WorkspaceTx, after: string): Promise<Moved | undefined> {
  await tx.client.query(
    'update moved_keys set changed_at = clock_timestamp() where workspace_id = $1 and changed_at is null',
    [tx.workspace_id],
  )
  const { rows } = await tx.client.query<Omit<Moved, 'ids'> & { id: string }>(
    `select id, source_id, keys, changed_at::text from moved_keys
     where workspace_id = $1 and id > coalesce(nullif($2, '')::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $3`,
    [tx.workspace_id, after, LINES],
  )
  const [first] = rows
  if (!first) return undefined
  const other = rows.findIndex(
    ({ source_id, changed_at }) => source_id !== first.source_id || changed_at !== first.changed_at,
  )
  const lines = other < 0 ? rows : rows.slice(0, other)
  const telling = await tx.client.query<{ key: number }>(
    `select k.key from unnest($2::bigint[]) as k (key) cross join lateral (select count(*) as records from (
       select from entity_keys e where e.workspace_id = $1 and ${inOrder('e.key', 'k.key')} limit ${MAX_BLOCK + 1}) x) o
     where o.records <= ${MAX_BLOCK}`,
    [tx.workspace_id, [...new Set(lines.flatMap(({ keys }) => keys))]],
  )
  const { source_id, changed_at } = first
  return { ids: lines.map(({ id }) => id), source_id, changed_at, keys: telling.rows.map(({ key }) => key) }
}

/** The cells that share a key and were run before the change; cells without an answer since are in progress. */
async function cellsOf(
  tx: WorkspaceTx,
  { workbook_id, column_id }: MatchingColumn,
  { source_id, keys, changed_at }: Omit<Moved, 'ids'>,
): Promise<{ row_id: string; under_way: boolean }[]> {
  const { rows } = await tx.client.query<{ row_id: string; under_way: boolean }>(
    `select m.row_id, c.row_id is null or c.updated_at < m.asked_at as under_way from matched_rows m
       join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = m.row_id
       left join cells c on c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = m.row_id and c.column_id = $3
     where m.workspace_id = $1 and m.workbook_id = $2 and m.column_id = $3 and m.source_id is not distinct from $4::uuid
       and m.asked_at < $6::timestamptz and exists (select from unnest(m.keys) k where k = any($5::bigint[]))
       and (c.updated_at >= m.asked_at or m.asked_at > clock_timestamp() - ${UNDER_WAY})
     order by m.row_id`,
    [tx.workspace_id, workbook_id, column_id, source_id, keys, changed_at],
  )
  return rows
}

/** A column that runs by itself runs for them; another waits to be run. */
async function markCells(tx: WorkspaceTx, { workbook_id, column_id }: MatchingColumn, rows: readonly string[]) {
  await markRows(tx, workbook_id, rows, { column_ids: [column_id], reason: 'input_changed' })
  const { follow } = await readFollowed(tx, workbook_id)
  if (!follow?.auto?.includes(column_id)) return
  const detail = { column_id, mode: 'missing', run_id: null, token_id: null } as const
  await enqueueDirtyRows(tx, autoRunning, workbook_id, rows, { detail })
}
