// Writing the rows that an import has planned, from the lines of its plan (`import_rows`): no value of them comes back to this process.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { ValueChange } from '../follow.ts'
import { insertUnlessTaken } from './rows.writes.ts'

/** A range of lines of one import, both ends included. */
export type PlannedLines = [workspaceId: string, importId: string, from: number, to: number]

/** `$1` to `$4` are {@link PlannedLines}. */
export const LINES = `s.workspace_id = $1 and s.import_id = $2 and s.seq between $3 and $4`

// The values before go on record under the import's id, which is the id of its change.
const CHANGE = `with met as materialized (
    select r.id, r.data as before, s.data as patch from import_rows s
      join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id
    where ${LINES} and s.writes and s.seen_at is not null and r.updated_at = s.seen_at order by r.id for no key update of r),
  kept as (insert into cell_versions (workspace_id, workbook_id, row_id, change_id, input_before, input_after)
    select $1, $5, m.id, $2, (select jsonb_object_agg(k, coalesce(m.before -> k, 'null')) from jsonb_object_keys(m.patch) k), m.patch
    from met m)
  update workbook_rows r set data = r.data || m.patch, updated_at = now() from met m
  where r.workspace_id = $1 and r.workbook_id = $5 and r.id = m.id
  returning r.id, array(select k from jsonb_object_keys(m.patch) k where coalesce(m.before -> k, 'null') <> m.patch -> k) as edited`

const MAKE_FREE = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, identity_key, made_by)
  select $1, $5, s.row_id, $6::float8 + s.place, s.data, s.key, $2 from import_rows s
  where ${LINES} and s.writes and s.seen_at is null order by s.seq`

const MAKE = `${MAKE_FREE}
  on conflict (workspace_id, workbook_id, identity_key) where identity_key is not null do nothing returning position`

const MAKE_KEYLESS = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, made_by)
  select $1, $5, s.row_id, $6::float8 + s.place, s.data, $2 from import_rows s
  where ${LINES} and s.writes and s.seen_at is null
    and not exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id)
  returning position`

/** Writes into rows that are as the plan saw them; those, with the columns that have other values. */
export async function changePlanned(
  tx: WorkspaceTx,
  workbookId: string,
  lines: PlannedLines,
): Promise<{ id: string; edited: string[] }[]> {
  return (
    await tx.client.query<{ id: string; edited: string[] }>({
      name: 'plan_change',
      text: CHANGE,
      values: [...lines, workbookId],
    })
  ).rows
}

/** What the import of this id has changed in these rows. */
export async function readChanged(
  tx: WorkspaceTx,
  workbookId: string,
  importId: string,
  rowIds: readonly string[],
): Promise<ValueChange[]> {
  const { rows } = await tx.client.query<ValueChange>(
    `select row_id, input_before as before, input_after as after from cell_versions
      where workspace_id = $1 and workbook_id = $2 and change_id = $3 and row_id = any($4::uuid[])`,
    [tx.workspace_id, workbookId, importId, rowIds],
  )
  return rows
}

/**
 * Adds the rows that the lines make, `count` by the plan; where they lie. One whose key is taken is left out where rows are known by
 * their keys, and else added without it.
 */
export async function addPlanned(
  tx: WorkspaceTx,
  workbookId: string,
  lines: PlannedLines,
  { first, count, areKnown }: { first: number | null; count: number; areKnown: boolean },
): Promise<number[]> {
  const values = [...lines, workbookId, first]
  // By the plan's word that the keys are free; being ready for a conflict would double the work.
  const free = { name: 'plan_make_free', text: `${MAKE_FREE} returning position`, values }
  const made =
    (areKnown && (await insertUnlessTaken<{ position: number }>(tx, free))) ||
    (await tx.client.query<{ position: number }>({ name: 'plan_make', text: MAKE, values }))
  const { rows } = made
  if (rows.length < count && !areKnown)
    rows.push(
      ...(await tx.client.query<{ position: number }>({ name: 'plan_make_keyless', text: MAKE_KEYLESS, values })).rows,
    )
  return rows.map(({ position }) => position)
}
