// Every route of the service, from the rooms.
import type { Route } from '../platform/http/route.ts'
import type { RouteParts } from './parts.ts'
import { ROOMS } from './rooms.ts'

export const allRoutes = (parts: RouteParts): Route[] => ROOMS.flatMap(({ routes }) => routes?.(parts) ?? [])
