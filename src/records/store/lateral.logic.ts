// SQL that looks up the rows of a list one by one through an index, independent of the planner's statistics of their workbook.
//
// It believes that a workbook which is not among the most common of its statistics has one row: a list of ids that is
// joined is then looked for in all of the workbook (26 s for 2,000 ids of 1,000,000 rows). So the list goes round outside,
// `offset 0` keeps the look-up whole, and it is for a workbook that no statistics know by name.

import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { PAST_HELD_KEYED } from '../../platform/queue/lease.ts'

/** `$1` and `$2` are the workspace and the workbook. */
export const HERE = `${OF_ANY_WORKSPACE} and workbook_id = (select $2::uuid)`

/** Ids in their order, so that two transactions that lock rows cannot deadlock. */
export const idsOf = (n: number) => `(select distinct id from unnest($${n}::uuid[]) id order by id)`

export interface LookUp {
  table: 'workbook_rows' | 'cells' | 'attempts' | 'match_keys' | 'cell_evidence' | 'workbook_threads'
  /** Which column is the one of the list; `id` without. */
  by?: string
  columns: string
  /** More conditions, and at the end what locks. */
  and?: string
  /** `if free`: rows locked by another transaction are skipped. */
  locked?: boolean | 'if free'
}

/** What `list`, of which every line has an `id`, finds; `wanted` is the line, `r` what it found. */
export const lateral = (list: string, { table, by = 'id', columns, and = '', locked = false }: LookUp) =>
  `${list} wanted cross join lateral (select ${columns} from ${table} where ${HERE} and ${found(by, and)}
    offset 0 ${locked === 'if free' ? PAST_HELD_KEYED : locked ? 'for no key update' : ''}) r`

// A query with its own order already uses the index of that order.
const found = (by: string, and: string) =>
  by === 'id' || and.includes('order by') ? `${by} = wanted.id ${and}` : inOrder(by, 'wanted.id', and)

/** The physical locations (ctid) of these rows, for an update or delete; they, or the rows they belong to, must be locked. */
export const placesOf = (list: string, lookUp: Omit<LookUp, 'columns'>) =>
  `array(select r.place from ${lateral(list, { ...lookUp, columns: 'ctid as place' })})`
