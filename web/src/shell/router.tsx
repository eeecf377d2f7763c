// All addresses of the app. Each page is a chunk of its own, loaded when first needed.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { actIn } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { readAuditSearch } from '../features/settings/audit-search.logic.ts'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { Layout } from './layout.tsx'
import { NotFound, PageError } from './page-states.tsx'
import { findWorkspace, homeWorkspace, rememberWorkspace, workspacesQuery } from './workspace.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

function needSignIn(href: string) {
  if (session.state() === 'signed_out') throw redirect({ to: '/login', search: href === '/' ? {} : { next: href } })
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    needSignIn(location.href)
    const workspace = homeWorkspace(await queries.ensureQueryData(workspacesQuery))
    if (workspace)
      throw redirect({ to: '/w/$workspace/workbooks', params: { workspace: workspace.slug }, replace: true })
  },
  component: lazyRouteComponent(() => import('../features/workspaces/no-workspace.page.tsx'), 'NoWorkspacePage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { next?: string } => (typeof search.next === 'string' ? { next: search.next } : {}),
  component: lazyRouteComponent(() => import('../features/login/login.page.tsx'), 'LoginPage'),
})

const workspace = createRoute({
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
  component: Layout,
})

const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspace/workbooks', params, replace: true })
  },
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

const leads = createRoute({
  getParentRoute: () => workspace,
  path: 'leads',
  validateSearch: (search): Record<string, unknown> => search,
  component: lazyRouteComponent(() => import('../features/leads/leads.page.tsx'), 'LeadsPage'),
})

const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  component: lazyRouteComponent(() => import('../features/settings/settings.layout.tsx'), 'SettingsLayout'),
})

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspace/settings/profile', params, replace: true })
  },
})

const profile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  component: lazyRouteComponent(() => import('../features/settings/profile.page.tsx'), 'ProfilePage'),
})

const sessions = createRoute({
  getParentRoute: () => settings,
  path: 'sessions',
  component: lazyRouteComponent(() => import('../features/settings/sessions.page.tsx'), 'SessionsPage'),
})

const general = createRoute({
  getParentRoute: () => settings,
  path: 'general',
  component: lazyRouteComponent(() => import('../features/settings/general.page.tsx'), 'GeneralPage'),
})

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  component: lazyRouteComponent(() => import('../features/settings/members.page.tsx'), 'MembersPage'),
})

const integrations = createRoute({
  getParentRoute: () => settings,
  path: 'integrations',
  validateSearch: (search): { open?: string } => (typeof search.open === 'string' ? { open: search.open } : {}),
  component: lazyRouteComponent(() => import('../features/settings/integrations.page.tsx'), 'IntegrationsPage'),
})

const providers = createRoute({
  getParentRoute: () => settings,
  path: 'providers',
  validateSearch: (search): { stretch?: string } =>
    typeof search.stretch === 'string' ? { stretch: search.stretch } : {},
  component: lazyRouteComponent(() => import('../features/providers/health.page.tsx'), 'ProviderHealthPage'),
})

const secrets = createRoute({
  getParentRoute: () => settings,
  path: 'secrets',
  component: lazyRouteComponent(() => import('../features/settings/secrets.page.tsx'), 'SecretsPage'),
})

const models = createRoute({
  getParentRoute: () => settings,
  path: 'models',
  component: lazyRouteComponent(() => import('../features/settings/models.page.tsx'), 'ModelsPage'),
})

const performance = createRoute({
  getParentRoute: () => settings,
  path: 'performance',
  component: lazyRouteComponent(() => import('../features/settings/performance.page.tsx'), 'PerformancePage'),
})

const provisioning = createRoute({
  getParentRoute: () => settings,
  path: 'provisioning',
  component: lazyRouteComponent(() => import('../features/settings/provisioning.page.tsx'), 'ProvisioningPage'),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: 'users',
  component: lazyRouteComponent(() => import('../features/settings/users.page.tsx'), 'UsersPage'),
})

const usage = createRoute({
  getParentRoute: () => settings,
  path: 'usage',
  validateSearch: (search): { days?: number; by?: string } => ({
    ...(typeof search.days === 'number' && search.days >= 1 && search.days <= 365 ? { days: search.days } : {}),
    ...(search.by === 'provider' ? { by: 'provider' } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/settings/usage.page.tsx'), 'UsagePage'),
})

const spending = createRoute({
  getParentRoute: () => settings,
  path: 'spending',
  validateSearch: (search): { days?: number; by?: string } => ({
    ...(typeof search.days === 'number' && search.days >= 1 && search.days <= 365 ? { days: search.days } : {}),
    ...(['provider', 'workbook', 'column', 'user', 'day', 'lines'].includes(String(search.by))
      ? { by: String(search.by) }
      : {}),
  }),
  component: lazyRouteComponent(() => import('../features/money/spending.page.tsx'), 'SpendingPage'),
})

const budgets = createRoute({
  getParentRoute: () => settings,
  path: 'budgets',
  component: lazyRouteComponent(() => import('../features/money/budgets.page.tsx'), 'BudgetsPage'),
})

const prices = createRoute({
  getParentRoute: () => settings,
  path: 'prices',
  component: lazyRouteComponent(() => import('../features/money/prices.page.tsx'), 'PricesPage'),
})

const retention = createRoute({
  getParentRoute: () => settings,
  path: 'retention',
  component: lazyRouteComponent(() => import('../features/settings/retention.page.tsx'), 'RetentionPage'),
})

const system = createRoute({
  getParentRoute: () => settings,
  path: 'system',
  component: lazyRouteComponent(() => import('../features/settings/system.page.tsx'), 'SystemPage'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../features/settings/audit.page.tsx'), 'AuditPage'),
})

const installationAudit = createRoute({
  getParentRoute: () => settings,
  path: 'installation-audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(
    () => import('../features/settings/installation-audit.page.tsx'),
    'InstallationAuditPage',
  ),
})

/** An address that can be told to anybody: it leads to the page of the settings in their own workspace. */
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
    invitation,
    anySettings,
    workspace.addChildren([
      workspaceHome,
      workbooks,
      workbook,
      leads,
      settings.addChildren([
        settingsHome,
        profile,
        sessions,
        general,
        members,
        integrations,
        secrets,
        models,
        providers,
        performance,
        provisioning,
        audit,
        usage,
        spending,
        budgets,
        prices,
        retention,
        users,
        installationAudit,
        system,
      ]),
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
  if (pathname !== '/login' && !pathname.startsWith('/invitations/'))
    void router.navigate({ to: '/login', search: pathname === '/' ? {} : { next: href } })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
