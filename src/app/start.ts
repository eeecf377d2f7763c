// Puts the service together for a role and takes it apart again, in the opposite order.
import { makeOfRecipe } from '../automation/recipes/recipes.commands.ts'
import { createWebhookRule } from '../automation/rules/webhook-rule.commands.ts'
import { createHealth, HEALTH_CHANNEL } from '../enrichment/accounts/health.ts'
import { createProviderLimits } from '../enrichment/accounts/provider-limits.ts'
import { callbackTokens } from '../enrichment/attempts/callback-token.ts'
import { createColumnFactory } from '../enrichment/kinds/column-factory.ts'
import { createAsker } from '../enrichment/lookups/asker.ts'
import { answerCache } from '../enrichment/lookups/cache.reads.ts'
import { lookupTools } from '../enrichment/lookups/tools.ts'
import { cancelRunsOf } from '../enrichment/runs/run.commands.ts'
import { startRunWorker } from '../enrichment/runs/worker/run.worker.ts'
import { startWaitingWorker } from '../enrichment/waiting/waiting.worker.ts'
import { createAccounts } from '../identity/accounts/accounts.reads.ts'
import { ensureFirstAdmin, type FirstStart } from '../identity/first-admin.commands.ts'
import { createGatekeeper } from '../identity/gatekeeper.ts'
import { ACCOUNTS_CHANNEL } from '../identity/integrations/forget-accounts.ts'
import { checkPassword } from '../identity/passwords.logic.ts'
import type { Sessions } from '../identity/sessions.commands.ts'
import { loginThrottle } from '../identity/throttle.commands.ts'
import { streamTickets } from '../identity/tickets.commands.ts'
import { tokenSigner } from '../identity/tokens.logic.ts'
import { createActing } from '../identity/users/acting.ts'
import { PEOPLE_CHANNEL, people } from '../identity/users/people.reads.ts'
import { enrollRow } from '../outreach/enrollments/enroll-row.commands.ts'
import { createOutreachKeys } from '../outreach/keys/workspace-key.ts'
import { workspaceMail } from '../outreach/mailboxes/direct-mail.ts'
import { readSuppressedLeads } from '../outreach/suppressions/suppressed-leads.reads.ts'
import { openDataDir } from '../platform/datadir.ts'
import { type ConnectionAddress, type Database, openDatabase } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { openNodes } from '../platform/db/layout/at-node.ts'
import { migrate, RUNTIME_ROLE } from '../platform/db/migrate.ts'
import { readMigrations } from '../platform/db/migration-files.ts'
import { refuseOtherDatabase } from '../platform/db/sessions.ts'
import { OF_REQUESTS } from '../platform/db/timeouts.ts'
import { ASKED_CHANNEL, startForegroundNotices } from '../platform/events/asked.ts'
import { startBus } from '../platform/events/bus.ts'
import { PRESENCE_CHANNEL, startPresence } from '../platform/events/presence.ts'
import { startRelay } from '../platform/events/relay.ts'
import { createOperations } from '../platform/http/operations.ts'
import type { Route } from '../platform/http/route.ts'
import { buildServer } from '../platform/http/server.ts'
import { forgetAnswers, idempotencyKeys } from '../platform/limits/idempotency-keys.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import type { Log } from '../platform/log.ts'
import { openInstallMail } from '../platform/mail/mail.ts'
import { createAddressCheck } from '../platform/net/address-check.ts'
import { createHttpClient } from '../platform/net/client.ts'
import { createDnsAsker, type DnsAsker } from '../platform/net/dns.ts'
import { createMailDialer } from '../platform/net/mail-dialer.ts'
import { createPageReader } from '../platform/net/pages.ts'
import { type AddressResolver, createResolver } from '../platform/net/resolver.ts'
import { createSmtpAsker } from '../platform/net/smtp.ts'
import { createTools } from '../platform/net/tools.ts'
import { QUEUE_CHANNEL } from '../platform/queue/queue.ts'
import { startScheduler } from '../platform/queue/scheduler.ts'
import { startQueueWorker } from '../platform/queue/worker.ts'
import { MISSING_MASTER, readMasterState, refuseWrongMaster, wrappingKey } from '../platform/secrets/master.ts'
import { deriveKey, loadMasterKey } from '../platform/secrets/master-key.ts'
import { createVault } from '../platform/secrets/vault.ts'
import type { Settings } from '../platform/settings.ts'
import type { Lookup } from '../providers/kit/kit.ts'
import { readSecretUses } from '../records/store/columns/secret-uses.reads.ts'
import { RACED } from '../records/store/identity.logic.ts'
import { API_INFO } from './api-info.ts'
import { makeDemo } from './demo.ts'
import { DISCLOSERS } from './disclosers.ts'
import { erasingWith } from './erasers.ts'
import { FILTER_USES } from './filter-uses.ts'
import { allJobs, allWorkers, HEARD_TYPES, STATE_GAUGES, startMaintenance, WORKSPACE_SWEEPS } from './jobs.ts'
import { listen } from './listening.ts'
import { openMetricsServer } from './metrics-server.ts'
import type { JobParts } from './parts.ts'
import { allRoutes } from './routes.ts'
import { measureState } from './state-gauges.ts'
import { VERSION } from './version.ts'

export interface ServiceParts {
  settings: Settings
  log: Log
  catalog: readonly Lookup[]
  /** Where migrations and the built web app lie. */
  folders: { migrations: string; web: string | undefined; docs: string | undefined }
  now?: () => Date
  /** Default: the DNS servers of this machine. */
  dns?: DnsAsker
  /** What names of hosts lead to. Default: as on this machine. */
  resolve?: AddressResolver
  /** Tests turn this on: an answer that does not match its schema becomes a 500. */
  checkAnswers?: boolean
}

export interface Service {
  /** Where it listens; undefined for a worker. */
  url: string | undefined
  first: FirstStart | undefined
  close(): Promise<void>
}

export async function startService(service: ServiceParts): Promise<Service> {
  const { settings, log, catalog, folders, now = () => new Date() } = service
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
    const pooler = settings.database_pooler_url
    if (pooler !== undefined) await refuseOtherDatabase(connection, pooler)
    const nodes = await openNodes(connection, RUNTIME_ROLE)
    const policy = { allow: settings.egress_allow, hostMap: settings.egress_host_map }
    const database = openDatabase({
      connection,
      pooler,
      role: RUNTIME_ROLE,
      poolSize,
      log,
      addresses: createAddressCheck(policy),
      raced: RACED,
      nodes,
    })
    closers.push(() => database.close())
    const asked = database.within(OF_REQUESTS)
    const masterKey = await openMasterKey(settings, dataDir.path, database, log)
    const vault = createVault(masterKey)
    const callbacks = callbackTokens(deriveKey(masterKey, 'addresses of callbacks'), settings.public_url)
    const accounts = createAccounts(database, vault, now)
    const { resolve = createResolver() } = service
    const client = createHttpClient({ policy, resolve, userAgent: `Millrace/${VERSION} (+self-hosted)` })
    closers.push(() => client.close())
    const pages = createPageReader({
      database,
      client,
      policy,
      robotsToken: 'Millrace',
      now,
    })

    const known = people(asked)
    const tokens = tokenSigner(deriveKey(masterKey, 'session tokens'))
    const tickets = streamTickets(asked)
    const gatekeeper = createGatekeeper({ database: asked, tokens, people: known, tickets, now })
    const answersKey = wrappingKey(Buffer.from(deriveKey(masterKey, 'kept answers')))
    const keys = idempotencyKeys(asked, answersKey)
    const limiter = settings.limits ? createLimiter(asked, settings.limit_overrides) : undefined
    let routes: readonly Route[] = []
    // Only workers connect to mail servers, and only under a host name that resolves to this machine: servers refuse others as spammers.
    const helo = settings.role === 'api' ? undefined : settings.mail_check_name
    const smtp = helo === undefined ? undefined : createSmtpAsker({ database, policy, resolve, helo, now })
    const dns = service.dns ?? createDnsAsker(undefined, policy)
    const toolsOfWork = lookupTools({ database, client, pages, smtp, dns, now })
    const asking = openAsking({ database, log, accounts, toolsFor: toolsOfWork, now }, closers)
    const installMail = openInstallMail({ url: settings.smtp_url, from: settings.smtp_from })
    closers.push(() => installMail.close())
    const outreachKeys = createOutreachKeys(vault)
    const dialer = createMailDialer({ policy, resolve })

    const parts: JobParts = {
      workspaceSweeps: WORKSPACE_SWEEPS,
      erasing: erasingWith((tx, pattern) => forgetAnswers(tx, answersKey, pattern)),
      operations: createOperations(() => routes, { gatekeeper, limiter, keys }),
      keys,
      actFor: createActing({ people: known, now }),
      version: VERSION,
      database,
      log,
      catalog,
      accounts,
      vault,
      callbacks,
      client,
      pages,
      policy,
      settings,
      now,
      dns,
      dialer,
      ask: asking.ask,
      toolsFor: lookupTools({ database, client, pages, dns, now }),
      outreachKeys,
      columnFactory: createColumnFactory({
        database,
        vault,
        now,
        enroll: (tx, row) => enrollRow(tx, outreachKeys, row, now()),
      }),
      http: createTools({ client, pages, now: () => now().getTime() }).http,
      keyFor: (purpose) => deriveKey(masterKey, purpose),
      publicUrl: settings.public_url,
      mailFor: async (id) => (await workspaceMail({ database, vault, dialer, now }, id)) ?? installMail.send ?? null,
      createWebhookRule: (tx, rule) => createWebhookRule(tx, { vault, policy, now }, rule),
    }

    const wakers: Record<string, () => void> = {}
    const relay = startRelay(database, log, HEARD_TYPES)
    closers.push(() => relay.close())
    const bus = await startBus(database, log, () => relay.wake())
    closers.push(() => bus.close())
    const othersAsked = startForegroundNotices(database, log)
    closers.push(async () => othersAsked.close())
    const presence = startPresence(database, log)
    closers.push(async () => presence.close())
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
    routes = allRoutes({
      ...parts,
      database: asked,
      sessions,
      bus,
      presence,
      cancelRuns: cancelRunsOf,
      makeOfRecipe,
      usesOfSecrets: readSecretUses,
      disclosers: DISCLOSERS,
      filterUses: FILTER_USES,
      findSuppressed: (tx, leads) => readSuppressedLeads(tx, outreachKeys, leads),
      features: () => API_INFO.tags.map(({ name }) => name),
    })
    if (settings.role !== 'api') startWork({ ...parts, toolsFor: toolsOfWork }, asking, wakers, closers)
    const listening = database.listen(
      [...new Set([...Object.keys(wakers), PEOPLE_CHANNEL, ACCOUNTS_CHANNEL, PRESENCE_CHANNEL, ASKED_CHANNEL])],
      (channel, payload) => {
        if (channel === PEOPLE_CHANNEL) known.forget(Number(payload))
        else if (channel === ACCOUNTS_CHANNEL) accounts.forget(payload)
        else if (channel === PRESENCE_CHANNEL) presence.hear(payload)
        else if (channel === ASKED_CHANNEL) othersAsked.hear(payload)
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
    const measured = measureState(asked, STATE_GAUGES, log)
    if (settings.metrics_port !== undefined)
      closers.push(await openMetricsServer(measured, { host: settings.host, port: settings.metrics_port, log }))
    if (settings.role === 'worker') return { url: undefined, first: undefined, close }

    const first = await ensureFirstAdmin(database, {
      username: settings.admin_username,
      password: settings.admin_password,
    })
    if (first && settings.demo) await makeDemo(database, first.workspace_id, first.user_id)
    if (!settings.limits) log.warn('rate limits are off: LIMITS=off is for benchmarks only')
    const app = await buildServer({
      info: API_INFO,
      routes,
      gatekeeper,
      log,
      keys,
      ...(limiter && { limiter }),
      trustedProxies: settings.trusted_proxies,
      eventPosition: bus.position,
      checkAnswers: service.checkAnswers ?? false,
      measured: () => measured.text(),
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
): Promise<ConnectionAddress> {
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

type Asking = ReturnType<typeof openAsking>

/** The limits, circuits and caches that every lookup call of this process shares. */
function openAsking(
  { database, log, accounts, toolsFor, now }: Pick<JobParts, 'database' | 'log' | 'accounts' | 'toolsFor' | 'now'>,
  closers: (() => Promise<unknown>)[],
) {
  const limits = createProviderLimits(now, database, (error) =>
    log.warn({ err: error }, 'the pace of a provider is not on record'),
  )
  closers.push(() => limits.close())
  const health = createHealth(database, now, (error) =>
    log.warn({ err: error }, 'the health of a provider is not on record'),
  )
  const cache = answerCache(database)
  return { cache, limits, health, ask: createAsker({ cache, toolsFor, accounts, limits, health, now }) }
}

/** The long-lived parts of a process that works: runs, the queue with its schedules, and what the rooms bring. */
function startWork(
  parts: JobParts,
  { cache, limits, health }: Asking,
  wakers: Record<string, () => void>,
  closers: (() => Promise<unknown>)[],
): void {
  const { settings, log, catalog, now, database, accounts, toolsFor, columnFactory, callbacks, ask } = parts
  const queue = startQueueWorker({ database, log, now }, allJobs(parts))
  closers.push(() => queue.close())
  const scheduler = startScheduler({ database, log, now })
  closers.push(() => scheduler.close())
  for (const running of allWorkers(parts)) {
    closers.push(() => running.close())
    const { channel, wake } = running
    if (channel !== undefined && wake) wakers[channel] = wake
  }
  const maintenance = startMaintenance(database, log, settings.audit_retention)
  closers.push(() => maintenance.close())
  const { prefetch } = cache
  const runs = startRunWorker({
    database,
    log,
    catalog,
    columnFactory,
    ask,
    prefetch,
    callbackUrl: callbacks.urlFor,
    now,
  })
  closers.push(() => runs.close())
  const waiting = startWaitingWorker({ database, log, catalog, columnFactory, toolsFor, accounts, limits, now })
  closers.push(() => waiting.close())
  wakers[QUEUE_CHANNEL] = () => queue.wake()
  wakers.millrace_runs = () => runs.wake()
  wakers.millrace_awaited = () => waiting.wake()
  wakers[HEALTH_CHANNEL] = () => health.wake()
}
