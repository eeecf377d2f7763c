// The addresses of automations and notices.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
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
  // The API has other things beside rules there, such as its runs: what is no id is at most a tab.
  beforeLoad({ params: { workspace: slug, automationId } }) {
    if (!/^(?:new|[0-9a-f-]{36})$/.test(automationId))
      throw redirect({
        to: '/w/$workspace/automations',
        params: { workspace: slug },
        search: /^(?:runs|webhooks|incoming)$/.test(automationId) ? { tab: automationId } : {},
        replace: true,
      })
  },
  component: lazyRouteComponent(() => import('../features/automations/rule.page.tsx'), 'RulePage'),
})

export const notices = createRoute({
  getParentRoute: () => workspace,
  path: 'notices',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../features/notices/notices.page.tsx'), 'NoticesPage'),
})
