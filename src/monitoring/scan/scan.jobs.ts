// The jobs of a scan: one that a person follows, and one per lead.
import { Type } from 'typebox'
import { defineJob, NO_PAYLOAD } from '../../platform/queue/job.ts'

export const scanSignals = defineJob({ name: 'signals.scan', payload: NO_PAYLOAD, attempts: 20, lane: 'long' })

export const scanLead = defineJob({
  name: 'signals.scan_lead',
  payload: Type.Object({ scan_id: Type.String(), lead_id: Type.Integer() }),
  attempts: 3,
  lane: 'network',
})
