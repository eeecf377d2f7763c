// Enrolling as an action: the lead that an event is about gets into a sequence, unless something is against it.
import { type Static, Type } from 'typebox'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isEmpty, type JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { enrollLeads } from '../../outreach/enrollments/enroll.commands.ts'
import { mustReadSequence } from '../../outreach/sequences/sequences.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { SUBJECTS } from '../subjects.ts'
import { type ActionContext, defineAction, objectId, quoted } from './action.ts'
import { Template } from './action-values.ts'

const Enroll = Type.Object({
  sequence_id: Type.String({ minLength: 1, maxLength: 100, ...shownAs(SUBJECTS.sequence_id.form) }),
  lead_id: Type.Optional(
    Template('The lead. Absent: the one that the event is about.', {
      title: 'Lead id',
      hint: 'Blank: the lead that the event is about.',
    }),
  ),
  consent_source: Type.String({
    maxLength: 500,
    default: '',
    description: 'The legal basis for writing to the person; stored with the enrollment.',
    ...shownAs({ title: 'Consent or basis, with its source', wide: true }),
  }),
})
type Enroll = Static<typeof Enroll>

function leadOf({ lead_id }: Enroll, acting: ActionContext): number {
  const id = Number(isEmpty(lead_id) ? (objectId(acting, 'lead') ?? acting.facts.$lead_id ?? 0) : lead_id)
  if (!Number.isSafeInteger(id) || id < 1)
    return refuse('conflict', 'The event is about no lead. Name one in the action.')
  return id
}

const judge = (tx: WorkspaceTx, input: Enroll, acting: ActionContext, dry_run: boolean) =>
  enrollLeads(
    tx,
    acting.parts.outreachKeys,
    input.sequence_id,
    { lead_ids: [leadOf(input, acting)], consent_source: String(input.consent_source ?? ''), dry_run },
    acting.now,
  )

export const enrollAction = defineAction({
  kind: 'enroll',
  place: 50,
  label: 'Enroll in a sequence',
  description:
    'Enrolls the lead in a sequence of outreach. One that may not be written to is left out, with the reason.',
  for_token: 'sequences:enroll',
  settings: Enroll,
  words: (_, { name }) => `enroll in${quoted('', name('sequence_id')) || ' a sequence'}`,
  needs: 'outreach.edit',
  plain: ['sequence_id'],
  answers: [
    { member: 'outcome', label: 'Outcome', values: ['enrolled', 'unchanged', 'blocked'] },
    { member: 'reason', label: 'Reason' },
  ],
  async check(tx, { sequence_id }, loc) {
    await mustReadSequence(tx, sequence_id).catch(() =>
      refuseField([...loc, 'sequence_id'], 'value_error', 'Value error, there is no such sequence', sequence_id),
    )
  },
  async preview(tx, input, acting) {
    const { name } = await mustReadSequence(tx, input.sequence_id)
    const [held] = (await judge(tx, input, acting, true)).blocked
    return held
      ? { text: `Would not enroll the lead in "${name}"`, problem: held.detail }
      : { text: `Would enroll lead ${leadOf(input, acting)} in "${name}"` }
  },
  async act(tx, input, acting) {
    const { enrolled, blocked, first_send_at } = await judge(tx, input, acting, false)
    const lead_id = leadOf(input, acting)
    const [held] = blocked
    const output: JsonObject = held
      ? { outcome: 'blocked', lead_id, reason: held.reason, detail: held.detail }
      : { outcome: enrolled > 0 ? 'enrolled' : 'unchanged', lead_id, first_send_at }
    return { output }
  },
})
