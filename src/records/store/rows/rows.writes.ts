// Inserting, changing and removing rows in groups, with the counts by block and in total kept in the same transaction.
import type pg from 'pg'
import { refuse } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { eventInsert, eventText, OUTBOX, type OutboxEvent } from '../../../platform/events/outbox.ts'
import { idsOf, lateral, placesOf } from '../lateral.logic.ts'
import { type Change, changeText, type Differences, insertChange } from '../recorder.ts'

/** Rows are counted per range of this many positions; also in rows.page.ts. */
export const BLOCK = 4096

export interface NewRow {
  id: string
  position: number
  data: JsonObject
  identity_key: string | null
}

/** Reserves positions after all rows and returns the first. What is reserved and not used stays a gap. */
export async function takePositions(tx: WorkspaceTx, workbookId: string, count: number): Promise<number> {
  const { rows } = await tx.client.query<{ first: number }>({
    name: 'positions_take',
    text: `update workbooks set next_position = next_position + $3 where workspace_id = $1 and id = $2 and deleted_at is null
      returning next_position - $3 as first`,
    values: [tx.workspace_id, workbookId, count],
  })
  return rows[0]?.first ?? refuse('not_found', 'Workbook not found')
}

// Measured per 100,000 rows of 8 values, in seconds of the database's processor: 0.55 with arrays, 0.85 with
// jsonb_to_recordset and the ids returned. Row-level security rules COPY out. As a list to select from, all would be stored first:
// 6 µs a row instead of 5.
const INSERT = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, identity_key, made_by)
  select $1, $2, unnest($3::uuid[]), unnest($4::float8[]), jsonb_array_elements($5::jsonb), unnest($6::text[]), $7::uuid`
const UNLESS_KNOWN = `${INSERT}
  on conflict (workspace_id, workbook_id, identity_key) where identity_key is not null do nothing`

/** Inserts rows whose identity is free and returns the ids of those; the others were not inserted. */
export async function insertRows(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly NewRow[],
  madeBy: string | null,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const values = insertValues(tx, workbookId, rows, madeBy)
  const { rowCount } = await tx.client.query(
    rows.some((row) => row.identity_key !== null)
      ? { name: 'rows_insert_new', text: UNLESS_KNOWN, values }
      : { name: 'rows_insert', text: INSERT, values },
  )
  const ids = rows.map((row) => row.id)
  if (rowCount === rows.length) return new Set(ids)
  const there = await tx.client.query<{ id: string }>(
    `select r.id from ${lateral(idsOf(3), { table: 'workbook_rows', columns: 'id' })}`,
    [tx.workspace_id, workbookId, ids],
  )
  return new Set(there.rows.map(({ id }) => id))
}

/** Inserts rows without keys with the commit: for transactions with no query after it. */
export function insertLastly(tx: WorkspaceTx, workbookId: string, rows: readonly NewRow[], madeBy: string): void {
  tx.lastly.push({ name: 'rows_insert', text: INSERT, values: insertValues(tx, workbookId, rows, madeBy) })
}

const TAKEN = '23505'

/**
 * Inserts rows whose keys are known to be free, as {@link insertRows} but cheaper: being ready for a conflict doubles the
 * work of the database. False when one of them was taken after all; then none was inserted.
 */
export async function insertFreeRows(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly NewRow[],
  madeBy: string | null,
): Promise<boolean> {
  const values = insertValues(tx, workbookId, rows, madeBy)
  return (await insertUnlessTaken(tx, { name: 'rows_insert', text: INSERT, values })) !== null
}

/** Sends a statement that adds rows; null when one of their keys was taken after all, and then none was added. */
export async function insertUnlessTaken<Row extends pg.QueryResultRow>(
  tx: WorkspaceTx,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row> | null> {
  try {
    // In one message: when the statement fails, the server skips the rest of the message.
    const [, answer] = await Promise.all([
      tx.client.query({ name: 'free_rows', text: 'savepoint free_rows' }),
      tx.client.query<Row>(statement),
      tx.client.query({ name: 'free_rows_in', text: 'release free_rows' }),
    ])
    return answer
  } catch (error) {
    if ((error as { code?: string }).code !== TAKEN) throw error
    await tx.client.query('rollback to free_rows; release free_rows')
    return null
  }
}

// Ids and numbers have nothing to quote, which the driver would look for in each of them.
function insertValues(tx: WorkspaceTx, workbookId: string, rows: readonly NewRow[], madeBy: string | null) {
  return [
    tx.workspace_id,
    workbookId,
    `{${rows.map((row) => row.id).join()}}`,
    `{${rows.map((row) => row.position).join()}}`,
    JSON.stringify(rows.map((row) => row.data)),
    rows.some((row) => row.identity_key !== null) ? rows.map((row) => row.identity_key) : null,
    madeBy,
  ]
}

export interface StoredRow {
  id: string
  position: number
  data: JsonObject
  identity_key: string | null
  /** Where it lies (ctid). It stays there while its transaction holds the lock and does not write it. */
  place?: string
}

/** A row that this transaction has locked. */
export type LockedRow = StoredRow & { place: string }

export const STORED = 'id, position, data, identity_key'
export const LOCKED = `${STORED}, ctid as place`
export const LOCK_DATA = `select r.* from ${lateral(idsOf(3), { table: 'workbook_rows', columns: LOCKED, locked: true })}`

/** The rows among these that exist, locked, with their values. */
export async function lockRowData(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
): Promise<LockedRow[]> {
  const values = [tx.workspace_id, workbookId, rowIds]
  return (await tx.client.query<LockedRow>({ name: 'rows_lock_data', text: LOCK_DATA, values })).rows
}

// "is not null" lets a plan for any key use the partial index.
const BY_KEY = { table: 'workbook_rows', by: 'identity_key', and: 'and identity_key is not null' } as const
const KEYS = '(select distinct id from unnest($3::text[]) id)'
// Found by key, locked by id: the order in which every transaction locks.
export const LOCK_KEYS = `select r.* from (
    select r.id, r.identity_key as key from ${lateral(KEYS, { ...BY_KEY, columns: 'id, identity_key' })} order by r.id)
  ${lateral('', { table: 'workbook_rows', columns: STORED, and: 'and identity_key = wanted.key', locked: true })}`

/** The rows that have these identity keys, locked, with their values. */
export async function lockRowsByKey(tx: WorkspaceTx, workbookId: string, keys: string[]): Promise<StoredRow[]> {
  const values = [tx.workspace_id, workbookId, keys]
  return (await tx.client.query<StoredRow>({ name: 'rows_lock_keys', text: LOCK_KEYS, values })).rows
}

const MERGE = `input_before = excluded.input_before || coalesce(v.input_before, '{}'),
      input_after = coalesce(v.input_after, '{}') || excluded.input_after`

/** Rows as they are to be: their ids, values and keys. */
const CHANGED = `(select * from rows from (unnest($3::uuid[]), jsonb_array_elements($4::jsonb), unnest($5::text[])) as x(id, data, key))`
const BY_ID = `(select wanted.*, r.place from ${lateral(CHANGED, { table: 'workbook_rows', columns: 'ctid as place' })}) x`
/** The same by their places: looking each row up once more took a third of the whole statement. */
export const BY_PLACE = `rows from (unnest($3::tid[]), jsonb_array_elements($4::jsonb), unnest($5::text[])) as x(place, data, key)`

// One statement writes the values, what was there before, and the line of the change when it is not on record yet.
const updating = (found: string, onConflict: string) => `with versioned as (
    insert into cell_versions as v (workspace_id, workbook_id, change_id, row_id, input_before, input_after)
    select $1, $2, $7::uuid, unnest($8::uuid[]), jsonb_array_elements($9::jsonb), jsonb_array_elements($10::jsonb)
    ${onConflict}),
  recorded as (${insertChange(6)})
  update workbook_rows set data = x.data, identity_key = x.key, updated_at = now()
  from ${found} where ctid = x.place`

const MERGED = `on conflict (workspace_id, workbook_id, change_id, row_id) do update set
      ${MERGE}`
export const UPDATE = updating(BY_ID, MERGED)
export const UPDATE_PLACED = updating(BY_PLACE, MERGED)
// A change that is not on record yet has no other lines: being ready for that would cost a fifth of the time.
export const UPDATE_FIRST = updating(BY_PLACE, '')

/** A row with its values as they are to be, and how they differ from those before when that is to be kept. */
export interface ChangedRow extends Omit<StoredRow, 'position'> {
  differs?: Differences | null
}

/** Under which change the values before are kept; `line` is its line when no other statement has written it. */
export interface ChangeRecording {
  change_id: string
  line: Change | null
}

const WITHOUT_RECORD = [null, null, [], '[]', '[]']

/** Writes the values of rows that are locked; with a recording, what was there before too. */
export async function updateRowData(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly ChangedRow[],
  recording: ChangeRecording | null,
): Promise<void> {
  const kept = recording ? rows.flatMap(({ id, differs }) => (differs ? [{ id, ...differs }] : [])) : []
  const record = [
    recording?.line ? changeText(tx, recording.line) : null,
    recording?.change_id ?? null,
    kept.map((row) => row.id),
    JSON.stringify(kept.map((row) => row.before)),
    JSON.stringify(kept.map((row) => row.after)),
  ]
  const own = [JSON.stringify(rows.map((row) => row.data)), rows.map((row) => row.identity_key)]
  const ofId = (more: readonly unknown[]) => {
    const values = [tx.workspace_id, workbookId, rows.map((row) => row.id), ...own, ...more]
    return { name: 'rows_update', text: UPDATE, values }
  }
  const places = rows.flatMap(({ place }) => place ?? [])
  if (places.length < rows.length) {
    await tx.client.query(ofId(record))
    return
  }
  const { rowCount } = await tx.client.query({
    ...(recording?.line
      ? { name: 'rows_update_first', text: UPDATE_FIRST }
      : { name: 'rows_update_placed', text: UPDATE_PLACED }),
    values: [tx.workspace_id, workbookId, places, ...own, ...record],
  })
  // This transaction has written some of them since it locked them: they lie elsewhere now.
  if (rowCount !== rows.length) await tx.client.query(ofId(WITHOUT_RECORD))
}

// A write of one cell is what people wait for: the event goes along in the same statement, which saves a round trip.
const UPDATE_ONE = `with emitted as (${eventInsert(10)}),
  changed as (
    update workbook_rows set data = $4, identity_key = $5, updated_at = now()
    where workspace_id = $1 and workbook_id = $2 and id = $3),
  versioned as (
    insert into cell_versions as v (workspace_id, workbook_id, change_id, row_id, input_before, input_after)
    select $1, $2, $6::uuid, $3, $7::jsonb, $8::jsonb where $6::uuid is not null
    on conflict (workspace_id, workbook_id, change_id, row_id) do update set ${MERGE})
  ${insertChange(9)}`

/**
 * As {@link updateRowData} for one row: a statement of its own, since its plan is made once and kept. It goes with the commit,
 * which saves a way to the database, unless what follows has to see it.
 */
export async function updateOneRow(
  tx: WorkspaceTx,
  workbookId: string,
  { differs, ...row }: ChangedRow,
  change: Change,
  event: OutboxEvent,
  isSeen: boolean,
): Promise<void> {
  const record = differs
    ? [change.id, JSON.stringify(differs.before), JSON.stringify(differs.after), changeText(tx, change)]
    : [null, null, null, null]
  const data = JSON.stringify(row.data)
  const values = [tx.workspace_id, workbookId, row.id, data, row.identity_key, ...record, eventText(event)]
  const statement = { name: 'row_update', text: UPDATE_ONE, values }
  if (isSeen) await tx.client.query(statement)
  else tx.lastly.push(statement)
  tx.wakes.add(OUTBOX)
}

export const KEYS_TAKEN = `select r.* from ${lateral(KEYS, { ...BY_KEY, columns: 'identity_key, id' })}`

/** The keys among these that some row has already. */
export async function takenKeys(tx: WorkspaceTx, workbookId: string, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.client.query<{ identity_key: string; id: string }>({
    name: 'keys_taken',
    text: KEYS_TAKEN,
    values: [tx.workspace_id, workbookId, keys],
  })
  return new Map(rows.map((row) => [row.identity_key, row.id]))
}

/** Removes locked rows, whose cells are gone already. Returns how many rows each block lost. */
export async function removeRows(tx: WorkspaceTx, workbookId: string, rowIds: string[]): Promise<Map<number, number>> {
  const { rows } = await tx.client.query<{ block: number; rows: number }>({
    name: 'rows_remove',
    text: `with gone as (
       delete from workbook_rows where ctid = any(${placesOf(idsOf(3), { table: 'workbook_rows' })}) returning position)
     select floor(position / ${BLOCK})::int as block, count(*) as rows from gone group by 1`,
    values: [tx.workspace_id, workbookId, rowIds],
  })
  return new Map(rows.map((row) => [row.block, -row.rows]))
}

/** How many of these positions each block gains. */
export function blocksOf(positions: Iterable<number>): Map<number, number> {
  const blocks = new Map<number, number>()
  for (const position of positions) {
    const block = Math.floor(position / BLOCK)
    blocks.set(block, (blocks.get(block) ?? 0) + 1)
  }
  return blocks
}

const COUNT = `with changed as materialized (
    update workbooks set total_rows = total_rows + $3, updated_at = now()
    where workspace_id = $1 and id = $2 and deleted_at is null returning id)
  insert into workbook_row_blocks as b (workspace_id, workbook_id, block, rows)
  select $1, changed.id, x.block, x.rows from changed, unnest($4::int[], $5::int[]) as x(block, rows) order by x.block
  on conflict (workspace_id, workbook_id, block) do update set rows = b.rows + excluded.rows returning 1`

/**
 * Settles the counters by what each block gained or lost, with the commit: all writers of the workbook meet here. Its structure must
 * be held; then it is there.
 */
export function countRows(tx: WorkspaceTx, workbookId: string, blocks: ReadonlyMap<number, number>): void {
  if (blocks.size === 0) return
  const total = [...blocks.values()].reduce((sum, rows) => sum + rows, 0)
  const values = [tx.workspace_id, workbookId, total, [...blocks.keys()], [...blocks.values()]]
  tx.lastly.push({ name: 'rows_count', text: COUNT, values })
}

/** Says that the workbook changed, at most every half a minute: its row is where all writers would wait for each other. */
export function touchWorkbook(tx: WorkspaceTx, workbookId: string): void {
  tx.lastly.push({
    name: 'workbook_touch',
    text: `update workbooks set updated_at = now()
      where workspace_id = $1 and id = $2 and updated_at < now() - interval '30 seconds'`,
    values: [tx.workspace_id, workbookId],
  })
}
