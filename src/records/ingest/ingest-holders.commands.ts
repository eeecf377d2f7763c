// The holder of an ingest token: a member who may change workbooks. Admins are notified of a token without a holder; it can be
// taken over, and ends after a while.
import { CAPABILITIES } from '../../identity/capabilities.logic.ts'
import { notify } from '../../identity/notices/notices.commands.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'

const GRACE_DAYS = 14
const GRACE_MS = GRACE_DAYS * 86_400_000
/** Workbooks that a notice names; of more it says how many. */
const NAMED = 10

const HOLDING = Object.entries(CAPABILITIES).flatMap(([role, may]) => (may.has('workbooks.edit') ? `'${role}'` : []))

/** True in SQL where the maker of the token `t` may still make one. */
export const IS_HELD = `exists (select from memberships m join users u on u.id = m.user_id where m.workspace_id = t.workspace_id
  and m.user_id = t.created_by and u.is_active and m.role in (${HOLDING.join(', ')}))`

/** When a token without a holder since then ends. */
export const endOfToken = (leftAt: Date): Date => new Date(leftAt.getTime() + GRACE_MS)

/** Tokens without a holder since then or longer have ended. */
export const graceStart = (now: Date): Date => new Date(now.getTime() - GRACE_MS)

/** Makes the caller the holder of the workbook's token; programs continue to use it. */
export async function takeOverIngestToken(tx: WorkspaceTx, workbookId: string, now: Date): Promise<void> {
  const id = await mustFindWorkbook(tx, workbookId)
  const { rows } = await tx.client.query<{ hint: string; before: string | null }>(
    `update ingest_tokens t set created_by = $3, left_at = null
       from ingest_tokens o left join users u on u.id = o.created_by
       where t.workspace_id = $1 and t.workbook_id = $2 and o.workspace_id = $1 and o.workbook_id = $2
         and (o.left_at is null or o.left_at > $4)
       returning t.hint, u.username as before`,
    [tx.workspace_id, id, tx.actor?.user_id ?? null, graceStart(now)],
  )
  const [taken] = rows
  if (!taken) refuse('not_found', 'The workbook has no ingest token')
  await audit(tx, {
    act: 'ingest_token.taken_over',
    object: { type: 'workbook', id },
    before: { held_by: taken.before },
    after: { held_by: tx.actor?.name ?? null, hint: taken.hint },
  })
}

const WORKSPACES = `select distinct t.workspace_id from ingest_tokens t join workspaces w on w.id = t.workspace_id
  where w.deleted_at is null and case when ${IS_HELD} then t.left_at is not null else t.left_at is null or t.left_at <= $1 end`

/**
 * Finds tokens without a holder: begins their last days and tells the admins, takes that back where they have a holder again, and
 * ends those whose days are over. Safe to repeat, and in several processes at once.
 */
export async function sweepIngestTokens(database: Database, now: Date = new Date()): Promise<void> {
  const over = graceStart(now)
  const { rows } = await database.inControl((tx) => tx.client.query<{ workspace_id: WorkspaceId }>(WORKSPACES, [over]))
  for (const { workspace_id } of rows) await database.inWorkspace(workspace_id, (tx) => sweepWorkspace(tx, now, over))
}

const NAMES = '/* along: workbooks (workspace_id, id, name) where workspace_id = $1 */'

interface Swept {
  workbook_id: string
  name: string
  hint: string
}

async function sweepWorkspace(tx: WorkspaceTx, now: Date, over: Date): Promise<void> {
  await tx.client.query(
    `update ingest_tokens t set left_at = null where t.workspace_id = $1 and t.left_at is not null and ${IS_HELD}`,
    [tx.workspace_id],
  )
  const of = 'from workbooks w where w.workspace_id = $1 and w.id = t.workbook_id and t.workspace_id = $1'
  const { rows: left } = await tx.client.query<Swept>(
    `${NAMES} update ingest_tokens t set left_at = $2 ${of} and t.left_at is null and not ${IS_HELD}
       returning t.workbook_id, w.name, t.hint`,
    [tx.workspace_id, now],
  )
  const { rows: ended } = await tx.client.query<Swept>(
    `${NAMES} delete from ingest_tokens t using ${of.slice('from '.length)} and t.left_at <= $2 and not ${IS_HELD}
       returning t.workbook_id, w.name, t.hint`,
    [tx.workspace_id, over],
  )
  for (const { workbook_id, hint } of ended)
    await audit(tx, { act: 'ingest_token.ended', object: { type: 'workbook', id: workbook_id }, before: { hint } })
  const day = endOfToken(now).toISOString().slice(0, 10)
  if (left.length > 0)
    await tell(tx, left, now, {
      severity: 'warning',
      title: left.length === 1 ? 'An ingest token has no holder' : `${left.length} ingest tokens have no holder`,
      text:
        `Its holder has left, is locked, or may no longer change workbooks. Programs can send rows until ${day}; then it ends, ` +
        'unless an editor takes it over or makes another one ("Send rows by API" in the menu of the workbook). ' +
        'The previous holder may still know it.',
    })
  if (ended.length > 0)
    await tell(tx, ended, now, {
      severity: 'error',
      title: ended.length === 1 ? 'An ingest token has ended' : `${ended.length} ingest tokens have ended`,
      text: `It had no holder for ${GRACE_DAYS} days. Programs cannot send rows until an editor makes a new one.`,
    })
}

async function tell(
  tx: WorkspaceTx,
  tokens: readonly Swept[],
  now: Date,
  { severity, title, text }: { severity: 'warning' | 'error'; title: string; text: string },
): Promise<void> {
  const [first] = tokens
  const named = tokens.slice(0, NAMED).map(({ name, hint }) => `"${name}" (…${hint})`)
  const more = tokens.length > NAMED ? ` and ${tokens.length - NAMED} more` : ''
  await notify(
    tx,
    {
      topic: 'tokens',
      to: 'admins',
      severity,
      title,
      text: `Of the workbook${tokens.length === 1 ? '' : 's'} ${named.join(', ')}${more}. ${text}`,
      ...(first && tokens.length === 1 && { link: `/workbooks/${first.workbook_id}` }),
    },
    now,
  )
}
