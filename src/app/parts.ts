// What the roof hands to rooms: everything jobs and workers may need, and more for routes.

import type { makeOfRecipe } from '../automation/recipes/recipes.commands.ts'
import type { CallbackTokens } from '../enrichment/attempts/callback-token.ts'
import type { TryParts } from '../enrichment/kinds/try/look.ts'
import type { Asker } from '../enrichment/lookups/asker.ts'
import type { ColumnFactory } from '../enrichment/money/facts.ts'
import type { cancelRunsOf } from '../enrichment/runs/run.commands.ts'
import type { Integrations } from '../identity/integrations/integrations.commands.ts'
import type { Sessions } from '../identity/sessions.commands.ts'
import type { ActFor } from '../identity/users/acting.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { WatchParts } from '../monitoring/watches/watches.commands.ts'
import type { OutreachKeys } from '../outreach/keys/workspace-key.ts'
import type { Database } from '../platform/db/database.ts'
import type { EventBus } from '../platform/events/bus.ts'
import type { Presence } from '../platform/events/presence.ts'
import type { KeyStore } from '../platform/http/idempotency.ts'
import type { Operations } from '../platform/http/operations.ts'
import type { Log } from '../platform/log.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import type { HttpClient } from '../platform/net/client.ts'
import type { DnsAsker } from '../platform/net/dns.ts'
import type { EgressPolicy } from '../platform/net/egress.ts'
import type { MailDialer } from '../platform/net/mail-dialer.ts'
import type { PageReader } from '../platform/net/pages.ts'
import type { Settings } from '../platform/settings.ts'
import type { Lookup } from '../providers/kit/kit.ts'
import type { FindFilterUses } from '../records/lead-facts/saved-question.reads.ts'
import type { ErasureRules } from '../records/leads/erasure/erase.commands.ts'
import type { Discloser } from '../records/leads/erasure/held.reads.ts'
import type { FindSuppressed } from '../records/leads/similar/similar.reads.ts'
import type { readSecretUses } from '../records/store/columns/secret-uses.reads.ts'

export interface JobParts {
  database: Database
  log: Log
  catalog: readonly Lookup[]
  columnFactory: ColumnFactory
  /** Asks a lookup: from the cache, else by a call that is paced, reserved and counted. */
  ask: Asker
  accounts: TryParts['accounts']
  toolsFor: TryParts['toolsFor']
  vault: Integrations['vault']
  callbacks: CallbackTokens
  http: Integrations['http']
  /** Outgoing requests through the address guard. */
  client: HttpClient
  pages: PageReader
  /** The records of names, as the DNS servers of this machine know them. */
  dns: DnsAsker
  /** Connections to mail servers through the address guard. */
  dialer: MailDialer
  /** Which addresses may be reached, to say so where one is entered. */
  policy: EgressPolicy
  /** A key of its own per purpose, derived from the master key: for signing links and tokens. */
  keyFor: (purpose: string) => Uint8Array
  /** Where people reach the service, when the operator says so. */
  publicUrl: string | undefined
  settings: Settings
  /** Makes the rule that posts the signals of a watch. */
  createWebhookRule: NonNullable<WatchParts['createWebhookRule']>
  /** The keys of workspaces for outreach: suppressions and links are signed with them. */
  outreachKeys: OutreachKeys
  /** How mail of the service is sent for a workspace; null where nothing is set up. */
  mailFor: (workspaceId: WorkspaceId) => Promise<SendMail | null>
  now: () => Date
  /** The operations of the API, called from inside the process. */
  operations: Operations
  keys: KeyStore
  /** The member on whose behalf a token or a plan acts. */
  actFor: ActFor
  /** Statements of all rooms that delete what is too old of one workspace. */
  workspaceSweeps: readonly string[]
  /** How the whole service forgets a person who is erased. */
  erasing: ErasureRules
  version: string
}

export interface RouteParts extends JobParts {
  sessions: Sessions
  bus: EventBus
  presence: Presence
  cancelRuns: typeof cancelRunsOf
  makeOfRecipe: typeof makeOfRecipe
  disclosers: readonly Discloser[]
  filterUses: readonly FindFilterUses[]
  findSuppressed: FindSuppressed
  usesOfSecrets: typeof readSecretUses
  /** The names of the areas, by the tags of the API description. */
  features: () => string[]
}
