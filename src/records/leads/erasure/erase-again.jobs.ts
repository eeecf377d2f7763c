// Erases people again after a restore, when the backup was made before their erasure.
import { setImmediate as pause } from 'node:timers/promises'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler, NO_PAYLOAD } from '../../../platform/queue/job.ts'
import { marksIn } from '../../lead-facts/erasure.logic.ts'
import { readErased, readErasedLeads } from '../../lead-facts/erasure.reads.ts'
import { type ErasureRules, eraseLead, erasePerson } from './erase.commands.ts'

/** A restore leaves it for each workspace that has erasures. Safe to repeat: an erased person is not found again. */
export const ERASE_AGAIN = defineJob({
  name: 'leads.erase_again',
  payload: NO_PAYLOAD,
  attempts: 50,
  lane: 'long',
})

const BATCH = 500
const FETCHED = 5000

export function eraseAgainJob(database: Database, erasing: ErasureRules): JobHandler {
  return handleWorkspaceJob(ERASE_AGAIN, async (_, { workspace_id, signal }) => {
    await eraseLeadsAgain(database, workspace_id, erasing, signal)
    for (const mention of await database.inWorkspace(workspace_id, (tx) => readMentions(tx, signal))) {
      signal.throwIfAborted()
      const data: JsonObject = /linkedin/i.test(mention) ? { linkedin_url: mention } : { email: mention }
      await database.inWorkspace(workspace_id, (tx) => erasePerson(tx, { ...data, kind: 'person' }, erasing))
      await pause()
    }
  })
}

async function eraseLeadsAgain(
  database: Database,
  workspaceId: WorkspaceId,
  erasing: ErasureRules,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ; await pause()) {
    signal.throwIfAborted()
    const { last, erased } = await database.inWorkspace(workspaceId, async (tx) => {
      const { rows } = await tx.client.query<{ id: number; data: JsonObject }>(
        `select l.id, coalesce(m.data, l.data) as data from leads l
           left join merged_leads m on m.workspace_id = $1 and m.lead_id = l.id
         where l.workspace_id = $1 and l.id > $2 order by l.id limit $3`,
        [tx.workspace_id, after, BATCH],
      )
      const found = await readErasedLeads(
        tx,
        rows.map(({ data }) => data),
      )
      return { last: rows.at(-1)?.id, erased: rows.filter(({ data }) => found.has(data)).map(({ id }) => id) }
    })
    for (const id of erased) await database.inWorkspace(workspaceId, (tx) => eraseLead(tx, id, erasing))
    if (last === undefined) return
    after = last
  }
}

// Whatever looks like an address or a profile, in any spelling that marks are found in.
const MENTIONS = `declare mentions no scroll cursor for select distinct m[1] as text from (
    select data::text as text from workbook_rows where workspace_id = $1
    union all select value::text from cells where workspace_id = $1
    union all select outcome::text from lookup_cache where workspace_id = $1
    union all select answer::text from attempts where workspace_id = $1) s,
  regexp_matches(s.text, '([^\\s"<>]{0,120}(?:@|＠|%40|linkedin\\.com/)[^\\s"<>]{1,255})', 'gi') m`

/** Addresses and profiles of people who were erased, as they are written anywhere, each person once. */
async function readMentions(tx: WorkspaceTx, signal: AbortSignal): Promise<string[]> {
  await tx.client.query(MENTIONS.replaceAll('$1', `'${tx.workspace_id}'`))
  const found = new Map<string, string>()
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await tx.client.query<{ text: string }>(`fetch ${FETCHED} from mentions`)
    for (const text of await readErased(
      tx,
      rows.map((row) => row.text),
    )) {
      for (const mark of marksIn(text)) {
        const plain = mark.startsWith('email:') ? mark.slice(6) : `https://linkedin.com/${mark.slice(9)}`
        if ((await readErased(tx, [plain])).size > 0) found.set(mark, plain)
      }
    }
    if (rows.length < FETCHED) return [...found.values()]
    await pause()
  }
}
