// What the pages of automations ask of the API, and what they change.

import { api, take } from '../../api/client.ts'
import { everyItem, invalidateSoon, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Endpoint = Schemas['WebhookEndpoint']
export type Hook = Schemas['IncomingHook']

/** A part of a rule: its kind, and settings that the kind describes. */
export type Part = { kind: string } & Record<string, unknown>
export interface RuleDraft {
  name: string
  trigger: Part
  condition: unknown
  actions: Part[]
  limits: Schemas['AutomationLimits']
}

// The forms are made from the kinds that the server lists, which says what each holds: no type knows it before.
const described = ({ trigger, condition, actions, ...rest }: RuleDraft) => ({
  ...rest,
  ...({ trigger, condition, actions } as unknown as Pick<
    Schemas['AutomationCreate'],
    'trigger' | 'condition' | 'actions'
  >),
})
const eventsOf = (trigger: Part, condition: unknown) =>
  ({ trigger, condition: condition ?? null, limit: 10 }) as Schemas['AutomationEventsRequest']

const key = (name: string) => keys.settings(`automations ${name}`)

export const kindsQuery = () => ({
  queryKey: key('kinds'),
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => take(api.GET('/api/automations/kinds')),
})

export const rulesQuery = () => ({
  queryKey: key('rules'),
  queryFn: () => everyItem<Schemas['Automation']>((query) => take(api.GET('/api/automations', { params: { query } }))),
})

export const ruleQuery = (automation_id: string) => ({
  queryKey: [...key('rule'), automation_id],
  queryFn: () => take(api.GET('/api/automations/{automation_id}', { params: { path: { automation_id } } })),
})

export const runsQuery = (automation_id: string | null, status: string) => ({
  queryKey: [...key('runs'), automation_id, status],
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(
      api.GET('/api/automations/runs', {
        params: {
          query: {
            limit: 50,
            ...(pageParam && { cursor: pageParam }),
            ...(automation_id && { automation_id }),
            ...(status && { status: status as Schemas['AutomationRun']['status'] }),
          },
        },
      }),
    ),
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
})

export const runQuery = (run_id: string) => ({
  queryKey: [...key('run'), run_id],
  queryFn: () => take(api.GET('/api/automations/runs/{run_id}', { params: { path: { run_id } } })),
})

/** Real events that the trigger is about. Null while the trigger is not whole. */
export const eventsQuery = (trigger: Part, condition: unknown) => ({
  queryKey: [...key('events'), JSON.stringify(trigger), JSON.stringify(condition ?? null)],
  retry: false,
  queryFn: () => take(api.POST('/api/automations/events', { body: eventsOf(trigger, condition) })),
})

export const tryQuery = (draft: RuleDraft, event_key: string) => ({
  queryKey: [...key('try'), JSON.stringify(draft), event_key],
  retry: false,
  queryFn: () => {
    const { name: _, ...rule } = described(draft)
    return take(api.POST('/api/automations/try', { body: { ...rule, event_key } }))
  },
})

export const endpointsQuery = () => ({
  queryKey: key('endpoints'),
  queryFn: async () => (await take(api.GET('/api/webhooks/endpoints'))).items,
})

export const deliveriesQuery = (endpoint_id: string | null) => ({
  queryKey: [...key('deliveries'), endpoint_id],
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(
      api.GET('/api/webhooks/deliveries', {
        params: { query: { limit: 50, ...(pageParam && { cursor: pageParam }), ...(endpoint_id && { endpoint_id }) } },
      }),
    ),
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
})

export const deliveryQuery = (delivery_id: string) => ({
  queryKey: [...key('delivery'), delivery_id],
  queryFn: () => take(api.GET('/api/webhooks/deliveries/{delivery_id}', { params: { path: { delivery_id } } })),
})

export const hooksQuery = () => ({
  queryKey: key('hooks'),
  queryFn: async () => (await take(api.GET('/api/webhooks/incoming'))).items,
})

export const payloadsQuery = (hook_id: string) => ({
  queryKey: [...key('payloads'), hook_id],
  queryFn: async () =>
    (
      await take(
        api.GET('/api/webhooks/incoming/{hook_id}/payloads', { params: { path: { hook_id }, query: { limit: 10 } } }),
      )
    ).items,
})

export const refusedQuery = (hook_id: string) => ({
  queryKey: [...key('refused'), hook_id],
  queryFn: async () =>
    (
      await take(
        api.GET('/api/webhooks/incoming/{hook_id}/refused', { params: { path: { hook_id }, query: { limit: 10 } } }),
      )
    ).items,
})

/** After anything about automations changed. */
export const forget = (...names: string[]) =>
  Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: key(name) })))

/** The same for events, which come in bursts. */
export function forgetSoon(...names: string[]) {
  for (const name of names) invalidateSoon(key(name))
}

export async function saveRule(id: string | null, draft: RuleDraft): Promise<Schemas['Automation']> {
  const saved = id
    ? await take(
        api.PATCH('/api/automations/{automation_id}', {
          params: { path: { automation_id: id } },
          body: described(draft),
        }),
      )
    : await take(api.POST('/api/automations', { body: described(draft) }))
  queries.setQueryData(ruleQuery(saved.id).queryKey, saved)
  await forget('rules')
  return saved
}

export async function setRunning(automation_id: string, isOn: boolean) {
  const at = { params: { path: { automation_id } } }
  const saved = await take(
    isOn
      ? api.POST('/api/automations/{automation_id}/resume', at)
      : api.POST('/api/automations/{automation_id}/pause', at),
  )
  queries.setQueryData(ruleQuery(automation_id).queryKey, saved)
  await forget('rules')
}

export async function deleteRule(automation_id: string) {
  await take(api.DELETE('/api/automations/{automation_id}', { params: { path: { automation_id } } }))
  await forget('rules', 'runs')
}

export async function runNow(automation_id: string, event_key?: string) {
  const body = event_key ? { event_key } : {}
  await take(api.POST('/api/automations/{automation_id}/run', { params: { path: { automation_id } }, body }))
  await forget('runs', 'rules')
}

export async function retryRun(run_id: string, from_action?: number) {
  const body = from_action === undefined ? {} : { from_action }
  await take(api.POST('/api/automations/runs/{run_id}/retry', { params: { path: { run_id } }, body }))
  await forget('runs', 'run')
}

export async function cancelRun(run_id: string) {
  await take(api.POST('/api/automations/runs/{run_id}/cancel', { params: { path: { run_id } } }))
  await forget('runs', 'run', 'rules')
}

export const createEndpoint = (body: { url: string; name: string }) =>
  take(api.POST('/api/webhooks/endpoints', { body }))

export async function changeEndpoint(endpoint_id: string, body: { enabled?: boolean; url?: string; name?: string }) {
  await take(api.PATCH('/api/webhooks/endpoints/{endpoint_id}', { params: { path: { endpoint_id } }, body }))
  await forget('endpoints')
}

export async function deleteEndpoint(endpoint_id: string) {
  await take(api.DELETE('/api/webhooks/endpoints/{endpoint_id}', { params: { path: { endpoint_id } } }))
  await forget('endpoints', 'deliveries')
}

export async function testEndpoint(endpoint_id: string) {
  await take(api.POST('/api/webhooks/endpoints/{endpoint_id}/test', { params: { path: { endpoint_id } } }))
  await forget('deliveries', 'endpoints')
}

export const rotateSecret = (endpoint_id: string) =>
  take(
    api.POST('/api/webhooks/endpoints/{endpoint_id}/rotate-secret', {
      params: { path: { endpoint_id } },
      body: { keep_hours: 24 },
    }),
  )

export async function resend(delivery_id: string) {
  await take(api.POST('/api/webhooks/deliveries/{delivery_id}/resend', { params: { path: { delivery_id } } }))
  await forget('deliveries', 'delivery')
}

export async function createHook(name: string) {
  await take(api.POST('/api/webhooks/incoming', { body: { name } }))
  await forget('hooks')
}

export async function changeHook(hook_id: string, body: { enabled?: boolean; new_address?: boolean }) {
  await take(api.PATCH('/api/webhooks/incoming/{hook_id}', { params: { path: { hook_id } }, body }))
  await forget('hooks')
}

export async function takeRefused(hook_id: string, refused_id: string) {
  await take(
    api.POST('/api/webhooks/incoming/{hook_id}/refused/{refused_id}/take', {
      params: { path: { hook_id, refused_id } },
    }),
  )
  await forget('hooks', 'payloads', 'refused')
}

export async function deleteHook(hook_id: string) {
  await take(api.DELETE('/api/webhooks/incoming/{hook_id}', { params: { path: { hook_id } } }))
  await forget('hooks')
}
