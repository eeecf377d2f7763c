// What leaves the install, and who may do what, from the declarations that the service itself goes by.
import { scopeCovers } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { CAPABILITIES, type Capability } from '../../identity/capabilities.logic.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Operations } from '../../platform/http/operations.ts'
import { defineRoute } from '../../platform/http/route.ts'
import type { Room } from '../../platform/room.ts'
import { Access } from './access.schema.ts'
import { readDestinations } from './destinations.reads.ts'

const ROLES = Object.keys(CAPABILITIES) as (keyof typeof CAPABILITIES)[]

export const access: Room<{ database: Database; operations: Operations }> = {
  name: 'access',
  routes: ({ database, operations }) => [
    defineRoute({
      method: 'GET',
      path: '/api/settings/access',
      id: 'get_access',
      tag: 'Settings',
      summary: 'What leaves the install for this workspace, and what each role may do',
      description:
        'Read off the code and what is set up: the hosts of lookups, models, CRMs, sources, watches, webhooks, mailboxes and notices, ' +
        'and each capability with its roles and operations. Sign-on is listed for those who may edit settings. Lookups that ' +
        'compute their answer call no host and are not listed. Redirects and addresses that an answer names may lead to other hosts.',
      access: 'user',
      needs: 'settings.view',
      response: { 200: Access },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => ({
          ...(await readDestinations(tx, scopeCovers(scope, 'settings.edit'))),
          roles: ROLES,
          capabilities: listCapabilities(operations),
        })),
    }),
  ],
}

function listCapabilities(operations: Operations) {
  const declared = operations.declared()
  return [...CAPABILITIES.owner].map((name) => ({
    name,
    roles: ROLES.filter((role) => CAPABILITIES[role].has(name as Capability)),
    operations: declared.filter(({ needs }) => needs === name).map(({ id, summary, tag }) => ({ id, summary, tag })),
  }))
}
