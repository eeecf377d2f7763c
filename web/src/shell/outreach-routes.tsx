// The addresses of outreach.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { workspace } from './workspace-route.tsx'

const outreach = createRoute({
  getParentRoute: () => workspace,
  path: 'outreach',
  component: lazyRouteComponent(() => import('../features/outreach/outreach.layout.tsx'), 'OutreachLayout'),
})

const outreachHome = createRoute({
  getParentRoute: () => outreach,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspace/outreach/sequences', params, replace: true })
  },
})

const sequences = createRoute({
  getParentRoute: () => outreach,
  path: 'sequences',
  component: lazyRouteComponent(() => import('../features/outreach/sequences.page.tsx'), 'SequencesPage'),
})

const sequence = createRoute({
  getParentRoute: () => outreach,
  path: 'sequences/$sequenceId',
  validateSearch: (search): { tab?: string } =>
    ['messages', 'people', 'calendar', 'results', 'sending'].includes(String(search.tab))
      ? { tab: String(search.tab) }
      : {},
  component: lazyRouteComponent(() => import('../features/outreach/sequence.page.tsx'), 'SequencePage'),
})

const inbox = createRoute({
  getParentRoute: () => outreach,
  path: 'inbox',
  validateSearch: (search): { thread?: string } => (typeof search.thread === 'string' ? { thread: search.thread } : {}),
  component: lazyRouteComponent(() => import('../features/outreach/inbox.page.tsx'), 'InboxPage'),
})

const outreachReview = createRoute({
  getParentRoute: () => outreach,
  path: 'review',
  component: lazyRouteComponent(() => import('../features/outreach/review.page.tsx'), 'ReviewPage'),
})

const mailboxes = createRoute({
  getParentRoute: () => outreach,
  path: 'mailboxes',
  component: lazyRouteComponent(() => import('../features/outreach/mailboxes.page.tsx'), 'MailboxesPage'),
})

const suppressions = createRoute({
  getParentRoute: () => outreach,
  path: 'suppressions',
  component: lazyRouteComponent(() => import('../features/outreach/suppressions.page.tsx'), 'SuppressionsPage'),
})

const outreachSettings = createRoute({
  getParentRoute: () => outreach,
  path: 'settings',
  component: lazyRouteComponent(
    () => import('../features/outreach/outreach-settings.page.tsx'),
    'OutreachSettingsPage',
  ),
})

export const outreachRoutes = outreach.addChildren([
  outreachHome,
  sequences,
  sequence,
  inbox,
  outreachReview,
  mailboxes,
  suppressions,
  outreachSettings,
])
