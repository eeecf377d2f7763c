// The jobs of rules: working through the runs of a rule, and the tick of one with a schedule.
import { Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'

/** One ticket per rule waits and one is at work, so that the runs of a rule are worked through by one worker. */
export const workRule = defineJob({
  name: 'automation.work',
  payload: Type.Object({ rule_id: Type.String() }),
  attempts: 20,
  lane: 'network',
})

export const ruleDue = defineJob({
  name: 'automation.due',
  payload: Type.Object({ rule_id: Type.String() }),
  attempts: 10,
})

/** Pauses the rule with a reason when too many of its runs wait, because further events would be refused. */
export const ruleFlooded = defineJob({
  name: 'automation.flooded',
  payload: Type.Object({ rule_id: Type.String() }),
})

/** Rules led to each other too often, and this one was not started again: that is told. */
export const ruleLooped = defineJob({
  name: 'automation.looped',
  payload: Type.Object({ rule_id: Type.String() }),
})

/** Has the runs of a rule worked on at a time; an earlier ticket stays. */
export async function workLater(tx: WorkspaceTx, ruleId: string, at: Date): Promise<void> {
  await enqueue(tx, workRule, { rule_id: ruleId }, { key: ruleId, run_at: at })
}
