// The routes of the roof itself: live events, metadata and the state of the service.
import { eventRoutes } from '../platform/events/events.routes.ts'
import type { Route } from '../platform/http/route.ts'
import { streamPlaces } from '../platform/limits/open-streams.ts'
import { metaRoutes } from './meta.routes.ts'
import type { RouteParts } from './parts.ts'
import { systemStateRoutes } from './system.routes.ts'

export function systemRoutes({ database, bus, presence, settings, now, features }: RouteParts): Route[] {
  return [
    ...systemStateRoutes({ database, settings, now }),
    ...eventRoutes(bus, presence, streamPlaces(settings.limit_overrides)),
    ...metaRoutes(settings, features),
  ]
}
