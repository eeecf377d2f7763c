// Delivers a row to a sequence of outreach, which `app` provides: a room above this one decides which leads may get mail.
import type { OutputTarget } from '../../../engine/columns/kinds/output.kind.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { failed, found, type LookupAnswer } from '../../../providers/kit/kit.ts'
import { filled } from './delivery.logic.ts'
import { OUTPUT_ACTOR } from './output-actor.ts'

type SequenceTarget = Extract<OutputTarget, { kind: 'sequence' }>

export type DeliverToSequence = (target: SequenceTarget, row: JsonObject) => Promise<LookupAnswer>

/** Enrolls one lead. @throws Refusal with the reason why it may not be enrolled */
export type EnrollRow = (
  tx: WorkspaceTx,
  row: { sequence_id: string; consent_source: string; values: JsonObject },
) => Promise<{ status: string; lead_id: number }>

export function sequenceDelivery(database: Database, workspace_id: WorkspaceId, enroll: EnrollRow): DeliverToSequence {
  return async ({ sequence_id, consent_source, values }, row) => {
    try {
      const { status, lead_id } = await database.inWorkspace({ workspace_id, actor: OUTPUT_ACTOR }, (tx) =>
        enroll(tx, { sequence_id, consent_source, values: filled(values, row) }),
      )
      return found({ status, record_id: String(lead_id) }, 1, { verified: true })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'unavailable') return { kind: 'later', retry_in_ms: 5_000 }
      return failed('bad_input', error.message)
    }
  }
}
