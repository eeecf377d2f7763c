// Changes fields or the status of a lead, or creates the lead.
import { type Static, Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { isEmpty, type Json } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { FIELD, LEAD_STATUSES, type LeadStatus } from '../../records/lead-facts/lead-field.logic.ts'
import { saveLead, setLeadStatus, updateLead } from '../../records/leads/lead.commands.ts'
import { type ActionContext, defineAction, objectId } from './action.ts'
import { Template, Values, withoutBlanks } from './action-values.ts'

const UpdateLead = Type.Object({
  lead_id: Type.Optional(
    Template('The lead. Absent: the one that the event is about; without one, the lead that the values identify.', {
      title: 'Lead id',
      hint: 'Blank: the lead that the event is about, else the one that the values identify.',
    }),
  ),
  values: Type.Optional(Values('Fields of the lead. Those without a value stay.')),
  status: Type.Optional(Type.String({ enum: [...LEAD_STATUSES], ...shownAs({ blank: 'Leave as it is' }) })),
  note: Type.Optional(Template('Kept in the timeline.', { editor: 'multiline' })),
})

function leadIdOf({ lead_id }: Static<typeof UpdateLead>, acting: ActionContext): number | null {
  const given = isEmpty(lead_id) ? (objectId(acting, 'lead') ?? acting.facts.$lead_id ?? null) : (lead_id as Json)
  const id = Number(given)
  return given !== null && Number.isSafeInteger(id) && id > 0 ? id : null
}

export const updateLeadAction = defineAction({
  kind: 'update_lead',
  place: 30,
  label: 'Update the lead',
  description: 'Changes fields or the status of a lead, or creates the lead.',
  for_token: 'leads:write',
  settings: UpdateLead,
  plain: ['status'],
  async check(_, { values = {}, status, note }, loc) {
    for (const field of Object.keys(values))
      if (!FIELD.has(field))
        refuseField([...loc, 'values', field], 'value_error', `Value error, a lead has no field "${field}"`, field)
    if (Object.keys(values).length === 0 && status === undefined && note === undefined)
      refuseField([...loc, 'values'], 'missing', 'Say what is to change')
  },
  async preview(tx, input, acting) {
    const id = leadIdOf(input, acting)
    const changes = Object.entries(withoutBlanks(input.values ?? {})).map(
      ([field, value]) => `${field}: ${String(value)}`,
    )
    if (input.status) changes.push(`status: ${input.status}`)
    if (id === null && changes.length === 0) return { text: 'Would change nothing', problem: 'No lead and no values' }
    const who =
      id === null
        ? 'Would save a lead with'
        : `Would set on "${String((await mustReadLead(tx, id)).data.company ?? `lead ${id}`)}"`
    return { text: `${who} ${changes.join(', ') || 'a note'}` }
  },
  async act(tx, input, acting) {
    const values = withoutBlanks(input.values ?? {})
    const guessed = acting.guesses.flatMap(([setting, field]) => (setting === 'values' ? [String(field)] : []))
    let id = leadIdOf(input, acting)
    let outcome = 'unchanged'
    if (id === null) {
      const saved = await saveLead(tx, { existing: 'overwrite', ...values }, acting.now, guessed)
      id = Number(saved.lead.id)
      outcome = saved.outcome
    } else if (Object.keys(values).length > 0) {
      await updateLead(tx, id, values, acting.now, guessed)
      outcome = 'updated'
    }
    const note = isEmpty(input.note) ? undefined : String(input.note)
    if (input.status !== undefined || note !== undefined) {
      const { status } = input
      const now = (await mustReadLead(tx, id)).data.status
      await setLeadStatus(
        tx,
        id,
        { status: (status ?? now) as LeadStatus, ...(note !== undefined && { note }) },
        acting.now,
      )
      outcome = 'updated'
    }
    return { output: { lead_id: id, outcome } }
  },
})
