// The stored list of what must be updated after a write to a workbook; `FOLLOWERS` in rows/write.ts are the functions.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Normaliser } from './identity.logic.ts'
import { type Differences, differences } from './recorder.ts'

/** The followers of a write of the workbook, by kind; stored in `workbooks.follow`. */
export interface Follow {
  /** The workbook has columns that are computed from others. */
  computed?: true
  /** Views whose rows are kept in order, each with the columns it reads; null: any write can move a row. */
  views?: { id: string; fields: string[] | null }[]
  /** The token of the nightly job that computes time-dependent columns again; a job with an outdated token ends. */
  daily?: string
  /** Columns of other workbooks that look rows up here. */
  links?: Link[]
  /** Columns that run by themselves when what they read is written. */
  auto?: string[]
  /** Rules start when its rows are added or change. */
  rules?: true
  /** Its rows are synced with leads. */
  leads?: true
  /** Columns of other workbooks match with its rows. */
  matched?: true
  /** For each column, the columns whose answers depend on it. */
  reads?: Record<string, string[]>
}

/** A column of another workbook that looks rows up in this one. */
export interface Link {
  workbook_id: string
  column_id: string
  /** The column that is compared, and how. */
  key: string
  compare: Normaliser
  /** The column whose value is wanted; null when only the rows count. */
  value: string | null
}

/** The workbook as {@link openForWriting} and `openCell` read it, without an extra statement. */
export interface FollowedWorkbook {
  id: string
  /** Null while nothing follows a write. */
  follow: Follow | null
  /** All of the workbook's columns; may be left out (null) while nothing follows. */
  columns: readonly ColumnConfig[] | null
}

export interface TouchedRows {
  /** By id, or every row between two positions, both included. Removed rows are listed by id. */
  rows: readonly string[] | { from: number; to: number }
  /** The columns that were written; `all` for rows that were added or removed. */
  columns: readonly string[] | 'all'
  /** The run that wrote them. */
  run_id?: string | undefined
  /** The job that brought them. */
  job_id?: string | undefined
  /** All written rows with their own values, from writers that have them and changed nothing else. */
  known?: readonly KnownRow[]
  /** Values that this write changed, from writers without `known`; to be given where rules watch (`follow.rules`). */
  moved?: readonly ValueChange[]
  /** The changed values, from writers that know them more exactly than `known`; by default all written values. */
  edited?: readonly { rows: readonly string[]; columns: readonly string[] }[]
}

/** A row whose own values were written. */
export interface KnownRow {
  id: string
  position: number
  /** Null for an added row that has only its own values. */
  before: JsonObject | null
  after: JsonObject
}

/** Values of one row that a write changed, as they were and as they are. */
export interface ValueChange extends Differences {
  row_id: string
}

/** What a write changed in rows that were there before: nothing of values that it left as they were. */
export function valueChanges({ known = [], moved = [] }: TouchedRows): ValueChange[] {
  const own = known.flatMap(({ id, before, after }) => {
    const differs = before && differences(before, after)
    return differs ? [{ row_id: id, ...differs }] : []
  })
  const others = moved.flatMap(({ row_id, before, after }) => {
    const differs = differences(before, after)
    return differs ? [{ row_id, ...differs }] : []
  })
  return [...own, ...others]
}

const MOST_IDS = 5_000

/** The rows for lines of `dirty_rows`: ids, a limited number per line, or a range. */
export function linesOf(rows: TouchedRows['rows']): [readonly string[] | null, number | null, number | null][] {
  if ('from' in rows) return [[null, rows.from, rows.to]]
  const lines = Math.ceil(rows.length / MOST_IDS)
  return Array.from({ length: lines }, (_, n) => [rows.slice(n * MOST_IDS, (n + 1) * MOST_IDS), null, null])
}

/** What follows a write, for a writer that has not opened the workbook. Its structure must be held (see structure.lock.ts). */
export async function readFollowed(tx: WorkspaceTx, workbookId: string): Promise<FollowedWorkbook> {
  const { rows } = await tx.client.query<FollowedWorkbook>({
    name: 'workbook_follow',
    text: `select w.id, w.follow, ${FOLLOWED_COLUMNS} from workbooks w where w.workspace_id = $1 and w.id = $2`,
    values: [tx.workspace_id, workbookId],
  })
  return rows[0] ?? { id: workbookId, follow: null, columns: null }
}

/** All columns of the workbook `w`, when something that reads them follows a write of it. */
export const FOLLOWED_COLUMNS = `case when w.follow - 'reads' <> '{}' then (
    select json_agg(f.config || jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type) order by f.ordinal, f.id)
    from workbook_columns f where f.workspace_id = w.workspace_id and f.workbook_id = w.id) end as columns`

/** Sets or removes one member of `follow`. The structure of the workbook must be held for change. */
export async function setFollow<M extends keyof Follow>(
  tx: WorkspaceTx,
  workbookId: string,
  member: M,
  value: Follow[M] | undefined,
): Promise<void> {
  await tx.client.query(
    `update workbooks set follow = nullif(case when $4::jsonb is null then coalesce(follow, '{}') - $3
         else coalesce(follow, '{}') || jsonb_build_object($3::text, $4::jsonb) end, '{}')
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, workbookId, member, value === undefined ? null : JSON.stringify(value)],
  )
}
