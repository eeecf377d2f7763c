// What a kind of delivery is, as a declaration: what it needs, what it would send, and how it sends it.
import type { SettingsOf } from '../../../engine/columns/custom-columns.ts'
import type { OutputColumn, OutputTarget } from '../../../engine/columns/kinds/output.kind.ts'
import { secretsForm } from '../../../identity/secrets/secrets.reads.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/secrets/vault.ts'
import { judgeFailure, judgeStatus, readBody } from '../../../providers/kit/http-ask.ts'
import {
  type AccountForm,
  type ActTools,
  type Credentials,
  failed,
  found,
  type LookupAnswer,
} from '../../../providers/kit/kit.ts'
import type { Tokens } from '../../../providers/kit/oauth-tokens.ts'
import type { HttpReply, HttpRequest } from '../../../providers/kit/outside.ts'

export type OutputSettings = SettingsOf<OutputColumn>
export type DeliveryKind = OutputTarget['kind']
export type TargetOf<K extends DeliveryKind> = Extract<OutputTarget, { kind: K }>

/** Enrolls one lead. @throws Refusal with the reason why it may not be enrolled */
export type EnrollRow = (
  tx: WorkspaceTx,
  row: { sequence_id: string; consent_source: string; values: JsonObject; unverified: readonly string[] },
) => Promise<{ status: string; lead_id: number }>

/** What deliveries need to act in one workspace. */
export interface DeliveryMeans {
  database: Database
  workspace_id: WorkspaceId
  vault: Vault
  now: () => Date
  tokens: Tokens
  enroll: EnrollRow
}

export interface OutputDelivery<K extends DeliveryKind> {
  /** Doing it again changes nothing. */
  readonly repeat_free?: true
  /** What it may take beyond the time of its request. */
  readonly more_ms?: number
  /** What the workspace has to have entered. */
  account(target: TargetOf<K>): AccountForm | undefined
  /** What would be sent for a row, with words in the place of secrets; or why nothing would be. */
  sketch(target: TargetOf<K>, row: JsonObject, at: number): JsonObject | string
  deliver(
    target: TargetOf<K>,
    row: JsonObject,
    tools: ActTools,
    means: DeliveryMeans,
    timeout_ms: number,
  ): Promise<LookupAnswer>
}

export function defineDelivery<K extends DeliveryKind>(_kind: K, delivery: OutputDelivery<K>): OutputDelivery<K> {
  return delivery
}

/** A request as it is shown to people. */
export function shownRequest({ method, url, headers, body = '' }: HttpRequest): JsonObject {
  return { method, url, headers, body: readBody(body).value ?? body }
}

interface HookDelivery<K extends DeliveryKind> extends Pick<OutputDelivery<K>, 'account'> {
  /** Stands for secrets where a request is only shown. */
  hidden: string
  /** The request, or why there is none. */
  request(target: TargetOf<K>, row: JsonObject, account: Credentials): HttpRequest | string
}

/** A delivery by one request, which nothing there knows again. */
export function defineHook<K extends DeliveryKind>(
  _kind: K,
  { account, hidden, request }: HookDelivery<K>,
): OutputDelivery<K> {
  return {
    account,
    sketch(target, row) {
      const names = account(target)?.fields.map(({ name }) => name) ?? []
      const sent = request(target, row, Object.fromEntries(names.map((name) => [name, hidden])))
      return typeof sent === 'string' ? sent : shownRequest(sent)
    },
    async deliver(target, row, tools) {
      const sent = request(target, row, tools.account)
      if (typeof sent === 'string') return failed('bad_input', sent)
      const reply = await tools.http(sent)
      return reply.ok ? readHook(reply, tools.now()) : judgeFailure({ repeat_free: false }, reply)
    },
  }
}

function readHook(reply: HttpReply, now: number): LookupAnswer {
  const judged = judgeStatus({}, reply, now)
  if (!judged) return found({ status: 'delivered' }, 1, { verified: true })
  if (judged.kind !== 'failed') return judged
  const said = reply.body.trim().slice(0, 200)
  // Nothing there is known again: a second try could be a second message.
  return {
    ...judged,
    message: said ? `${judged.message} ${said}` : judged.message,
    retryable: false,
  }
}

/** The form of the one secret that a target names; undefined without one. */
export const secretOf = ({ secret }: { secret?: string | undefined }) =>
  secretsForm(secret === undefined ? [] : [secret])
