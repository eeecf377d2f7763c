// The first migrations are a baseline: the schema as it stood when the migrations before it were folded into one file a room. A database
// or a backup that the earlier files made, all of them, has the same schema, so only the record of its migrations is replaced.
import { createHash } from 'node:crypto'
import { StartError } from '../start-error.ts'
import type { AppliedMigration, Migration } from './migration-files.ts'
import type { SqlAsker } from './sql-client.ts'

/** The earlier files: the number of the last one, and the SHA-256 of their numbers and checksums in order. */
const EARLIER = { last: 400, checksum: '9d75ed4ce4c59bfb2ae0e7715bf19fbd2d78402e9f5f65fa489d9018da8f5470' }

const isEarly = ({ number }: AppliedMigration) => number <= EARLIER.last

function checksumOf(applied: readonly AppliedMigration[]): string {
  const lines = [...applied].sort((a, b) => a.number - b.number).map(({ number, checksum }) => `${number} ${checksum}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/**
 * What was applied, in the migrations of today: the baseline stands for all of the earlier files.
 * @throws StartError for a part of the earlier files, which only the version that still had them can complete
 */
export function readHistory(
  applied: readonly AppliedMigration[],
  migrations: readonly AppliedMigration[],
): AppliedMigration[] {
  const early = applied.filter(isEarly)
  const known = new Map(migrations.map(({ number, name }) => [number, name]))
  // A migration with a number that exists today is compared by refuseForeignHistory.
  if (early.every(({ number, name }) => known.get(number) === name)) return [...applied]
  if (checksumOf(early) !== EARLIER.checksum)
    throw new StartError(
      `The database is of an older version than this one can upgrade (its last migration is ${early.at(-1)?.name}). ` +
        'Start the version of 28 November 2026, the last of 0.1.0 with its migrations, on it once, then this one.',
    )
  const baseline = migrations.filter(isEarly).map(({ number, name, checksum }) => ({ number, name, checksum }))
  return [...baseline, ...applied.filter((one) => !isEarly(one))]
}

/** Puts the baseline on record in place of the earlier files, where those made this database. In a transaction of its own; safe to repeat. */
export async function recordBaseline(client: SqlAsker, migrations: readonly Migration[]): Promise<AppliedMigration[]> {
  const read = 'select number, name, checksum from schema_migrations order by number'
  const { rows } = await client.query<AppliedMigration>(read)
  const history = readHistory(rows, migrations)
  if (history.length === rows.length) return history
  await client.query('begin')
  await client.query('delete from schema_migrations where number <= $1', [EARLIER.last])
  await client.query(
    `insert into schema_migrations (number, name, checksum)
     select number, name, checksum from jsonb_to_recordset($1) as one (number int, name text, checksum text)`,
    [JSON.stringify(history.filter(isEarly))],
  )
  await client.query('commit')
  return history
}
