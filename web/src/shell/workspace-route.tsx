// The root of the app and the route of a workspace, which every page of it is under.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { actIn } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { findWorkspace, rememberWorkspace, workspacesQuery } from '../session/workspace.ts'
import { NotFound } from './page-states.tsx'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

export function needSignIn(href: string) {
  if (session.state() === 'signed_out') throw redirect({ to: '/login', search: href === '/' ? {} : { next: href } })
}

export const workspace = createRoute({
  getParentRoute: () => root,
  path: '/w/$workspace',
  beforeLoad: async ({ params, location, preload }) => {
    needSignIn(location.href)
    const found = findWorkspace(await queries.ensureQueryData(workspacesQuery), params.workspace)
    // A link that is only hovered must not change where the page acts.
    if (!preload) {
      actIn(found?.id ?? null)
      if (found) rememberWorkspace(found.slug)
    }
    return { workspaceId: found?.id ?? null }
  },
  // Who is about to sign in does not wait for it.
  component: lazyRouteComponent(() => import('./layout.tsx'), 'Layout'),
})
