// The rule that posts the signals of a watch to an address: what `create_webhook_rule` of a watch makes.
import { endpointFor, mustHaveSecret } from '../../identity/webhooks/webhooks.commands.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { checkUrl } from '../../platform/net/guard.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { USUAL_LIMITS } from '../actions/limits.schema.ts'
import { createRule } from './rules.commands.ts'

export interface WebhookRule {
  watch_id: string
  url: string
  /** One of the workspace's secrets; without it the endpoint has a secret of its own, which can be changed to see it. */
  secret_ref: string | null
}

/** Returns the id of the rule. @throws Refusal `invalid` for an address that may not be reached, or a secret that is not there */
export async function createWebhookRule(
  tx: WorkspaceTx,
  { vault, policy, now }: { vault: Vault; policy: EgressPolicy; now: () => Date },
  { watch_id, url, secret_ref }: WebhookRule,
): Promise<string> {
  const check = checkUrl(url, policy)
  if (!check.ok) return refuseField(['webhook_url'], 'value_error', `Value error, ${check.message}`, url)
  if (secret_ref !== null) await mustHaveSecret(tx, secret_ref, ['webhook_secret_ref'])
  const endpoint_id = await endpointFor(tx, vault, {
    origin: 'watch',
    url: check.url.href,
    secret_ref,
    name: `Watch at ${check.url.host}`,
  })
  return createRule(
    tx,
    {
      name: `Send signals to ${check.url.host}`,
      description: 'Made with the watch whose signals it sends.',
      trigger: { kind: 'signal.created', watch_id },
      actions: [{ kind: 'webhook', endpoint_id, type: 'watch.signal' }],
      limits: { ...USUAL_LIMITS, per_hour: 10_000 },
      enabled: true,
    },
    now(),
    watch_id,
  )
}
