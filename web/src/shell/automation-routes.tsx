// The addresses of automations and notices.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from './workspace-route.tsx'

const readTab = (search: Record<string, unknown>): { tab?: string } =>
  typeof search.tab === 'string' ? { tab: search.tab } : {}

export const automations = createRoute({
  getParentRoute: () => workspace,
  path: 'automations',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../features/automations/automations.page.tsx'), 'AutomationsPage'),
})

export const automationRule = createRoute({
  getParentRoute: () => workspace,
  path: 'automations/$automationId',
  component: lazyRouteComponent(() => import('../features/automations/rule.page.tsx'), 'RulePage'),
})

export const notices = createRoute({
  getParentRoute: () => workspace,
  path: 'notices',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../features/notices/notices.page.tsx'), 'NoticesPage'),
})
