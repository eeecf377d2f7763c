// All of provisioning in one list: what directories may ask, and what administrators set up for them.
import type { Route } from '../../platform/http/route.ts'
import type { Scim } from './directory.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { scimGroupRoutes } from './groups.routes.ts'
import { scimProtocol } from './scim.protocol.ts'
import { scimSearchRoutes } from './search.routes.ts'
import { scimSettingsRoutes } from './settings.routes.ts'
import { scimUserRoutes } from './users.routes.ts'

export function scimRoutes(scim: Scim): Route[] {
  const protocol = scimProtocol(scim)
  return [
    ...scimUserRoutes(scim, protocol),
    ...scimGroupRoutes(scim, protocol),
    ...scimSearchRoutes(scim, protocol),
    ...discoveryRoutes(protocol),
    ...scimSettingsRoutes(scim),
  ]
}
