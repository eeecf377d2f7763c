// What the roof hands to outreach.
import type { ModelCallParts } from '../enrichment/kinds/models/ask-turn.ts'
import type { Log } from '../platform/log.ts'
import type { DnsAsker } from '../platform/net/dns.ts'
import type { MailDialer } from '../platform/net/mail-dialer.ts'
import type { Vault } from '../platform/secrets/vault.ts'
import type { Tools } from '../providers/kit/outside.ts'
import type { OutreachKeys } from './keys/workspace-key.ts'

/** With what it takes to ask a model, for drafts and for what a reply means. */
export interface OutreachParts extends ModelCallParts {
  vault: Vault
  keys: OutreachKeys
  dialer: MailDialer
  dns: DnsAsker
  http: Tools['http']
  /** Where links in messages lead; undefined until the operator says so. */
  publicUrl: string | undefined
  log: Log
}
