// Once per test run: an embedded PostgreSQL of its own, with a migrated template database that each test file clones.
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { Connection } from '../src/platform/db/database.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { type ClusterNode, makeTemplate, nodesOf } from './citus.ts'
import { makeQuickFolder } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string }
    /** Where clones are made: the server, or every node of a cluster, the coordinator first. */
    nodes: ClusterNode[]
  }
}

const MIGRATIONS = fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url))

export const TEMPLATE = 'millrace_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.CITUS_URL) return onCluster(project, process.env.CITUS_URL)
  const dataDir = await makeQuickFolder('millrace-test-')
  const log = createLog('silent')
  const server = await startEmbedded({ dataDir, log })
  const admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  // A test must not depend on how long the others took: clones keep the statistics that the migrations made.
  await admin.query('alter system set autovacuum = off')
  // Nothing here outlives the run, so nothing has to reach the disk: a clone is made and dropped without waiting for one.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`alter system set ${setting} = off`)
  await admin.query("alter system set max_wal_size = '256MB'")
  await admin.query('select pg_reload_conf()')
  await admin.end()
  await migrate({ ...server.connection, database: TEMPLATE } as Connection, readMigrations(MIGRATIONS), log)
  const { host, port, user, database } = server.connection
  project.provide('postgres', { host, port, user, database })
  project.provide('nodes', [{ host, port, user, database }])
  return async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function onCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const nodes = await nodesOf(url)
  await makeTemplate(nodes, TEMPLATE, MIGRATIONS, createLog('silent'))
  project.provide('postgres', nodes[0] as ClusterNode)
  project.provide('nodes', nodes)
  return async () => {}
}
