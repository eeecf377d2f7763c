// Puts the service together for a role and takes it apart again, in the opposite order.
import { join } from 'node:path'
import { createWorkshop } from '../enrichment/kinds/workshop.ts'
import { createAsker } from '../enrichment/lookups/asker.ts'
import { answerCache } from '../enrichment/lookups/cache.reads.ts'
import { createDoors } from '../enrichment/lookups/doors.ts'
import { createHealth, HEALTH_CHANNEL } from '../enrichment/lookups/health.ts'
import { lookupTools } from '../enrichment/lookups/tools.ts'
import type { Workshop } from '../enrichment/runs/facts.ts'
import { startRunWorker } from '../enrichment/runs/run.worker.ts'
import { type CallbackTokens, callbackTokens } from '../enrichment/waiting/callback-token.ts'
import { startWaitingWorker } from '../enrichment/waiting/waiting.worker.ts'
import { ensureFirstAdmin, type FirstStart } from '../identity/first-admin.commands.ts'
import { createGatekeeper } from '../identity/gatekeeper.ts'
import { ACCOUNTS_CHANNEL, createAccounts } from '../identity/integrations/accounts.reads.ts'
import { checkPassword } from '../identity/passwords.logic.ts'
import { PEOPLE_CHANNEL, people } from '../identity/people.reads.ts'
import type { Sessions } from '../identity/sessions.commands.ts'
import { loginThrottle } from '../identity/throttle.commands.ts'
import { streamTickets } from '../identity/tickets.commands.ts'
import { tokenSigner } from '../identity/tokens.logic.ts'
import { openDataDir } from '../platform/datadir.ts'
import { type Connection, type Database, openDatabase } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate, RUNTIME_ROLE, readMigrations } from '../platform/db/migrate.ts'
import { OF_REQUESTS } from '../platform/db/patience.ts'
import { startBus } from '../platform/events/bus.ts'
import { PRESENCE_CHANNEL, startPresence } from '../platform/events/presence.ts'
import { startRelay } from '../platform/events/relay.ts'
import { buildServer } from '../platform/http/server.ts'
import { idempotencyKeys } from '../platform/limits/idempotency-keys.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import type { Log } from '../platform/log.ts'
import { createHttpClient } from '../platform/net/client.ts'
import { createPageReader } from '../platform/net/pages.ts'
import { createResolver } from '../platform/net/resolver.ts'
import { createSmtpAsker } from '../platform/net/smtp.ts'
import { createTools } from '../platform/net/tools.ts'
import { startJobs } from '../platform/queue/queue.ts'
import { MISSING_MASTER, readMasterState, refuseWrongMaster, wrappingKey } from '../platform/secrets/master.ts'
import { deriveKey, loadMasterKey } from '../platform/secrets/master-key.ts'
import { createVault } from '../platform/secrets/vault.ts'
import type { Settings } from '../platform/settings.ts'
import type { Lookup } from '../providers/kit.ts'
import { RACED } from '../records/workbooks/identity.logic.ts'
import { API_INFO } from './api-info.ts'
import { makeDemo } from './demo.ts'
import { jobKinds, startHousekeeping } from './jobs.ts'
import { listen } from './listening.ts'
import { allRoutes } from './routes.ts'
import { VERSION } from './version.ts'

export interface ServiceParts {
  settings: Settings
  log: Log
  catalog: readonly Lookup[]
  /** Where migrations and the built web app lie. */
  folders: { migrations: string; web: string | undefined; docs: string | undefined }
  now?: () => Date
  /** Tests turn this on: an answer that does not match its schema becomes a 500. */
  checkAnswers?: boolean
}

export interface Service {
  /** Where it listens; undefined for a worker. */
  url: string | undefined
  first: FirstStart | undefined
  close(): Promise<void>
}

export async function startService(parts: ServiceParts): Promise<Service> {
  const { settings, log, catalog, folders, now = () => new Date() } = parts
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse())
      await closer().catch((error) => log.warn({ err: error }, 'a part did not close cleanly'))
  }
  try {
    const dataDir = await openDataDir({ path: settings.data_dir, role: settings.role, version: VERSION, log })
    closers.push(() => dataDir.close())
    const connection = await connect(settings, dataDir.path, log, closers)
    await migrate(connection, readMigrations(folders.migrations), log)
    const poolSize = settings.database_pool
    const database = openDatabase({ connection, role: RUNTIME_ROLE, poolSize, log, raced: RACED })
    closers.push(() => database.close())
    const asked = database.within(OF_REQUESTS)
    const masterKey = await openMasterKey(settings, dataDir.path, database, log)
    const vault = createVault(masterKey)
    const callbacks = callbackTokens(deriveKey(masterKey, 'addresses of callbacks'), settings.public_url)
    const accounts = createAccounts(database, vault, now)
    const policy = { allow: settings.egress_allow, hostMap: settings.egress_host_map }
    const client = createHttpClient({ policy, userAgent: `Millrace/${VERSION} (+self-hosted)` })
    closers.push(() => client.close())
    const pages = createPageReader({ client, policy, robotsToken: 'Millrace', now: () => now().getTime() })

    const means = {
      accounts,
      toolsFor: lookupTools({ database, client, pages, now }),
      workshop: createWorkshop({ database }),
    }

    const wakers: Record<string, () => void> = {}
    const relay = startRelay(database, log)
    closers.push(() => relay.close())
    const bus = await startBus(database, log, () => relay.wake())
    closers.push(() => bus.close())
    const presence = startPresence(database, log)
    closers.push(async () => presence.close())
    if (settings.role !== 'api') {
      // Only workers ask mail servers, and only by a name that leads back here: others are taken for spammers.
      const helo = settings.mail_check_name
      const smtp = helo === undefined ? undefined : createSmtpAsker({ policy, resolve: createResolver(), helo })
      const toolsFor = lookupTools({ database, client, pages, smtp, now })
      startWork({ ...parts, now }, database, { ...means, toolsFor, callbacks }, wakers, closers)
    }
    const known = people(asked)
    const listening = database.listen(
      [
        ...['millrace_jobs', 'millrace_runs', 'millrace_awaited', HEALTH_CHANNEL],
        ...[PEOPLE_CHANNEL, ACCOUNTS_CHANNEL, PRESENCE_CHANNEL],
      ],
      (channel, payload) => {
        if (channel === PEOPLE_CHANNEL) known.forget(Number(payload))
        else if (channel === ACCOUNTS_CHANNEL) accounts.forget(payload)
        else if (channel === PRESENCE_CHANNEL) presence.hear(payload)
        else wakers[channel]?.()
      },
      () => {
        known.hears(true)
        known.forgetAll()
        accounts.hears(true)
        for (const wake of Object.values(wakers)) wake()
      },
      () => {
        known.hears(false)
        accounts.hears(false)
      },
    )
    closers.push(() => listening.close())
    if (settings.role === 'worker') return { url: undefined, first: undefined, close }

    const first = await ensureFirstAdmin(database, {
      username: settings.admin_username,
      password: settings.admin_password,
    })
    if (first && settings.demo) await makeDemo(database, first.workspace_id, first.user_id)
    const tokens = tokenSigner(deriveKey(masterKey, 'session tokens'))
    const tickets = streamTickets(asked)
    const sessions: Sessions = {
      database: asked,
      tokens,
      people: known,
      throttle: loginThrottle(asked),
      checkPassword,
      tickets,
      log,
      now,
      access_seconds: settings.access_token_ttl,
      refresh_seconds: settings.refresh_token_ttl,
    }
    if (!settings.limits) log.warn('rate limits are off: LIMITS=off is for benchmarks only')
    const app = await buildServer({
      info: API_INFO,
      routes: allRoutes({
        ...{ database: asked, sessions, bus, presence, catalog, vault, callbacks, settings, now, ...means },
        http: createTools({ client, pages, now: () => now().getTime() }).http,
        publicUrl: settings.public_url,
      }),
      gatekeeper: createGatekeeper({ tokens, people: known, tickets, now }),
      log,
      keys: idempotencyKeys(asked),
      ...(settings.limits && { limiter: createLimiter(asked, settings.limit_overrides) }),
      trustedProxies: settings.trusted_proxies,
      checkAnswers: parts.checkAnswers ?? false,
      readiness: { database: () => asked.inSystem((tx) => tx.client.query('select 1')) },
      ...(folders.web && { webDirectory: folders.web }),
      ...(folders.docs && { docsDirectory: folders.docs }),
    })
    closers.push(() => app.close())
    return { url: await listen(app, settings.host, settings.port), first, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(
  settings: Settings,
  dataDir: string,
  log: Log,
  closers: (() => Promise<unknown>)[],
): Promise<Connection> {
  if (settings.database_url !== undefined) return { connectionString: settings.database_url }
  const embedded = await startEmbedded({ dataDir, log })
  closers.push(() => embedded.close())
  return embedded.connection
}

/** The master key, if it is the one that the stored secrets are sealed with. Makes one when nothing is sealed yet. */
async function openMasterKey(settings: Settings, dataDir: string, database: Database, log: Log): Promise<Buffer> {
  const state = await database.inSystem((tx) => readMasterState(tx))
  const { master_key: key, master_key_file: file } = settings
  const masterKey = loadMasterKey({ key, file, dataDir, needed: state && MISSING_MASTER })
  if (refuseWrongMaster(wrappingKey(masterKey), state) === 'previous')
    log.warn('the master key was changed and this process has the old one: start it with the new one soon')
  return masterKey
}

function startWork(
  { settings, log, catalog, now }: ServiceParts & { now: () => Date },
  database: Database,
  {
    accounts,
    toolsFor,
    workshop,
    callbacks,
  }: Pick<Parameters<typeof createAsker>[0], 'accounts' | 'toolsFor'> & {
    workshop: Workshop
    callbacks: CallbackTokens
  },
  wakers: Record<string, () => void>,
  closers: (() => Promise<unknown>)[],
): void {
  const doors = createDoors(now, database, (error) =>
    log.warn({ err: error }, 'the pace of a provider is not on record'),
  )
  closers.push(() => doors.close())
  const health = createHealth(database, now, (error) =>
    log.warn({ err: error }, 'the health of a provider is not on record'),
  )
  const cache = answerCache(database)
  const ask = createAsker({ cache, toolsFor, accounts, doors, health, now })
  const jobs = startJobs(database, log, jobKinds({ database, catalog, now }), 2)
  closers.push(() => jobs.close())
  const housekeeping = startHousekeeping(database, log, settings.audit_retention)
  closers.push(() => housekeeping.close())
  const { foresee } = cache
  const runs = startRunWorker({ database, log, catalog, workshop, ask, foresee, callbackUrl: callbacks.urlFor, now })
  closers.push(() => runs.close())
  const waiting = startWaitingWorker({ database, log, catalog, workshop, toolsFor, accounts, doors, now })
  closers.push(() => waiting.close())
  wakers.millrace_jobs = () => jobs.wake()
  wakers.millrace_runs = () => runs.wake()
  wakers.millrace_awaited = () => waiting.wake()
  wakers[HEALTH_CHANNEL] = () => health.wake()
}

/** The folders of the build, beside the bundle. */
export function builtFolders(bundle: string): ServiceParts['folders'] {
  return { migrations: join(bundle, 'migrations'), web: join(bundle, 'web'), docs: join(bundle, 'docs') }
}
