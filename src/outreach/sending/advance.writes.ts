// After a step: the next one is planned, or the enrollment is completed.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { planStep } from '../enrollments/plan.writes.ts'
import { readSender } from '../sequences/preview.reads.ts'
import { mustReadSequence } from '../sequences/sequences.reads.ts'

interface Enrolled {
  id: string
  sequence_id: string
  lead_id: number
  email: string
  address_hash: Buffer
  time_zone: string | null
  mailbox_id: string | null
  thread_subject: string | null
  status: string
  lead: JsonObject | null
}

const RUNNING = new Set(['scheduled', 'active', 'waiting'])

export interface StepDone {
  enrollment_id: string
  step_id: string
  step_number: number
}

/** `after` is when the steps were done. */
export async function planNextSteps(tx: WorkspaceTx, done: readonly StepDone[], after: Date): Promise<void> {
  if (done.length === 0) return
  const { rows } = await tx.client.query<Enrolled>(
    `select e.id, e.sequence_id, e.lead_id, e.email, e.address_hash, e.time_zone, e.mailbox_id, e.thread_subject, e.status, l.data as lead
     from enrollments e join leads l on l.workspace_id = e.workspace_id and l.id = e.lead_id
     where e.workspace_id = $1 and e.id = any($2::uuid[]) order by e.id for update of e`,
    [tx.workspace_id, done.map(({ enrollment_id }) => enrollment_id)],
  )
  const running = rows.filter(({ status }) => RUNNING.has(status))
  const steps = new Map(done.map((one) => [one.enrollment_id, one]))
  for (const sequenceId of new Set(running.map(({ sequence_id }) => sequence_id))) {
    const sequence = await mustReadSequence(tx, sequenceId)
    const byNext = new Map<number, Enrolled[]>()
    for (const one of running.filter(({ sequence_id }) => sequence_id === sequenceId)) {
      const { step_id, step_number } = steps.get(one.id) as StepDone
      const at = sequence.steps.findIndex(({ id }) => id === step_id)
      const next = (at === -1 ? step_number - 1 : at) + 1
      byNext.set(next, [...(byNext.get(next) ?? []), one])
    }
    for (const [next, enrolled] of byNext) {
      const isOver = next >= sequence.steps.length
      if (!isOver) await planStep(tx, sequence, next, enrolled.map(plannedOf), after, await readSender(tx, sequence))
      await tx.client.query(
        `update enrollments set status = $3, ended_at = case when $3 = 'completed' then now() else ended_at end, updated_at = now()
          where workspace_id = $1 and id = any($2::uuid[])`,
        [tx.workspace_id, enrolled.map(({ id }) => id), isOver ? 'completed' : 'waiting'],
      )
    }
  }
}

const plannedOf = ({ id, lead_id, email, address_hash, time_zone, mailbox_id, thread_subject, lead }: Enrolled) => ({
  enrollment_id: id,
  lead_id,
  address: email,
  address_hash: address_hash.toString('hex'),
  time_zone,
  mailbox_id,
  thread_subject,
  ...(lead && { lead }),
})
