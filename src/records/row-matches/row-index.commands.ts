// Stores the rows of a workbook in compared form, for match columns of other workbooks.
import { createHash } from 'node:crypto'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Row } from '../../engine/values/row.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import type { Among } from '../entities/match-one.reads.ts'
import { enqueueChangedKeys } from '../entities/records.writes.ts'
import {
  type EntityKind,
  FORM_VERSION,
  formOf,
  hashShownRecord,
  keyNumbers,
  watchedNumbers,
} from '../lead-facts/record-form.logic.ts'
import { leadColumns, leadFieldOf } from '../store/columns/lead-fields.logic.ts'
import { dropKeys, dropRecords, writeKeys } from '../store/entity-records.writes.ts'
import { readMatching } from '../store/rows/matched-rows.writes.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { ROLE_OF_FIELD, rolesOfColumns } from './row-form.logic.ts'
import { readSample } from './row-pairs.reads.ts'

const BATCH = 1000

/** Which columns of the workbook hold which field of a lead. */
export interface RowReading {
  /** A hash of the columns, which changes when they do. */
  version: number
  dataOf(data: JsonObject): JsonObject
}

/** Reads input columns only, because computed or found values may depend on the match itself. The sample decides what columns hold, as for duplicates. */
export function rowReadingOf(kind: EntityKind, columns: readonly ColumnConfig[], sample: readonly Row[]): RowReading {
  const inputs = columns.filter(({ type }) => type === 'input')
  const roles = rolesOfColumns(inputs, sample)
  const roleOfId = new Map(roles.map(({ column, role }) => [column.id, role]))
  const first = (...wanted: Role[]) => roles.find(({ role }) => wanted.includes(role))?.column.id
  const fields = new Map<string, string>()
  for (const [field, id] of leadColumns(inputs))
    if (ROLE_OF_FIELD[field] === undefined || roleOfId.get(id) === ROLE_OF_FIELD[field]) fields.set(field, id)
  for (const { column, role } of roles) {
    const field = FIELD_OF_ROLE[role]
    if (field !== undefined && !fields.has(field) && ![...fields.values()].includes(column.id))
      fields.set(field, column.id)
  }
  const [given, surname, number] = [first('given_name'), first('surname'), first('street_number')]
  const [postcode, birth] = [first('postcode'), first('date')]
  // A column that is simply called Name names the subject of the row.
  const called = inputs.find(({ name }) => leadFieldOf(name) === 'contact_person')?.id
  const isCalled = called !== undefined && ['firm', 'full_name'].includes(roleOfId.get(called) ?? '')
  if (kind === 'company' && !fields.has('company') && isCalled) fields.set('company', called)
  if (kind === 'person' && isCalled && ![given, surname, fields.get('contact_person')].some((id) => id !== undefined)) {
    if (fields.get('company') === called) fields.delete('company')
    fields.set('contact_person', called)
  }
  const contact = fields.get('contact_person')
  const external = inputs.find(({ name }) =>
    /^(external[ _]?id|customer[ _]?(id|no|number)|account[ _]?id)$/i.test(name),
  )
  const parts = { given, surname, number, postcode, birth }
  const others = inputs.filter(({ id }) => ![...fields.values(), ...Object.values(parts)].includes(id))
  const told = [kind, FORM_VERSION, [...fields], parts, external?.id, others.map(({ id, name }) => [id, name])]
  return {
    version: createHash('sha256').update(JSON.stringify(told)).digest().readUInt32BE(0) >>> 1,
    dataOf(data) {
      const read: JsonObject = Object.fromEntries([...fields].map(([field, id]) => [field, data[id] ?? null]))
      const joined = (...ids: (string | undefined)[]) =>
        ids
          .map((id) => (id === undefined ? '' : textOf(data[id])))
          .join(' ')
          .trim()
      const name = joined(given, surname)
      const street = number === undefined ? '' : joined(number, fields.get('address'))
      return {
        ...read,
        ...(street !== '' && { address: street }),
        ...(name !== '' && contact === undefined && { contact_person: name }),
        ...(external && { external_id: data[external.id] ?? null }),
        custom: {
          ...Object.fromEntries(others.map((column) => [column.name, data[column.id] ?? null])),
          // Stored under the names of lead fields, not of the columns.
          ...(postcode !== undefined && { postcode: data[postcode] ?? null }),
          ...(birth !== undefined && { 'date of birth': data[birth] ?? null }),
        },
        kind,
      }
    },
  }
}

type Role = ReturnType<typeof rolesOfColumns>[number]['role']

const FIELD_OF_ROLE: Readonly<Record<string, string>> = {
  firm: 'company',
  full_name: 'contact_person',
  domain: 'domain',
  email: 'email',
  phone: 'phone',
  street: 'address',
  city: 'city',
  region: 'state',
  country: 'country',
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '')

const spaceOf = (workbookId: string) => `row ${workbookId} `

/** Updates the records of a workbook from its rows, one transaction per batch. Refuses (404) an unknown workbook. */
export async function indexRows(
  database: Database,
  at: WorkspaceId,
  workbookId: string,
  kind: EntityKind,
): Promise<Among> {
  const reading = await database.inWorkspace(at, async (tx) => {
    const { rowCount } = await tx.client.query(
      'select from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
      [tx.workspace_id, workbookId],
    )
    if (rowCount === 0) return refuse('not_found', 'The other workbook is gone.')
    const columns = await readColumns(tx, workbookId)
    return rowReadingOf(kind, columns, await readSample(tx, workbookId, columns))
  })
  await database.inWorkspace(at, async (tx) => {
    await holdIndex(tx, workbookId)
    await dropGone(tx, workbookId, kind)
  })
  for (let more = true; more; ) more = await database.inWorkspace(at, (tx) => indexSome(tx, workbookId, kind, reading))
  return amongRows(workbookId, reading)
}

/** Deletes the records of deleted rows, and marks the cells that were matched with them. */
async function dropGone(tx: WorkspaceTx, workbookId: string, kind: EntityKind): Promise<void> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select r.id from entity_records r where r.workspace_id = $1 and r.workbook_id = $2 and r.kind = $3 and not exists (
       select from workbook_rows w where w.workspace_id = $1 and w.workbook_id = $2 and w.id = r.row_id)`,
    [tx.workspace_id, workbookId, kind],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  if ((await readMatching(tx, workbookId)).length > 0) await enqueueChangedKeys(tx, workbookId, ids)
  await dropRecords(tx, 'id = any($2::bigint[])', [ids])
}

const holdIndex = (tx: WorkspaceTx, workbookId: string) => hold(tx, `row index ${workbookId}`)

interface IndexedRow {
  id: string
  data: JsonObject
  updated_at: string
  record_id: number | null
  told: number | null
  keys: number[] | null
}

async function indexSome(
  tx: WorkspaceTx,
  workbookId: string,
  kind: EntityKind,
  { version, dataOf }: RowReading,
): Promise<boolean> {
  await holdIndex(tx, workbookId)
  const { rows } = await tx.client.query<IndexedRow>(
    `select w.id, w.data, w.updated_at::text, r.id as record_id, r.told, r.keys from workbook_rows w left join entity_records r on r.workspace_id = $1
       and r.workbook_id = $2 and r.row_id = w.id and r.kind = $3
     where w.workspace_id = $1 and w.workbook_id = $2
       and (r.id is null or r.version <> $4 or r.row_updated_at is distinct from w.updated_at) limit $5`,
    [tx.workspace_id, workbookId, kind, version, BATCH],
  )
  const made = rows.map(({ id, data, updated_at }) => {
    const read = dataOf(data)
    const form = formOf(kind, read)
    return {
      row_id: id,
      updated_at,
      form,
      told: hashShownRecord(kind, form, read),
      keys: keyNumbers(kind, form, spaceOf(workbookId)),
    }
  })
  if ((await readMatching(tx, workbookId)).length > 0) {
    const changed = rows.flatMap((row, at) =>
      made[at]?.told === row.told ? [] : [{ ...row, form: made[at]?.form ?? [] }],
    )
    const watched = changed.flatMap(({ data, form }) => watchedNumbers(kind, form, dataOf(data), spaceOf(workbookId)))
    await enqueueChangedKeys(
      tx,
      workbookId,
      changed.flatMap(({ record_id }) => record_id ?? []),
      watched,
    )
  }
  const written = await tx.client.query<{ id: number; row_id: string }>(
    `insert into entity_records (workspace_id, id, kind, workbook_id, row_id, form, version, row_updated_at, told, keys)
     select $1, nextval('entity_record_ids'), $2, $3, x.row_id, x.form, $5, x.updated_at, x.told, x.keys
     from jsonb_to_recordset($4::jsonb) as x (row_id uuid, form jsonb, updated_at timestamptz, told int, keys bigint[])
     on conflict (workspace_id, workbook_id, row_id, kind) where row_id is not null do update set form = excluded.form,
       version = excluded.version, row_updated_at = excluded.row_updated_at, told = excluded.told, keys = excluded.keys, keyed_at = now()
     returning id, row_id`,
    [tx.workspace_id, kind, workbookId, JSON.stringify(made), version],
  )
  const ids = new Map(written.rows.map(({ id, row_id }) => [row_id, id]))
  const keyed = made.map(({ row_id, keys }, at) => ({
    id: ids.get(row_id) as number,
    before: rows[at]?.keys ?? [],
    keys,
  }))
  await dropKeys(tx, keyed)
  await writeKeys(tx, keyed)
  return rows.length === BATCH
}

function amongRows(workbookId: string, { dataOf }: RowReading): Among {
  return {
    space: spaceOf(workbookId),
    async read(tx, candidates) {
      const { rows } = await tx.client.query<{ id: string; data: JsonObject }>(
        'select id, data from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[])',
        [tx.workspace_id, workbookId, candidates.flatMap(({ row_id }) => row_id ?? [])],
      )
      const byRow = new Map(rows.map(({ id, data }) => [id, dataOf(data)]))
      return new Map(
        candidates.flatMap(({ id, row_id }) => {
          const data = byRow.get(row_id ?? '')
          return data ? [[id, data] as const] : []
        }),
      )
    },
    // Rows are found by their blocking keys, which include every identifier.
    known: async () => [],
  }
}
