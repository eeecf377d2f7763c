// The notices about rules that go wrong: one that fails, one that stops itself, and a loop that was stopped.
import { notify } from '../../identity/notices/notices.commands.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { stopRule } from './rules.commands.ts'
import type { Rule } from './rules.reads.ts'

export async function stopAndTell(tx: WorkspaceTx, rule: Rule, because: string, now: Date): Promise<void> {
  await stopRule(tx, rule, because, now)
  await notify(
    tx,
    {
      topic: 'automations',
      severity: 'error',
      to: 'admins',
      title: `The automation "${rule.name}" stopped`,
      text: `${because}. Events that come while it is stopped do not start it.`,
      link: `/automations/${rule.id}`,
      key: `automation-stopped:${rule.id}:${now.toISOString()}`,
    },
    now,
  )
}

/** It goes on; its people may correct it before it stops itself. */
export async function tellFailing(tx: WorkspaceTx, rule: Rule, words: string, now: Date): Promise<void> {
  await notify(
    tx,
    {
      topic: 'automations',
      severity: 'warning',
      to: 'admins',
      title: `The automation "${rule.name}" fails`,
      text: `Two runs in a row failed, the last one so: ${words}. It goes on with the next event, and stops after ten.`,
      link: `/automations/${rule.id}`,
      key: `automation-failing:${rule.id}:${now.toISOString()}`,
    },
    now,
  )
}

/** Once a day for a rule. */
export async function tellLoop(tx: WorkspaceTx, rule: Rule, now: Date): Promise<void> {
  await notify(
    tx,
    {
      topic: 'automations',
      severity: 'warning',
      to: 'admins',
      title: `A loop through the automation "${rule.name}" was stopped`,
      text: `Automations started each other more than ${rule.limits.max_depth} times in a row, so this one was not started again. Its log shows the event.`,
      link: `/automations/${rule.id}`,
      key: `automation-loop:${rule.id}:${now.toISOString().slice(0, 10)}`,
    },
    now,
  )
}
