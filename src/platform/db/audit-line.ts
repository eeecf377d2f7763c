// Writing one line of the audit log: who did what to what, what it was before and after, and never a secret.
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { maskAddresses } from '../../kernel/mask.ts'
import type { Actor, CallOnRecord } from '../ctx.ts'
import { oneRow, type SqlAsker } from './sql-client.ts'

export interface NewAuditLine {
  /** Dotted words such as `member.role_changed`: first what it is about. */
  act: string
  object?: { type: string; id?: string | number | null; name?: string | null }
  /** Only what changed, only what may be shown to administrators. */
  before?: JsonObject | null
  after?: JsonObject | null
}

/** Where lines about the install as a whole stand. */
export const INSTALL = '00000000-0000-0000-0000-000000000000'

const INSERT = `insert into audit_log (workspace_id, id, actor_kind, actor_user_id, actor_name, actor_token_id, act,
    object_type, object_id, object_name, before, after, ip, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

/** An actor, or `stranger`: a request without a login. */
export type AuditActor = Omit<Actor, 'kind'> & { kind: Actor['kind'] | 'stranger' }

export async function writeLine(
  client: SqlAsker,
  workspaceId: string,
  actor: AuditActor | null,
  { act, object, before, after }: NewAuditLine,
): Promise<void> {
  const who = actor ?? { kind: 'machine', user_id: null, name: null, token_id: null, ip: null, request_id: null }
  const what = [object?.type ?? null, object?.id == null ? null : String(object.id), shortened(object?.name)]
  await client.query({
    name: 'audit_line',
    text: INSERT,
    values: [
      workspaceId,
      newId(),
      who.kind,
      who.user_id,
      shortened(who.name),
      who.token_id,
      act,
      ...what,
      detailsOf(before),
      detailsOf(after),
      who.ip,
      who.request_id,
    ],
  })
}

/** Whether the actor's transaction has to look for a line that no command wrote. */
export const owesLine = (actor: Actor | null, acts: readonly string[]): actor is Actor =>
  actor !== null && (actor.call?.is_written === false || (actor.kind === 'token' && acts.length === 0))

/**
 * The line of the call that a transaction is part of, or that of a token that changed something without a command that says what: what a
 * token writes is on record. Only where the transaction has written at all; `elsewhere`: on the node of a workspace.
 * Returns the call that is on record once the transaction has committed.
 */
export async function writeOwedLine(
  client: SqlAsker,
  workspaceId: string | null,
  actor: Actor,
  acts: readonly string[],
  elsewhere: boolean,
): Promise<CallOnRecord | undefined> {
  if (!elsewhere) {
    const { rows } = await client.query<{ has_written: boolean }>(
      'select pg_current_xact_id_if_assigned() is not null as has_written',
    )
    if (!oneRow(rows).has_written) return undefined
  }
  const { call } = actor
  if (call?.is_written === false && workspaceId !== null) {
    await writeLine(client, workspaceId, actor, call)
    return call
  }
  if (actor.kind === 'token' && acts.length === 0)
    await writeLine(client, workspaceId ?? INSTALL, actor, { act: 'token.wrote' })
  return undefined
}

const MAX_NAME = 200
const MAX_DETAILS = 8_000
// The last belt: callers leave secrets out, and what is called like one does not get through all the same.
const SECRET = /password|secret|token$|_key$|^key$|hash|credential/i

function detailsOf(details: JsonObject | null | undefined): string | null {
  if (details == null) return null
  const text = JSON.stringify(details, (name, value) => {
    if (typeof value !== 'string') return value
    return SECRET.test(name) ? '[hidden]' : maskAddresses(value)
  })
  return text.length <= MAX_DETAILS ? text : JSON.stringify({ too_long: true, characters: text.length })
}

function shortened(name: string | null | undefined): string | null {
  return name == null ? null : maskAddresses(name).slice(0, MAX_NAME)
}
