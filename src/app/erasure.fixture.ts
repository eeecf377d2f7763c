// For tests of erasure: all that a database holds of a person, in every column of every table, opened where it is sealed.
import type { TestDatabase } from '../../test/database.ts'
import { open } from '../platform/secrets/envelope.ts'
import { wrappingKey } from '../platform/secrets/master.ts'
import { deriveKey } from '../platform/secrets/master-key.ts'

/** Of the service whose sealed answers are opened. */
export const MASTER_KEY = Buffer.alloc(32, 9)
const ANSWERS_KEY = wrappingKey(Buffer.from(deriveKey(MASTER_KEY, 'kept answers')))
export interface Trace {
  table: string
  row: Record<string, unknown>
}

export interface Column {
  name: string
  type: string
  /** It must have a value and has none by itself. */
  is_needed: boolean
}

/** The tables that the database has, so that a new one is searched as well. */
export async function allTables(database: TestDatabase): Promise<{ name: string; columns: Column[] }[]> {
  return database.asOwner(
    `select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname,
        'is_needed', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname order by 1`,
  )
}

/** Whatever a value holds as text: bytes are read as text, what is sealed is opened. */
function textOf(table: string, row: Record<string, unknown>): string {
  const bytes = Object.values(row).flatMap((value) =>
    typeof value === 'string' && value.startsWith('\\x') ? [Buffer.from(value.slice(2), 'hex').toString('utf8')] : [],
  )
  const sealed =
    table === 'idempotency_keys' && typeof row.body === 'string'
      ? open(
          ANSWERS_KEY,
          [row.workspace_id, row.route, row.key].map(String),
          Buffer.from(row.body, 'base64'),
        ).toString()
      : ''
  return [JSON.stringify(row), ...bytes, sealed].join('\n')
}

/** All that names the person, in every column of every table, sealed answers and stored files included. */
export async function tracesOf(database: TestDatabase, workspaceId: string, person: RegExp): Promise<Trace[]> {
  const found: Trace[] = []
  for (const { name, columns } of await allTables(database)) {
    const own = columns.some((column) => column.name === 'workspace_id')
      ? 'where t.workspace_id = $1'
      : 'where $1 <> $2'
    const values = own.includes('$2') ? [workspaceId, ''] : [workspaceId]
    const rows = await database.asOwner<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t ${own}`,
      values,
    )
    found.push(...rows.filter(({ row }) => person.test(textOf(name, row))).map(({ row }) => ({ table: name, row })))
  }
  return found
}
