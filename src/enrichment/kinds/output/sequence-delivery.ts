// Delivers a row to a sequence of outreach, which `app` provides: a room above this one decides which leads may get mail.
import { Refusal } from '../../../kernel/errors.ts'
import { failed, found } from '../../../providers/kit/kit.ts'
import { defineDelivery } from './delivery.ts'
import { fillTemplates, namesReading } from './filled.logic.ts'
import { OUTPUT_ACTOR } from './output-actor.ts'

export const sequenceDelivery = defineDelivery('sequence', {
  // A lead is in a sequence once.
  repeat_free: true,
  account: () => undefined,
  sketch: ({ sequence_id, consent_source, values }, row) => ({
    sequence_id,
    consent_source,
    lead: fillTemplates(values, row),
  }),
  async deliver({ sequence_id, consent_source, values }, row, { asked_by }, { database, workspace_id, enroll }) {
    try {
      const { status, lead_id } = await database.inWorkspace({ workspace_id, actor: OUTPUT_ACTOR }, (tx) =>
        enroll(tx, {
          sequence_id,
          consent_source,
          values: fillTemplates(values, row),
          unverified: namesReading(values, asked_by?.unverified ?? []),
        }),
      )
      return found({ status, record_id: String(lead_id) }, 1, { verified: true })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'unavailable') return { kind: 'later', retry_in_ms: 5_000 }
      return failed('bad_input', error.message)
    }
  },
})
