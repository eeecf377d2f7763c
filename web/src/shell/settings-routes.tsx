// The pages of the settings. Each is a chunk of its own, loaded when first needed.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readAuditSearch } from '../features/settings/audit/audit-search.logic.ts'
import { workspace } from './workspace-route.tsx'

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
  component: lazyRouteComponent(() => import('../features/settings/account/profile.page.tsx'), 'ProfilePage'),
})

const about = createRoute({
  getParentRoute: () => settings,
  path: 'about',
  component: lazyRouteComponent(() => import('../features/settings/about.page.tsx'), 'AboutPage'),
})

const sessions = createRoute({
  getParentRoute: () => settings,
  path: 'sessions',
  component: lazyRouteComponent(() => import('../features/settings/account/sessions.page.tsx'), 'SessionsPage'),
})

const general = createRoute({
  getParentRoute: () => settings,
  path: 'general',
  component: lazyRouteComponent(() => import('../features/settings/general.page.tsx'), 'GeneralPage'),
})

const access = createRoute({
  getParentRoute: () => settings,
  path: 'access',
  component: lazyRouteComponent(() => import('../features/settings/access/access.page.tsx'), 'AccessPage'),
})

const workspaces = createRoute({
  getParentRoute: () => settings,
  path: 'workspaces',
  component: lazyRouteComponent(() => import('../features/workspaces/workspaces.page.tsx'), 'WorkspacesPage'),
})

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  component: lazyRouteComponent(() => import('../features/settings/people/members.page.tsx'), 'MembersPage'),
})

const integrations = createRoute({
  getParentRoute: () => settings,
  path: 'integrations',
  validateSearch: (search): { open?: string } => (typeof search.open === 'string' ? { open: search.open } : {}),
  component: lazyRouteComponent(
    () => import('../features/settings/integrations/integrations.page.tsx'),
    'IntegrationsPage',
  ),
})

const providers = createRoute({
  getParentRoute: () => settings,
  path: 'providers',
  validateSearch: (search): { period?: string } => (typeof search.period === 'string' ? { period: search.period } : {}),
  component: lazyRouteComponent(() => import('../features/providers/health.page.tsx'), 'ProviderHealthPage'),
})

const secrets = createRoute({
  getParentRoute: () => settings,
  path: 'secrets',
  component: lazyRouteComponent(() => import('../features/custom-columns/secrets/secrets.page.tsx'), 'SecretsPage'),
})

const ownProviders = createRoute({
  getParentRoute: () => settings,
  path: 'own-providers',
  validateSearch: (search): { open?: string } => (typeof search.open === 'string' ? { open: search.open } : {}),
  component: lazyRouteComponent(() => import('../features/own-providers/own-providers.page.tsx'), 'OwnProvidersPage'),
})

const models = createRoute({
  getParentRoute: () => settings,
  path: 'models',
  component: lazyRouteComponent(() => import('../features/custom-columns/models.page.tsx'), 'ModelsPage'),
})

const agents = createRoute({
  getParentRoute: () => settings,
  path: 'agents',
  component: lazyRouteComponent(() => import('../features/agents/agents.page.tsx'), 'AgentsPage'),
})

const performance = createRoute({
  getParentRoute: () => settings,
  path: 'performance',
  component: lazyRouteComponent(() => import('../features/settings/figures/performance.page.tsx'), 'PerformancePage'),
})

const leadActions = createRoute({
  getParentRoute: () => settings,
  path: 'lead-actions',
  component: lazyRouteComponent(() => import('../features/lead-actions/lead-actions.page.tsx'), 'LeadActionsPage'),
})

const provisioning = createRoute({
  getParentRoute: () => settings,
  path: 'provisioning',
  component: lazyRouteComponent(() => import('../features/settings/sign-in/provisioning.page.tsx'), 'ProvisioningPage'),
})

const sso = createRoute({
  getParentRoute: () => settings,
  path: 'sso',
  component: lazyRouteComponent(() => import('../features/settings/sign-in/sso.page.tsx'), 'SsoPage'),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: 'users',
  component: lazyRouteComponent(() => import('../features/settings/people/users.page.tsx'), 'UsersPage'),
})

const usage = createRoute({
  getParentRoute: () => settings,
  path: 'usage',
  validateSearch: (search): { days?: number; by?: string } => ({
    ...(typeof search.days === 'number' && search.days >= 1 && search.days <= 365 ? { days: search.days } : {}),
    ...(search.by === 'provider' ? { by: 'provider' } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/settings/figures/usage.page.tsx'), 'UsagePage'),
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
  component: lazyRouteComponent(() => import('../features/settings/figures/retention.page.tsx'), 'RetentionPage'),
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
  component: lazyRouteComponent(() => import('../features/settings/audit/audit.page.tsx'), 'AuditPage'),
})

const installationAudit = createRoute({
  getParentRoute: () => settings,
  path: 'installation-audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(
    () => import('../features/settings/audit/installation-audit.page.tsx'),
    'InstallationAuditPage',
  ),
})

export const settingsTree = settings.addChildren([
  settingsHome,
  profile,
  sessions,
  workspaces,
  about,
  general,
  members,
  access,
  integrations,
  secrets,
  ownProviders,
  models,
  providers,
  performance,
  leadActions,
  provisioning,
  sso,
  agents,
  audit,
  usage,
  spending,
  budgets,
  prices,
  retention,
  users,
  installationAudit,
  system,
])
