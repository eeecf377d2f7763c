// What `npm run generate:tables` runs: migrates an empty embedded database and writes src/platform/db/tables.ts from it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { tableTypes } from './tables.ts'

const here = (path: string) => fileURLToPath(new URL(`../src/platform/db/${path}`, import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'millrace-tables-'))
const log = createLog('warn')
try {
  const server = await startEmbedded({ dataDir, log })
  try {
    await migrate(server.connection, readMigrations(here('migrations')), log)
    await writeFile(here('tables.ts'), await tableTypes(server.connection))
    console.log('wrote src/platform/db/tables.ts')
  } finally {
    await server.close()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
