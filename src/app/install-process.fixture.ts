// The whole service in a process of its own, on the database of a test that kills it.
import type { TestDatabase } from '../../test/database.ts'
import { startKinds } from '../enrichment/kinds/kinds.fixture.ts'
import type { ConnectionAddress } from '../platform/db/database.ts'

interface ProcessParts {
  connection: ConnectionAddress
  port: number
  settings: Record<string, string>
}

process.once('message', async ({ connection, port, settings }: ProcessParts) => {
  const service = await startKinds({ 'api.example.com': port }, settings, { database: { connection } as TestDatabase })
  process.send?.(service.url)
  process.once('disconnect', () => void service.close())
})
