// The caller and the workspace: created by the guard of a request or by a job that the queue opened, and nowhere else.
import type { WorkspaceId } from '../kernel/ids.ts'
import type { JsonObject } from '../kernel/json.ts'

export type WorkspaceRole = 'owner' | 'admin' | 'editor' | 'member' | 'viewer'

/** A user with a valid access token, or the user for whom an API token acts. */
export interface Principal {
  user_id: number
  username: string
  is_admin: boolean
  /** The login this token belongs to. */
  family: string
  /** When the token stops being good; a stream ends then. */
  expires_at: Date
  /** The API token that stands in for a login, the one workspace it is for, and what it is allowed there. */
  token?: { id: string; name: string; workspace_id: WorkspaceId; capabilities: readonly string[] }
}

/** The run of an automation rule that made something happen, and how many rules in a row it took to get there. */
export interface Cause {
  run_id: string
  depth: number
}

/** The actor of a change, as history and the audit log store it. */
export interface Actor {
  kind: 'user' | 'token' | 'machine'
  /** The person, or the person on whose behalf a token or a job acts. */
  user_id: number | null
  /** A username, or the name or the first letters of a token. */
  name: string
  token_id: string | null
  /** Through trusted proxies only; null for a job. */
  ip: string | null
  request_id: string | null
  /** Set when an automation rule does it: events of the transaction carry it, so that rules do not start each other for ever. */
  cause?: Cause
  /** What is being done for the actor, where one call may be several transactions: the first that writes puts it on record. */
  call?: CallOnRecord
}

/** A line of the audit log that is written in the transaction of what it tells. */
export interface CallOnRecord {
  act: string
  object: { type: string; id: string; name: string }
  after: JsonObject
  /** Whether a transaction that wrote it has committed. */
  is_written: boolean
}

/** A workspace and the actor there: enough to open a transaction. */
export interface WorkspaceScope {
  workspace_id: WorkspaceId
  actor: Actor
}

/** A person acting inside one workspace they belong to. */
export interface Scope extends WorkspaceScope {
  role: WorkspaceRole
  principal: Principal
}
