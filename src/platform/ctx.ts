// Who is asking and where: made by the guard of a request or by a job that the queue opened, and by nobody else.
import type { WorkspaceId } from '../kernel/ids.ts'

export type WorkspaceRole = 'owner' | 'admin' | 'editor' | 'member' | 'viewer'

/** A person who has shown a valid access token. */
export interface Principal {
  user_id: number
  username: string
  is_admin: boolean
  /** The login this token belongs to. */
  family: string
  /** When the token stops being good; a stream ends then. */
  expires_at: Date
}

/** A person acting inside one workspace they belong to. */
export interface Scope {
  workspace_id: WorkspaceId
  role: WorkspaceRole
  principal: Principal
  request_id: string
}
