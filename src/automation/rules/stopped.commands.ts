// The notices about rules that go wrong: one that fails, one that stops itself, and a loop that was stopped.
import { notify } from '../../identity/notices/notices.commands.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { stopRule } from './rules.commands.ts'
import type { Rule } from './rules.reads.ts'

type RuleNotice = Pick<Parameters<typeof notify>[1], 'severity' | 'title' | 'text' | 'key'>

/** To the admins, with the way to the rule. */
const tellAdmins = (tx: WorkspaceTx, rule: Rule, notice: RuleNotice, now: Date) =>
  notify(tx, { topic: 'automations', to: 'admins', link: `/automations/${rule.id}`, ...notice }, now)

export async function stopAndTell(tx: WorkspaceTx, rule: Rule, because: string, now: Date): Promise<void> {
  await stopRule(tx, rule, because, now)
  const notice = {
    severity: 'error',
    title: `The automation "${rule.name}" stopped`,
    text: `${because}. Events that come while it is stopped do not start it.`,
    key: `automation-stopped:${rule.id}:${now.toISOString()}`,
  } as const
  await tellAdmins(tx, rule, notice, now)
}

/** It goes on; its people may correct it before it stops itself. */
export async function notifyFailing(tx: WorkspaceTx, rule: Rule, words: string, now: Date): Promise<void> {
  const notice = {
    severity: 'warning',
    title: `The automation "${rule.name}" fails`,
    text: `Two runs in a row failed, the last one so: ${words}. It goes on with the next event, and stops after ten.`,
    key: `automation-failing:${rule.id}:${now.toISOString()}`,
  } as const
  await tellAdmins(tx, rule, notice, now)
}

/** Once a day for a rule. */
export async function notifyLoop(tx: WorkspaceTx, rule: Rule, now: Date): Promise<void> {
  const notice = {
    severity: 'warning',
    title: `A loop through the automation "${rule.name}" was stopped`,
    text: `Automations started each other more than ${rule.limits.max_depth} times in a row, so this one was not started again. Its log shows the event.`,
    key: `automation-loop:${rule.id}:${now.toISOString().slice(0, 10)}`,
  } as const
  await tellAdmins(tx, rule, notice, now)
}
