// A workspace to test in, with as much of the service behind it as a test needs. What it opens is closed after the file.
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { WorkspaceId } from '../src/kernel/ids.ts'
import type { WorkspaceRole } from '../src/platform/ctx.ts'
import type { Route } from '../src/platform/http/route.ts'
import { buildTestApp, type Caller, callerOf } from './app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from './database.ts'
import { addPerson, type Person, startTestService, type TestService } from './running-install.ts'

/** A workspace of a database of its own. */
export interface StoredTenant {
  readonly database: TestDatabase
  readonly workspaceId: WorkspaceId
}

/** One at some routes, whose callers are made up. */
export interface RoutedTenant extends StoredTenant {
  readonly app: FastifyInstance
  /** An editor there. */
  readonly ann: Caller
  /** Someone with a role there, as user 1 unless another one is named. */
  as(role: WorkspaceRole, userId?: number): Caller
  /** Someone of another workspace. */
  newcomer(role?: WorkspaceRole): Promise<Caller>
}

/** One of the whole service, whose people are logged in. */
export interface ServedTenant extends StoredTenant {
  readonly service: TestService
  as(role: WorkspaceRole): Promise<Person>
  /** Someone of another workspace. */
  newcomer(role?: WorkspaceRole): Promise<Person>
}

type RoutesOf = (database: TestDatabase) => Route[]
type ServiceParts = Parameters<typeof startTestService>[1]

/** With routes, those over a database; with settings, the whole service; with neither, the database alone. Call it outside of tests and hooks. */
export async function openTenant(): Promise<StoredTenant>
export async function openTenant(routes: RoutesOf): Promise<RoutedTenant>
export async function openTenant(settings: Record<string, string>, parts?: ServiceParts): Promise<ServedTenant>
export async function openTenant(
  needed?: RoutesOf | Record<string, string>,
  parts?: ServiceParts,
): Promise<StoredTenant> {
  if (typeof needed === 'object') return serve(needed, parts)
  const database = await openTestDatabase()
  afterAll(() => database.close())
  const workspaceId = await addWorkspace(database)
  return needed ? route(needed, database, workspaceId) : { database, workspaceId }
}

async function route(routes: RoutesOf, database: TestDatabase, workspaceId: WorkspaceId): Promise<RoutedTenant> {
  const app = await buildTestApp(routes(database))
  // Hooks run in the opposite order, so the database is closed last.
  afterAll(() => app.close())
  return {
    database,
    app,
    workspaceId,
    ann: callerOf(app, workspaceId),
    as: (role, userId = 1) => callerOf(app, `${workspaceId}@${userId}`, role),
    newcomer: async (role) => callerOf(app, await addWorkspace(database, 'Other'), role),
  }
}

async function serve(settings: Record<string, string>, parts?: ServiceParts): Promise<ServedTenant> {
  const service = await startTestService(settings, parts)
  afterAll(() => service.close())
  const { database } = service
  const workspaceId = await addWorkspace(database, 'Ours')
  return {
    service,
    database,
    workspaceId,
    as: (role) => addPerson(service, workspaceId, role),
    newcomer: async (role = 'owner') => addPerson(service, await addWorkspace(database, 'Theirs'), role),
  }
}
