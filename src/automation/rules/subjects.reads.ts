// The names of what rules are about, for their sentences.
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { subjectOf } from '../subjects.ts'
import { type RuleOutline, subjectsIn } from './sentence.logic.ts'

/** By id, of all that these rules name and that is still there. */
export async function readSubjects(
  tx: WorkspaceTx,
  rules: readonly Pick<RuleOutline, 'trigger' | 'actions'>[],
): Promise<Map<string, string>> {
  const wanted = new Map<string, Set<string>>()
  for (const rule of rules)
    for (const [setting, ids] of subjectsIn(rule))
      wanted.set(setting, new Set([...(wanted.get(setting) ?? []), ...ids]))
  const found = new Map<string, string>()
  for (const [setting, all] of wanted) {
    const table = subjectOf(setting)
    const ids = [...all].filter(isUuid)
    if (!table || ids.length === 0) continue
    const { rows } = await tx.client.query<{ id: string; name: string }>(
      `select id, ${table.name} as name from ${table.from} where workspace_id = $1 and id = any($2::uuid[])`,
      [tx.workspace_id, ids],
    )
    for (const { id, name } of rows) found.set(id, name)
  }
  return found
}
