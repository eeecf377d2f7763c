// A worker of the whole service in a process of its own, on the database of a test that kills it.
import type { TestDatabase } from '../../../test/database.ts'
import type { ConnectionAddress } from '../../platform/db/database.ts'
import { startRules } from './rules.fixture.ts'

process.once('message', async (connection: ConnectionAddress) => {
  const service = await startRules({ ROLE: 'worker' }, { connection } as TestDatabase)
  process.send?.('ready')
  process.once('disconnect', () => void service.close())
})
