// All addresses of the app. Each page is a chunk of its own, loaded when first needed.
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import { givenHref } from '../session/arrived.ts'
import { homeWorkspace, workspacesQuery } from '../session/workspace.ts'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { automationRule, automations, notices } from './automation-routes.tsx'
import { outreachRoutes } from './outreach-routes.tsx'
import { NotFound, PageError } from './page-states.tsx'
import { settingsTree } from './settings-routes.tsx'
import { needSignIn, root, workspace } from './workspace-route.tsx'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    needSignIn(location.href)
    const workspace = homeWorkspace(await queries.ensureQueryData(workspacesQuery))
    if (workspace) throw redirect({ to: '/w/$workspace', params: { workspace: workspace.slug }, replace: true })
  },
  component: lazyRouteComponent(() => import('../features/workspaces/no-workspace.page.tsx'), 'NoWorkspacePage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { next?: string; workspace?: string } => ({
    ...(typeof search.next === 'string' && { next: search.next }),
    ...(typeof search.workspace === 'string' && { workspace: search.workspace }),
  }),
  component: lazyRouteComponent(() => import('../features/login/login.page.tsx'), 'LoginPage'),
})

/** Where MCP clients send people to be allowed; the parameters are those of OAuth. */
const authorize = createRoute({
  getParentRoute: () => root,
  path: '/authorize',
  validateSearch: (search): Record<string, unknown> => search,
  beforeLoad: () => needSignIn(givenHref()),
  component: lazyRouteComponent(() => import('../features/agents/authorize.page.tsx'), 'AuthorizePage'),
})

const ssoReturn = createRoute({
  getParentRoute: () => root,
  path: '/login/sso/$provider',
  // The parameters are the identity provider's, and go to the server as they are.
  validateSearch: (search): Record<string, unknown> => search,
  component: lazyRouteComponent(() => import('../features/login/sso-return.page.tsx'), 'SsoReturnPage'),
})

const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home.page.tsx'), 'HomePage'),
})

const workbooks = createRoute({
  getParentRoute: () => workspace,
  path: 'workbooks',
  component: lazyRouteComponent(() => import('../features/workbooks/workbooks.page.tsx'), 'WorkbooksPage'),
})

const workbook = createRoute({
  getParentRoute: () => workspace,
  path: 'workbooks/$workbookId',
  // The page reads what it knows (open panel, view, …) and leaves the rest alone.
  validateSearch: (search): Record<string, unknown> => search,
  component: lazyRouteComponent(() => import('../features/workbook/workbook.page.tsx'), 'WorkbookPage'),
})

const workbookDuplicates = createRoute({
  getParentRoute: () => workspace,
  path: 'workbooks/$workbookId/duplicates',
  validateSearch: (search): { rows?: string } =>
    typeof search.rows === 'string' && search.rows !== '' ? { rows: search.rows } : {},
  component: lazyRouteComponent(
    () => import('../features/workbook/duplicates/duplicates.page.tsx'),
    'WorkbookDuplicatesPage',
  ),
})

const leads = createRoute({
  getParentRoute: () => workspace,
  path: 'leads',
  validateSearch: (search): Record<string, unknown> => search,
  component: lazyRouteComponent(() => import('../features/leads/leads.page.tsx'), 'LeadsPage'),
})

const recipes = createRoute({
  getParentRoute: () => workspace,
  path: 'recipes',
  validateSearch: (search): { recipe?: string; workbook?: string } => ({
    ...(typeof search.recipe === 'string' && { recipe: search.recipe }),
    ...(typeof search.workbook === 'string' && { workbook: search.workbook }),
  }),
  component: lazyRouteComponent(() => import('../features/recipes/recipes.page.tsx'), 'RecipesPage'),
})

const functions = createRoute({
  getParentRoute: () => workspace,
  path: 'functions',
  validateSearch: (search): { function?: string } =>
    typeof search.function === 'string' ? { function: search.function } : {},
  component: lazyRouteComponent(() => import('../features/functions/functions.page.tsx'), 'FunctionsPage'),
})

const assistant = createRoute({
  getParentRoute: () => workspace,
  path: 'assistant',
  validateSearch: (search): { chat?: string } => (typeof search.chat === 'string' ? { chat: search.chat } : {}),
  component: lazyRouteComponent(() => import('../features/assistant/assistant.page.tsx'), 'AssistantPage'),
})

const scoring = createRoute({
  getParentRoute: () => workspace,
  path: 'leads/scoring',
  component: lazyRouteComponent(() => import('../features/leads/scoring/scoring.page.tsx'), 'ScoringPage'),
})

const jobs = createRoute({
  getParentRoute: () => workspace,
  path: 'jobs',
  validateSearch: (search): Record<string, unknown> => search,
  component: lazyRouteComponent(() => import('../features/sources/jobs.page.tsx'), 'JobsPage'),
})

const signals = createRoute({
  getParentRoute: () => workspace,
  path: 'signals',
  validateSearch: (search): { view?: string; watch?: string } => ({
    ...(typeof search.view === 'string' && { view: search.view }),
    ...(typeof search.watch === 'string' && { watch: search.watch }),
  }),
  component: lazyRouteComponent(() => import('../features/monitoring/signals.page.tsx'), 'SignalsPage'),
})

const duplicates = createRoute({
  getParentRoute: () => workspace,
  path: 'duplicates',
  component: lazyRouteComponent(() => import('../features/entities/review.page.tsx'), 'ReviewPage'),
})

/** A link that works for every user: it leads to the settings page in their own workspace. */
const anySettings = createRoute({
  getParentRoute: () => root,
  path: '/settings/$',
  beforeLoad: async ({ params, location }) => {
    needSignIn(location.href)
    const found = homeWorkspace(await queries.ensureQueryData(workspacesQuery))
    throw redirect({ href: found ? `/w/${found.slug}/settings/${params._splat ?? ''}` : '/', replace: true })
  },
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('../features/invitations/invitation.page.tsx'), 'InvitationPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    login,
    ssoReturn,
    authorize,
    invitation,
    anySettings,
    workspace.addChildren([
      workspaceHome,
      workbooks,
      workbook,
      workbookDuplicates,
      leads,
      recipes,
      functions,
      assistant,
      scoring,
      jobs,
      automations,
      automationRule,
      notices,
      outreachRoutes,
      signals,
      duplicates,
      settingsTree,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingComponent: ListSkeleton,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
})

/** Shows the sign-in page, which leads back to where the person was. */
export function askForSignIn() {
  const { pathname, href } = router.state.location
  // An invitation is for people without an account, too.
  if (!/^\/(login|invitations)(\/|$)/.test(pathname))
    void router.navigate({ to: '/login', search: pathname === '/' ? {} : { next: href } })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
