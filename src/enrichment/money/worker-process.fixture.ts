// A worker of runs in a process of its own, for tests of what several of them share. It tells its parent of every call that it makes.
import type { TestDatabase } from '../../../test/database.ts'
import { type ConnectionAddress, openDatabase } from '../../platform/db/database.ts'
import { openNodes } from '../../platform/db/layout/at-node.ts'
import { RUNTIME_ROLE } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/log.ts'
import { found, notFound } from '../../providers/kit/kit.ts'
import { RACED } from '../../records/store/identity.logic.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { workerFor } from '../runs/run-stage.fixture.ts'

/** What a worker is told before it begins. */
export interface WorkerOrder {
  connection: ConnectionAddress
  /** How long each call takes, in ms. */
  call_ms: number
}

let callMs = 0
/** Half a dollar for each hit; every fifth key is a miss. */
const paid = lookup(
  'paid',
  async ({ key = '' }) => {
    process.send?.({ asked: key })
    await new Promise((resolve) => setTimeout(resolve, callMs))
    return Number(key.slice(1)) % 5 === 0 ? notFound() : found({ description: `about ${key}` }, 1)
  },
  { repeat_free: false },
)

process.once('message', async ({ connection, call_ms }: WorkerOrder) => {
  callMs = call_ms
  const log = createLog('silent')
  const nodes = await openNodes(connection, RUNTIME_ROLE)
  const database = openDatabase({ connection, nodes, role: RUNTIME_ROLE, poolSize: 6, raced: RACED, log })
  const worker = workerFor(database as TestDatabase, [paid])
  process.send?.({ ready: true })
  process.once('disconnect', async () => {
    await worker.close()
    await database.close()
  })
})
