// What the pages of outreach ask of the API, and what they change.

import { api, currentWorkspace, take } from '../../api/client.ts'
import { everyItem, invalidateSoon, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Stats = Schemas['SequenceStats']

const key = (...parts: unknown[]) => [currentWorkspace(), 'outreach', ...parts] as const
const at = (seq_id: string) => ({ params: { path: { seq_id } } })

/** After anything was changed: what hangs together is too much to name. */
export const forgetOutreach = () => queries.invalidateQueries({ queryKey: key() })
export const forgetOutreachSoon = () => invalidateSoon(key())

async function changed<T>(work: Promise<T>): Promise<T> {
  const result = await work
  void forgetOutreach()
  return result
}

/** What was saved is there before a form forgets what was typed. */
async function stored<T>(queryKey: readonly unknown[], work: Promise<T>): Promise<T> {
  const saved = await work
  queries.setQueryData(queryKey, saved)
  return saved
}

export const sequencesQuery = () => ({
  queryKey: key('sequences'),
  queryFn: () =>
    everyItem<Schemas['Sequence']>((page) => take(api.GET('/api/outreach/sequences', { params: { query: page } }))),
})
export const sequenceQuery = (id: string) => ({
  queryKey: key('sequence', id),
  queryFn: () => take(api.GET('/api/outreach/sequences/{seq_id}', at(id))),
})
export const createSequence = (name: string) =>
  changed(take(api.POST('/api/outreach/sequences', { body: { name, settings: { unverified: 'leave_out' } } })))
export const updateSequence = (id: string, body: Schemas['SequenceUpdate']) =>
  changed(stored(sequenceQuery(id).queryKey, take(api.PATCH('/api/outreach/sequences/{seq_id}', { ...at(id), body }))))
export const deleteSequence = (id: string) => changed(take(api.DELETE('/api/outreach/sequences/{seq_id}', at(id))))
export const startSequence = (id: string) => changed(take(api.POST('/api/outreach/sequences/{seq_id}/start', at(id))))
export const pauseSequence = (id: string) => changed(take(api.POST('/api/outreach/sequences/{seq_id}/pause', at(id))))
export const resumeSequence = (id: string) => changed(take(api.POST('/api/outreach/sequences/{seq_id}/resume', at(id))))

export const previewQuery = (id: string, lead_id: number, steps: Schemas['SequenceStep'][]) => ({
  queryKey: key('preview', id, lead_id, steps),
  queryFn: () => take(api.POST('/api/outreach/sequences/{seq_id}/preview', { ...at(id), body: { lead_id, steps } })),
})
export const worstQuery = (id: string) => ({
  queryKey: key('worst', id),
  queryFn: () => take(api.GET('/api/outreach/sequences/{seq_id}/preview/worst', at(id))),
})
export const statsQuery = (id: string) => ({
  queryKey: key('stats', id),
  queryFn: () => take(api.GET('/api/outreach/sequences/{seq_id}/stats', at(id))),
})
export const calendarQuery = (id: string, add: number) => ({
  queryKey: key('calendar', id, add),
  queryFn: () =>
    take(api.GET('/api/outreach/sequences/{seq_id}/calendar', { params: { path: { seq_id: id }, query: { add } } })),
})
export const enrollmentsQuery = (id: string, status: string) => ({
  queryKey: key('enrollments', id, status),
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(
      api.GET('/api/outreach/sequences/{seq_id}/enrollments', {
        params: {
          path: { seq_id: id },
          query: {
            ...(status && { status: status as Schemas['Enrollment']['status'] }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
      }),
    ),
  getNextPageParam: (last: Schemas['EnrollmentList']) => last.next_cursor,
})
export const stopEnrollment = (enrollment_id: string) =>
  changed(take(api.POST('/api/outreach/enrollments/{enrollment_id}/stop', { params: { path: { enrollment_id } } })))
export const resumeEnrollment = (enrollment_id: string) =>
  changed(take(api.POST('/api/outreach/enrollments/{enrollment_id}/resume', { params: { path: { enrollment_id } } })))

/** All leads, those that a search or a saved filter finds, or those that rows of a workbook are linked to. */
export const enrollFrom = (
  id: string,
  which: { search: string } | { filter_id: string } | { workbook_id: string; row_ids: string[] },
  how: { consent_source: string; include_unverified: boolean; dry_run: boolean },
): Promise<Schemas['EnrollResult']> => {
  const work = take(
    api.POST('/api/outreach/sequences/{seq_id}/enroll-from', {
      ...at(id),
      body: { ...which, ...how },
    }),
  )
  return how.dry_run ? work : changed(work)
}
export const findLeads = async (search: string) =>
  (await take(api.GET('/api/leads', { params: { query: { limit: 20, ...(search && { search }) } } }))).items

export const mailboxesQuery = () => ({
  queryKey: key('mailboxes'),
  queryFn: async () => (await take(api.GET('/api/outreach/mailboxes'))).items,
})
export const createMailbox = (body: Schemas['MailboxUpdate']) =>
  changed(take(api.POST('/api/outreach/mailboxes', { body })))
export const updateMailbox = (mailbox_id: string, body: Schemas['MailboxUpdate']) =>
  changed(take(api.PATCH('/api/outreach/mailboxes/{mailbox_id}', { params: { path: { mailbox_id } }, body })))
export const deleteMailbox = (mailbox_id: string) =>
  changed(take(api.DELETE('/api/outreach/mailboxes/{mailbox_id}', { params: { path: { mailbox_id } } })))
export const pauseMailbox = (mailbox_id: string) =>
  changed(take(api.POST('/api/outreach/mailboxes/{mailbox_id}/pause', { params: { path: { mailbox_id } } })))
export const resumeMailbox = (mailbox_id: string) =>
  changed(take(api.POST('/api/outreach/mailboxes/{mailbox_id}/resume', { params: { path: { mailbox_id } } })))
export const testMailbox = (mailbox_id: string, to: string) =>
  take(api.POST('/api/outreach/mailboxes/{mailbox_id}/test', { params: { path: { mailbox_id } }, body: { to } }))
export const preflightQuery = (mailbox_id: string) => ({
  queryKey: key('preflight', mailbox_id),
  staleTime: 5 * 60_000,
  queryFn: () => take(api.GET('/api/outreach/mailboxes/{mailbox_id}/preflight', { params: { path: { mailbox_id } } })),
})

export const suppressionsQuery = (search: string, reason: string) => ({
  queryKey: key('suppressions', search, reason),
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(
      api.GET('/api/outreach/suppressions', {
        params: {
          query: {
            ...(search && { search }),
            ...(reason && { reason: reason as Schemas['Suppression']['reason'] }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
      }),
    ),
  getNextPageParam: (last: Schemas['SuppressionList']) => last.next_cursor,
})
export const addSuppression = (value: string, note: string) =>
  changed(take(api.POST('/api/outreach/suppressions', { body: { value, reason: 'manual', ...(note && { note }) } })))
export const importSuppressions = (text: string) =>
  changed(take(api.POST('/api/outreach/suppressions/import', { body: { text, reason: 'manual' } })))
export const deleteSuppression = (suppression_id: string) =>
  changed(take(api.DELETE('/api/outreach/suppressions/{suppression_id}', { params: { path: { suppression_id } } })))

export const takeBackSuppression = (suppression_id: string, reason: string) =>
  changed(
    take(
      api.POST('/api/outreach/suppressions/{suppression_id}/take-back', {
        params: { path: { suppression_id } },
        body: { reason },
      }),
    ),
  )

export const threadsQuery = (unread: boolean, className: string) => ({
  queryKey: key('threads', unread, className),
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(
      api.GET('/api/outreach/threads', {
        params: {
          query: {
            unread,
            ...(className && { class: className as Schemas['OutreachThread']['class'] }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
      }),
    ),
  getNextPageParam: (last: Schemas['OutreachThreadList']) => last.next_cursor,
})
export const threadQuery = (thread_id: string) => ({
  queryKey: key('thread', thread_id),
  queryFn: () => take(api.GET('/api/outreach/threads/{thread_id}', { params: { path: { thread_id } } })),
})
export const updateThread = (thread_id: string, body: Schemas['OutreachThreadUpdate']) =>
  changed(take(api.PATCH('/api/outreach/threads/{thread_id}', { params: { path: { thread_id } }, body })))
export const answerThread = (thread_id: string, text: string) =>
  changed(
    take(api.POST('/api/outreach/threads/{thread_id}/reply', { params: { path: { thread_id } }, body: { text } })),
  )
export const readInboxes = () => take(api.POST('/api/outreach/threads/read'))

export const draftsQuery = () => ({
  queryKey: key('drafts'),
  queryFn: () => take(api.GET('/api/outreach/drafts', { params: { query: { limit: 100 } } })),
})
export async function updateDraft(draft_id: string, body: Schemas['DraftUpdate']) {
  const saved = await take(api.PATCH('/api/outreach/drafts/{draft_id}', { params: { path: { draft_id } }, body }))
  queries.setQueryData<Schemas['DraftList']>(
    draftsQuery().queryKey,
    (list) => list && { ...list, items: list.items.map((one) => (one.id === draft_id ? saved : one)) },
  )
  return changed(Promise.resolve(saved))
}
export const decideDraft = (draft_id: string, act: 'approve' | 'reject' | 'send') => {
  const path = { params: { path: { draft_id } } }
  if (act === 'approve') return changed(take(api.POST('/api/outreach/drafts/{draft_id}/approve', path)))
  if (act === 'reject') return changed(take(api.POST('/api/outreach/drafts/{draft_id}/reject', path)))
  return changed(take(api.POST('/api/outreach/drafts/{draft_id}/send', path)))
}
export const createDraft = (enrollment_id: string) =>
  changed(take(api.POST('/api/outreach/drafts', { body: { enrollment_id } })))

export const messagesQuery = (state: Schemas['OutboundMessage']['state']) => ({
  queryKey: key('messages', state),
  queryFn: () => take(api.GET('/api/outreach/messages', { params: { query: { state, limit: 100 } } })),
})
export const settleMessage = (message_id: string, outcome: 'sent' | 'not_sent') =>
  changed(
    take(
      api.POST('/api/outreach/messages/{message_id}/settle', { params: { path: { message_id } }, body: { outcome } }),
    ),
  )
export const tasksQuery = () => ({
  queryKey: key('tasks'),
  queryFn: () => take(api.GET('/api/outreach/tasks', { params: { query: { limit: 100 } } })),
})
export const completeTask = (task_id: string) =>
  changed(take(api.POST('/api/outreach/tasks/{task_id}/done', { params: { path: { task_id } } })))

export const settingsQuery = () => ({
  queryKey: key('settings'),
  queryFn: () => take(api.GET('/api/outreach/settings')),
})
export const updateSettings = (body: Schemas['OutreachSettingsUpdate']) =>
  changed(stored(settingsQuery().queryKey, take(api.PUT('/api/outreach/settings', { body }))))
export const countryRulesQuery = () => ({
  queryKey: key('countries'),
  queryFn: async () => (await take(api.GET('/api/outreach/country-rules'))).items,
})
export const setCountryRules = (items: Schemas['CountryRules']['items']) =>
  changed(
    stored(
      countryRulesQuery().queryKey,
      take(api.PUT('/api/outreach/country-rules', { body: { items } })).then((saved) => saved.items),
    ),
  )
export const bounceWebhookQuery = () => ({
  queryKey: key('bounce webhook'),
  queryFn: () => take(api.GET('/api/outreach/webhooks/bounce/config')),
})
