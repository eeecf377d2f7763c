// What a change of columns means for computed ones: which followers run after writes from now on, and what is computed again.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isComputed } from '../../engine/columns/columns.ts'
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { enqueueOutdated, settleFreshness } from '../store/cells/stale.writes.ts'
import {
  affectedColumns,
  isVolatile,
  lookupsOf,
  meaningOf,
  ownerOf,
  planComputed,
  wantedColumn,
} from '../store/columns/computed.logic.ts'
import { enqueueAllRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { type FollowedWorkbook, type Link, readFollowed, setFollow } from '../store/follow.ts'
import { indexMatched, readMatching } from '../store/rows/matched-rows.writes.ts'
import { computeDependents } from './after-write.ts'
import { enqueueDaily, FORGET_KEYS } from './computed.jobs.ts'
import { lookupField, sourceField } from './match-keys.writes.ts'
import { enqueueRename } from './renaming.commands.ts'

/** Rows that are computed before the request that needs it is answered. */
const AT_ONCE = 500

/** Call it after the columns of a workbook were written, while its structure is held for change. */
export async function settleComputed(
  tx: WorkspaceTx,
  workbookId: string,
  before: readonly ColumnConfig[],
  after: readonly ColumnConfig[],
): Promise<void> {
  await settleFreshness(tx, workbookId, before, after)
  await settleMatches(tx, workbookId, before, after)
  const names = new Map(after.map(({ id, name }) => [id, name]))
  const renamed = before.filter(({ id, name }) => names.has(id) && names.get(id) !== name)
  if (renamed.length > 0)
    await enqueueRename(
      tx,
      workbookId,
      renamed.map(({ id, name }) => ({ column_id: id, name })),
    )
  if (![...before, ...after].some(isComputed)) {
    await tellOfColumns(tx, workbookId, before, after)
    return
  }
  const sources = await settleLinks(tx, workbookId, before, after)
  await setFollow(tx, workbookId, 'computed', after.some(isComputed) ? true : undefined)
  await settleDaily(tx, workbookId, after)
  for (const source of sources) await lookAtAll(tx, source.id, source.columns)
  const meant = new Map(before.map((column) => [column.id, meaningOf(column, before)]))
  const changed = after.filter((column) => isComputed(column) && meant.get(column.id) !== meaningOf(column, after))
  if (changed.length > 0)
    await lookAtAll(
      tx,
      workbookId,
      changed.map(({ id }) => id),
    )
  await tellOfColumns(tx, workbookId, before, after)
}

/** Has all rows looked at for what follows from these columns: at once when they are few. */
async function lookAtAll(tx: WorkspaceTx, workbookId: string, columns: readonly string[]): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from workbook_rows where workspace_id = $1 and workbook_id = $2 order by position limit ${AT_ONCE + 1}`,
    [tx.workspace_id, workbookId],
  )
  const followed = await readFollowed(tx, workbookId)
  const plan = planComputed(workbookId, followed.columns ?? [])
  if (rows.length > AT_ONCE) {
    const computes = affectedColumns(plan, columns).map(({ column }) => column.id)
    return enqueueAllRows(tx, workbookId, columns, computes)
  }
  await computeDependents(
    tx,
    followed,
    plan,
    rows.map(({ id }) => id),
    columns,
  )
}

async function settleDaily(tx: WorkspaceTx, workbookId: string, after: readonly ColumnConfig[]): Promise<void> {
  const { follow } = await readFollowed(tx, workbookId)
  const ages = planComputed(workbookId, after).order.some(isVolatile)
  if (ages === (follow?.daily !== undefined)) return
  const chain = newId()
  await setFollow(tx, workbookId, 'daily', ages ? chain : undefined)
  if (!ages) return
  const { rows } = await tx.client.query<{ now: Date }>('select now() as now')
  await enqueueDaily(tx, workbookId, chain, rows[0]?.now ?? new Date(0))
}

/** Tells the workbooks that are looked up; returns those whose rows get keys that they did not have. */
async function settleLinks(
  tx: WorkspaceTx,
  workbookId: string,
  before: readonly ColumnConfig[],
  after: readonly ColumnConfig[],
): Promise<{ id: string; columns: string[] }[]> {
  const lookups = (columns: readonly ColumnConfig[]) => lookupsOf(planComputed(workbookId, columns))
  const now = new Map(lookups(after).map((column) => [column.id, column]))
  const then = new Map(lookups(before).map((column) => [column.id, column]))
  const isSame = (a: LookupColumn | undefined, b: LookupColumn | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.workbook_id === b.workbook_id &&
    JSON.stringify(linkOf('', a)) === JSON.stringify(linkOf('', b))
  const needKeys: { id: string; columns: string[] }[] = []
  for (const id of new Set([...then.keys(), ...now.keys()])) {
    const [old, current] = [then.get(id), now.get(id)]
    if (isSame(old, current)) continue
    if (old) await unlink(tx, workbookId, old)
    if (current && (await link(tx, workbookId, current)))
      needKeys.push({ id: current.workbook_id, columns: [current.their_key] })
    if (!current) await forget(tx, workbookId, lookupField({ id }))
  }
  return needKeys
}

function linkOf(workbookId: string, column: LookupColumn): Link {
  const { id, their_key, compare } = column
  return { workbook_id: workbookId, column_id: id, key: their_key, compare, value: wantedColumn(column) }
}

/** True when rows of the other workbook have to be given keys. */
async function link(tx: WorkspaceTx, workbookId: string, column: LookupColumn): Promise<boolean> {
  await changeStructure(tx, column.workbook_id)
  await tx.client.query(
    'insert into workbook_links (workspace_id, workbook_id, column_id, source_id) values ($1, $2, $3, $4)',
    [tx.workspace_id, workbookId, column.id, column.workbook_id],
  )
  const { follow } = await readFollowed(tx, column.workbook_id)
  const links = follow?.links ?? []
  const made = linkOf(workbookId, column)
  await setFollow(tx, column.workbook_id, 'links', [...links, made])
  return !links.some((other) => sourceField(other) === sourceField(made))
}

async function unlink(tx: WorkspaceTx, workbookId: string, column: LookupColumn): Promise<void> {
  await changeStructure(tx, column.workbook_id)
  await tx.client.query('delete from workbook_links where workspace_id = $1 and workbook_id = $2 and column_id = $3', [
    tx.workspace_id,
    workbookId,
    column.id,
  ])
  const { follow } = await readFollowed(tx, column.workbook_id)
  const gone = linkOf(workbookId, column)
  const links = (follow?.links ?? []).filter((each) => each.workbook_id !== workbookId || each.column_id !== column.id)
  await setFollow(tx, column.workbook_id, 'links', links.length > 0 ? links : undefined)
  if (!links.some((other) => sourceField(other) === sourceField(gone)))
    await forget(tx, column.workbook_id, sourceField(gone))
}

async function forget(tx: WorkspaceTx, workbookId: string, field: string): Promise<void> {
  await enqueue(tx, FORGET_KEYS, { workbook_id: workbookId, field })
}

/** Workbooks that look up a deleted column say so in their cells, and look it up again when it is back. */
async function tellOfColumns(
  tx: WorkspaceTx,
  workbookId: string,
  before: readonly ColumnConfig[],
  after: readonly ColumnConfig[],
): Promise<void> {
  const missing = (from: readonly ColumnConfig[], others: readonly ColumnConfig[]) => {
    const there = new Set(others.map(({ id }) => id))
    return from.filter(({ id }) => !there.has(id)).map(({ id }) => id)
  }
  const moved = [...missing(before, after), ...missing(after, before)]
  if (moved.length === 0) return
  const { follow } = await readFollowed(tx, workbookId)
  const concerned = (follow?.links ?? []).filter(
    ({ key, value }) => moved.includes(key) || (value !== null && moved.includes(value)),
  )
  await tellReaders(tx, concerned)
}

/** Call it when a workbook is deleted: workbooks that look it up show this in their cells, and workbooks that it looked up stop notifying it. */
export async function endComputed(tx: WorkspaceTx, { id, follow, columns }: FollowedWorkbook): Promise<void> {
  const others = (follow?.links ?? []).filter(({ workbook_id }) => workbook_id !== id)
  await tellReaders(tx, others)
  for (const lookup of lookupsOf(planComputed(id, columns ?? []))) await unlink(tx, id, lookup)
  for (const source of matchedBy(columns ?? [])) await watchForMatches(tx, source, id)
  for (const { workbook_id, column_id } of follow?.matched ? await readMatching(tx, id) : [])
    await enqueueOutdated(tx, workbook_id, [column_id])
}

/** The workbooks that columns match their rows with. */
const matchedBy = (columns: readonly ColumnConfig[]): Set<string> =>
  new Set(
    columns.flatMap((column) =>
      column.type === 'match' && column.against.kind === 'workbook' ? [column.against.workbook_id.toLowerCase()] : [],
    ),
  )

/** Starts or stops following the rows of workbooks that match columns use, and compares these rows again when other columns identify them. */
async function settleMatches(
  tx: WorkspaceTx,
  workbookId: string,
  before: readonly ColumnConfig[],
  after: readonly ColumnConfig[],
): Promise<void> {
  const [then, now] = [matchedBy(before), matchedBy(after)]
  for (const source of new Set([...then, ...now]))
    if (then.has(source) !== now.has(source)) await watchForMatches(tx, source)
  const inputs = (columns: readonly ColumnConfig[]) =>
    JSON.stringify(
      columns.flatMap((column) => (column.type === 'input' ? [[column.id, column.name, column.input_type]] : [])),
    )
  if (inputs(before) === inputs(after)) return
  const { follow } = await readFollowed(tx, workbookId)
  if (follow?.matched) await indexMatched(tx, workbookId)
}

/** Whether columns of other workbooks, save one that goes, match with this. */
async function watchForMatches(tx: WorkspaceTx, source: string, without: string | null = null): Promise<void> {
  const { rows } = await tx.client.query<{ there: boolean; matched: boolean }>(
    `select exists (select from workbooks where workspace_id = $1 and id = $2::uuid and deleted_at is null) as there,
       exists (select from workbook_columns where workspace_id = $1 and type = 'match' and workbook_id is distinct from $3::uuid
         and lower(config -> 'against' ->> 'workbook_id') = $2::text) as matched`,
    [tx.workspace_id, source, without],
  )
  if (!rows[0]?.there) return
  await changeStructure(tx, source)
  await setFollow(tx, source, 'matched', rows[0].matched ? true : undefined)
}

async function tellReaders(tx: WorkspaceTx, links: readonly Link[]): Promise<void> {
  for (const { workbook_id, column_id } of links) {
    const owner = [ownerOf(column_id)]
    await enqueueAllRows(tx, workbook_id, owner, owner)
  }
}
