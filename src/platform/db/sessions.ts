// How connections begin: with the role and settings of a session, or, behind a pooler in transaction mode, with those of each transaction.
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { LOOK_UP } from './look-up.ts'

const settingsOf = (role: string): [name: string, value: string][] => [
  ['role', role],
  ['timezone', 'UTC'],
  ['idle_in_transaction_session_timeout', '600000'],
  ...LOOK_UP,
]

/** For a connection that is a session of the server. */
export const sessionOptions = (role: string): string =>
  settingsOf(role)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The same until the end of a transaction. */
export function transactionSettings(role: string): pg.QueryConfig {
  const settings = settingsOf(role)
  const set = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`)
  return { text: `select ${set.join(', ')}`, values: settings.flat() }
}

const WHERE = `select (select system_identifier from pg_control_system())::text as server, current_database() as database`

/** @throws StartError when the pooler does not answer, or leads elsewhere. */
export async function refuseOtherDatabase(direct: pg.ClientConfig, pooler: string): Promise<void> {
  const [here, there] = await Promise.all([
    look(direct),
    look({ connectionString: pooler }).catch((error: Error) => {
      throw new StartError(
        `The pooler of DATABASE_POOLER_URL does not let this service into the database: ${error.message}. Check its address, its users and its log, or unset DATABASE_POOLER_URL.`,
      )
    }),
  ])
  if (here !== there)
    throw new StartError(
      'DATABASE_POOLER_URL and DATABASE_URL lead to different databases. Let the pooler connect to the database that DATABASE_URL names.',
    )
}

async function look(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return JSON.stringify((await client.query(WHERE)).rows)
  } finally {
    await client.end().catch(() => {})
  }
}
