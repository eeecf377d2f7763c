// A rule that stops itself, and the notice that says so.
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
