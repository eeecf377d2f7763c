// The routes of enrollments: the leads in a sequence, and when messages will leave.

import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { SequencePath } from '../sequences/sequence.schema.ts'
import { mustReadSequence } from '../sequences/sequences.reads.ts'
import { readCalendar } from './calendar.reads.ts'
import { enrollLeads } from './enroll.commands.ts'
import { leadsOf } from './enroll-from.reads.ts'
import {
  CalendarQuery,
  EnrollFromRequest,
  Enrollment,
  EnrollmentList,
  EnrollmentPath,
  EnrollmentsQuery,
  EnrollRequest,
  EnrollResult,
  SendCalendar,
} from './enrollment.schema.ts'
import { resumeEnrollment, stopEnrollment } from './enrollments.commands.ts'
import { mustReadEnrollment, readEnrollments } from './enrollments.reads.ts'

const REASONS =
  'Each lead that is not enrolled is named with the first reason against it: `inactive_lead`, `no_email`, `invalid_email`, `unverified` (its address is a guess, or no verifier has ' +
  'confirmed it; the setting `unverified` of the sequence says which are left out, and `include_unverified` enrolls them), `suppressed`, ' +
  '`already_enrolled`, `merged` (with a lead of the sequence, on the Duplicates page), `in_other_sequence` (which still writes to the person; ' +
  'the setting `allow_other_sequences` of the sequence allows it), `no_consent_source`, `country_rule`.'

export function enrollmentRoutes({ database, keys, now }: OutreachParts): Route[] {
  const inScope = scopedTo(database)
  const seesSequence = (ctx: { scope: Scope }, { params }: { params: { seq_id: string } }) =>
    inScope(ctx, (tx) => mustReadSequence(tx, params.seq_id))
  const sees = (ctx: { scope: Scope }, { params }: { params: { enrollment_id: string } }) =>
    inScope(ctx, (tx) => mustReadEnrollment(tx, params.enrollment_id))
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const ofSequence = (name: string) =>
    ({ path: `/api/outreach/sequences/:seq_id/${name}`, params: SequencePath }) as const
  return [
    defineRoute({
      ...edit,
      ...ofSequence('enroll'),
      method: 'POST',
      id: 'enroll_leads',
      for_token: 'sequences:enroll',
      effects: ['sends', 'reaches_out'],
      summary: 'Enroll leads in a sequence',
      description: `${REASONS} 404 when none of the leads is in the workspace. With \`dry_run\` no leads are enrolled.`,
      exists: seesSequence,
      body: EnrollRequest,
      idempotent: true,
      response: { 200: EnrollResult },
      errors: [409],
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => enrollLeads(tx, keys, params.seq_id, body, now())),
    }),
    defineRoute({
      ...edit,
      ...ofSequence('enroll-from'),
      method: 'POST',
      id: 'enroll_from',
      for_token: 'sequences:enroll',
      summary: 'Enroll the leads of a filter or a workbook',
      description: `By a filter of leads, or the leads linked to rows of a workbook: all, those of a view, or those named. At most 100,000. ${REASONS}`,
      exists: seesSequence,
      body: EnrollFromRequest,
      idempotent: true,
      response: { 200: EnrollResult },
      errors: [409, 413],
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await mustReadSequence(tx, params.seq_id)
          const lead_ids = await leadsOf(tx, body)
          const { consent_source, include_unverified, dry_run } = body
          const input = { lead_ids, consent_source, include_unverified, dry_run }
          return enrollLeads(tx, keys, params.seq_id, input, now())
        }),
    }),
    defineRoute({
      ...read,
      ...ofSequence('enrollments'),
      method: 'GET',
      id: 'list_enrollments',
      summary: 'The leads in a sequence, newest first',
      description: 'With the state of each and the next step; `status` filters.',
      query: EnrollmentsQuery,
      response: { 200: EnrollmentList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => readEnrollments(tx, (await mustReadSequence(tx, params.seq_id)).id, query)),
    }),
    defineRoute({
      ...read,
      ...ofSequence('calendar'),
      method: 'GET',
      id: 'sequence_calendar',
      summary: 'What will be sent when',
      description:
        'A plan by the window, the limits of sequence and mailboxes, the ramp and the delays, before the start as well as after.',
      query: CalendarQuery,
      response: { 200: SendCalendar },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => readCalendar(tx, await mustReadSequence(tx, params.seq_id), query, now())),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/enrollments/:enrollment_id',
      params: EnrollmentPath,
      id: 'get_enrollment',
      summary: 'One enrollment',
      description: 'How far the lead is in the sequence, from which mailbox, on what consent, and why it ended.',
      response: { 200: Enrollment },
      handler: (ctx, { params }) => inScope(ctx, (tx) => mustReadEnrollment(tx, params.enrollment_id)),
    }),
    ...(['stop', 'resume'] as const).map((act) =>
      defineRoute({
        ...edit,
        method: 'POST',
        path: `/api/outreach/enrollments/:enrollment_id/${act}`,
        params: EnrollmentPath,
        id: `${act}_enrollment`,
        for_token: 'sequences:enroll',
        summary: act === 'stop' ? 'Stop an enrollment' : 'Resume a paused or blocked enrollment',
        description:
          act === 'stop'
            ? 'What waits for it is cancelled.'
            : 'One that is paused because a colleague replied, or whose message could not be written. Others are refused (409).',
        exists: sees,
        response: { 200: Enrollment },
        errors: [409],
        handler: (ctx, { params }) =>
          inScope(ctx, (tx) =>
            act === 'stop' ? stopEnrollment(tx, params.enrollment_id) : resumeEnrollment(tx, params.enrollment_id),
          ),
      }),
    ),
  ]
}
