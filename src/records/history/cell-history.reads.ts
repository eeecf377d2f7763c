// Every value that one cell has had: who or what wrote it, when, and which one it has now.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import type { CellHistory, CellVersion, ChangeKind } from '../store/history.schema.ts'
import { type ChangeCounts, type ChangeDetail, isSame } from '../store/recorder.ts'
import { workbookIdOf } from '../store/workbooks.reads.ts'
import { isSameCell } from './revert.logic.ts'
import { wordsOf } from './words.logic.ts'

export interface CellPath {
  workbook_id: string
  row_id: string
  column_id: string
}

export interface CellState {
  workbook_id: string
  row_id: string
  column_id: string
  is_input: boolean
  /** The value of an input column, or the whole cell of a computed one. */
  now: Json
  made_by: string | null
}

const CELLS = `select w.id as workbook_id, r.id as row_id, k.id as column_id, k.type = 'input' as is_input, r.made_by,
    case when k.type = 'input' then r.data -> k.id else (select to_jsonb(c) from cells c
      where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id and c.column_id = k.id) end as now
  from workbooks w, workbook_columns k, workbook_rows r
  where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null
    and k.workspace_id = $1 and k.workbook_id = $2 and k.id = any($3) and r.workspace_id = $1 and r.workbook_id = $2 and r.id = $4`

/** Refuses (404) a row or column that is not there. */
export async function mustReadCell(tx: WorkspaceTx, { workbook_id, row_id, column_id }: CellPath): Promise<CellState> {
  const values = [tx.workspace_id, workbookIdOf(workbook_id), [column_id], isUuid(row_id) ? row_id : null]
  const { rows } = await tx.client.query<CellState>(CELLS, values)
  return rows[0] ?? refuse('not_found', 'Cell not found')
}

interface Line {
  change_id: string
  before: Json
  after: Json
  /** False: what a run wrote is not kept with it. */
  has_after: boolean
  kind: ChangeKind | null
  label: string | null
  state: string | null
  actor: { kind: string; user_id: number | null; name: string } | null
  counts: ChangeCounts | null
  detail: ChangeDetail | null
  created_at: Date | null
}

// `$6` is one change, to read a single version.
const LINES = (
  side: 'input' | 'cells',
  column = '$4',
) => `select v.change_id, v.${side}_before -> ${column} as before, v.${side}_after -> ${column} as after,
    coalesce(v.${side}_after ? ${column}, false) as has_after, c.kind, c.label, c.state, c.actor, c.counts, c.detail, c.created_at
  from cell_versions v left join changes c
    on c.workspace_id = v.workspace_id and c.workbook_id = v.workbook_id and c.id = v.change_id
  where v.workspace_id = $1 and v.workbook_id = $2 and v.row_id = $3 and (v.${side}_before ? ${column} or v.${side}_after ? ${column})
    and ($5::uuid is null or v.change_id < $5) and ($7::uuid is null or v.change_id = $7)
  order by v.change_id desc limit $6`

async function readLines(
  tx: WorkspaceTx,
  cell: CellState,
  { after = null, limit, only = null }: { after?: string | null; limit: number; only?: string | null },
): Promise<Line[]> {
  const values = [tx.workspace_id, cell.workbook_id, cell.row_id, cell.column_id, after, limit, only]
  return (await tx.client.query<Line>(LINES(cell.is_input ? 'input' : 'cells'), values)).rows
}

const BY_NEWEST = 'versions by newest'

/** Newest first. The page that ends the list has the value that was there at first, when it is known. */
export async function readCellHistory(
  tx: WorkspaceTx,
  path: CellPath,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<CellHistory> {
  const cell = await mustReadCell(tx, path)
  const after = (decodeCursor(BY_NEWEST, cursor)?.[0] as string | undefined) ?? null
  const lines = await readLines(tx, cell, { after, limit: limit + 1 })
  const shown = lines.slice(0, limit)
  const items: CellVersion[] = after === null ? unexplained(cell, lines[0]) : []
  const newer = after === null ? cell.now : ((await readLines(tx, cell, { limit: 1, only: after }))[0]?.before ?? null)
  items.push(...versionsOf(cell, shown, newer))
  const last = shown.at(-1)
  const isEnd = lines.length <= limit
  if (isEnd) items.push(...firstOf(cell, last, await readMaker(tx, cell.workbook_id, makerOf(cell, last))))
  const next_cursor = isEnd || !last ? null : encodeCursor(BY_NEWEST, [last.change_id])
  return { items, next_cursor }
}

const NEWEST = `select x.column_id, l.* from unnest($4::text[]) x (column_id)
  cross join lateral (${LINES('input', 'x.column_id')}) l order by x.column_id, l.change_id desc`

/** The newest changes of a cell that are read, because some of them may be undone and not give its current value. */
const LOOKED_BACK = 10

/** The value that each of some input columns has now, with who brought it, as far as that is known. */
export async function readInputOrigins(
  tx: WorkspaceTx,
  workbookId: string,
  rowId: string,
  columnIds: readonly string[],
): Promise<Map<string, CellVersion>> {
  const place = [tx.workspace_id, workbookId]
  const { rows: cells } = await tx.client.query<CellState>(CELLS, [...place, columnIds, rowId])
  const values = [...place, rowId, columnIds, null, LOOKED_BACK, null]
  const { rows } = await tx.client.query<Line & { column_id: string }>(NEWEST, values)
  const maker = await readMaker(tx, workbookId, cells[0]?.made_by ?? null)
  return new Map(
    cells.flatMap((cell): [string, CellVersion][] => {
      const lines = rows.filter(({ column_id }) => column_id === cell.column_id)
      const versions = [
        ...unexplained(cell, lines[0]),
        ...versionsOf(cell, lines, cell.now),
        ...(lines.length < LOOKED_BACK ? firstOf(cell, lines.at(-1), maker) : []),
      ]
      const current = versions.find(({ is_current }) => is_current)
      return current ? [[cell.column_id, current]] : []
    }),
  )
}

const NOBODY = { kind: null, label: null, state: null, actor: null, counts: null, detail: null, created_at: null }
type Maker = Omit<Line, 'change_id' | 'before' | 'after' | 'has_after'>

/** The change or run that made a row or wrote a value first. */
async function readMaker(tx: WorkspaceTx, workbookId: string, id: string | null): Promise<Maker | undefined> {
  if (id === null) return undefined
  const { rows } = await tx.client.query<Maker>(
    `select kind, label, state, actor, counts, detail, created_at from changes
     where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, workbookId, id],
  )
  return rows[0]
}

/** Where the value before the oldest known act came from: the user who made the row, or a run. */
function makerOf(cell: CellState, oldest: Line | undefined): string | null {
  if (cell.is_input) return cell.made_by
  const value = (oldest ? oldest.before : cell.now) as JsonObject | null
  return (value?.run_id as string | null | undefined) ?? null
}

/** The value before the oldest act that is known. */
function firstOf(cell: CellState, oldest: Line | undefined, maker: Maker | undefined): CellVersion[] {
  const value = oldest ? oldest.before : cell.now
  if ((value ?? null) === null) return []
  const line = {
    ...NOBODY,
    ...maker,
    change_id: oldest?.change_id ?? '',
    before: null,
    after: value,
    has_after: true,
  }
  const version = versionOf(cell, line, value)
  return [{ ...version, version_id: oldest ? `${oldest.change_id}.before` : 'current', undone: false }]
}

/** What a run wrote over something is what the next act found, or what is there now. */
function versionsOf(cell: CellState, lines: readonly Line[], newest: Json): CellVersion[] {
  let newer = newest
  return lines.map((line) => {
    const version = versionOf(cell, line, line.has_after ? line.after : newer)
    newer = line.before
    return version
  })
}

function versionOf(cell: CellState, line: Line, value: Json): CellVersion {
  const content = cell.is_input ? null : (value as JsonObject | null)
  const named =
    line.kind && line.counts && line.detail
      ? { ...line, kind: line.kind, counts: line.counts, detail: line.detail }
      : null
  return {
    version_id: `${line.change_id}.after`,
    value: (cell.is_input ? value : content?.value) ?? null,
    status: cell.is_input ? null : String(content?.status ?? 'pending'),
    provider: (content?.provider as string | null | undefined) ?? null,
    run_id: (content?.run_id as string | null | undefined) ?? null,
    kind: line.kind,
    words: named && wordsOf(named),
    actor: line.actor,
    at: timeOf(line, content),
    is_current: isNow(cell, value),
    undone: line.state === 'undone',
  }
}

function timeOf({ created_at }: Line, content: JsonObject | null): string | null {
  if (created_at) return created_at.toISOString()
  return typeof content?.updated_at === 'string' ? new Date(content.updated_at).toISOString() : null
}

/** The current value as a version, when the newest change did not write it: a computed value, or the first value of a run. */
function unexplained(cell: CellState, newest: Line | undefined): CellVersion[] {
  if (!newest || newest.state === 'undone' || !newest.has_after) return []
  const isExplained = cell.is_input
    ? isSame(newest.after ?? null, cell.now ?? null)
    : isSameCell(newest.after, cell.now)
  if (isExplained || (cell.now ?? null) === null) return []
  const line = { ...NOBODY, change_id: '', before: null, after: cell.now, has_after: true }
  const version = versionOf(cell, line, cell.now)
  return [{ ...version, version_id: 'current' }]
}

/** Whether the cell holds this value now. */
function isNow(cell: CellState, value: Json): boolean {
  return cell.is_input ? isSame(value ?? null, cell.now ?? null) : isSameCell(value ?? null, cell.now ?? null)
}

/** What a version holds. Refuses (404) one that is not of this cell. */
export async function mustReadVersion(tx: WorkspaceTx, cell: CellState, versionId: string): Promise<Json> {
  if (versionId === 'current') return cell.now
  const [changeId, side] = versionId.split('.')
  const lines = isUuid(changeId ?? '') ? await readLines(tx, cell, { limit: 1, only: changeId ?? null }) : []
  const [line] = lines
  if (!line || (side !== 'before' && side !== 'after')) return refuse('not_found', 'Version not found')
  if (side === 'before') return line.before
  if (line.has_after) return line.after
  const [newer] = await newerLine(tx, cell, line.change_id)
  return newer ? newer.before : cell.now
}

async function newerLine(tx: WorkspaceTx, cell: CellState, changeId: string): Promise<{ before: Json }[]> {
  const { rows } = await tx.client.query<{ before: Json }>(
    `select cells_before -> $4 as before from cell_versions
     where workspace_id = $1 and workbook_id = $2 and row_id = $3 and cells_before ? $4 and change_id > $5
     order by change_id limit 1`,
    [tx.workspace_id, cell.workbook_id, cell.row_id, cell.column_id, changeId],
  )
  return rows
}
