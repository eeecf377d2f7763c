// Looks into a database as its owner and changes nothing.
import pg from 'pg'
import type { ConnectionAddress } from '../database.ts'
import type { SqlAsker } from '../sql-client.ts'

/** Whatever the work does is rolled back. */
export async function inspectDatabase<T>(
  connection: ConnectionAddress,
  work: (client: SqlAsker) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'erasures' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const found = await work(client)
    await client.query('rollback')
    return found
  } finally {
    await client.end().catch(() => {})
  }
}
