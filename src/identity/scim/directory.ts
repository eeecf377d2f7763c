// A directory that sends a request: its token, its workspace, and the transaction of its changes.
import type { FastifyRequest } from 'fastify'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { originOf } from '../../platform/http/browser/origin.ts'
import type { People } from '../users/people.reads.ts'

export interface Scim {
  database: Database
  people: People
  now: () => Date
  /** Where people reach the service; what the request says when undefined. */
  publicUrl: string | undefined
}

/** The bearer of a good SCIM token. */
export interface Directory extends WorkspaceScope {
  /** The address that all of the workspace's resources are below. */
  base: string
  slug: string
  /** The identity provider that it speaks for; null where none was said. */
  provider_id: string | null
}

/** A transaction of the control plane, for accounts and memberships, that also sees the rows of one workspace. */
export function inDirectory<T>(
  database: Database,
  { workspace_id, actor }: WorkspaceScope,
  work: (tx: WorkspaceTx) => Promise<T>,
): Promise<T> {
  return database.inControl(async (tx) => {
    await tx.client.query({
      name: 'scim_bind',
      text: `select app_set('app.workspace_id', $1)`,
      values: [workspace_id],
    })
    return work({ ...tx, workspace_id })
  }, actor)
}

export function baseOf(publicUrl: string | undefined, request: FastifyRequest, slug: string): string {
  return `${originOf(publicUrl, request)}/scim/v2/${slug}`
}
