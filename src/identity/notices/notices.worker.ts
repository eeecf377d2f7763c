// Sends a person what waits: claimed by one ticket per person and way, marked as sent after the receiver took it.

import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { SendMail } from '../../platform/mail/mail.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { chatOf, mailOf, type NoticeWorkspace, type PendingNotice } from './message.logic.ts'
import { openChatUrl } from './notices.commands.ts'
import { digestDue, sendNotices } from './notices.jobs.ts'
import { type NoticeChannel, sendingTime } from './notices.logic.ts'
import { readPreferences, type StoredPreferences, USUAL } from './notices.reads.ts'
import { isDigest, keepDigest, readDigests, requestSending, whenOf } from './sending.commands.ts'

export interface NoticeParts {
  database: Database
  vault: Vault
  client: HttpClient
  /** Sends mail for a workspace; null where none is set up. */
  mailFor: (workspaceId: WorkspaceId) => Promise<SendMail | null>
  publicUrl: string | undefined
  now: () => Date
}

const AT_ONCE = 200
/** At the end of quiet hours clocks may differ by so much. */
const TOLERANCE_MS = 60_000

export function noticeJobs(parts: NoticeParts): JobHandler[] {
  const { database, now } = parts
  return [
    handleWorkspaceJob(digestDue, ({ user_id, way }, { workspace_id }) =>
      database.inWorkspace(workspace_id, async (tx) => {
        const own = await preferencesOf(tx, user_id)
        // Removes the schedule where the person left or wants no digest any more; sets one that the migration asked for.
        await keepDigest(tx, user_id, way, own ?? USUAL, now())
        if (own && isDigest(own, way)) await requestSending(tx, user_id, way, now())
      }),
    ),
    handleWorkspaceJob(sendNotices, async ({ user_id, way }, { workspace_id }) => {
      const found = await database.inWorkspace(workspace_id, (tx) => readWaiting(tx, parts, user_id, way))
      if (found === null) return
      const { own, notices, workspace, chat } = found
      const problem =
        way === 'email'
          ? await mail(parts, workspace_id, own.email as string, workspace, notices)
          : await post(parts, chat, workspace, notices)
      await database.inWorkspace(workspace_id, (tx) => settle(tx, user_id, way, notices, problem, now()))
      if (problem !== null) throw new Error(problem)
    }),
  ]
}

interface Found {
  own: StoredPreferences
  notices: PendingNotice[]
  workspace: NoticeWorkspace
  chat: string | null
}

/** The preferences of a member; undefined for other users. */
async function preferencesOf(tx: WorkspaceTx, userId: number): Promise<StoredPreferences | undefined> {
  const { rowCount } = await tx.client.query('select 1 from memberships where workspace_id = $1 and user_id = $2', [
    tx.workspace_id,
    userId,
  ])
  return rowCount === 0 ? undefined : (await readPreferences(tx, [userId])).get(userId)
}

/** What is to be sent now; null when there is nothing, or its time has not come. */
async function readWaiting(
  tx: WorkspaceTx,
  { vault, now }: NoticeParts,
  userId: number,
  way: NoticeChannel,
): Promise<Found | null> {
  const own = await preferencesOf(tx, userId)
  if (!own || whenOf(own, way) === 'off') return null
  const due = await whatIsDue(tx, userId, way, own, now())
  if (due === null) return null
  const column = way === 'email' ? 'mailed_at' : 'posted_at'
  const { rows: notices } = await tx.client.query<PendingNotice>(
    `select id, title, text, link, severity from notices
      where workspace_id = $1 and user_id = $2 and ${column} is null
        and ($3::timestamptz is null or created_at <= $3) order by id limit ${AT_ONCE}`,
    [tx.workspace_id, userId, due.until],
  )
  if (notices.length === 0) return null
  const { rows } = await tx.client.query<{ name: string; slug: string }>(
    'select name, slug from workspaces where id = $1',
    [tx.workspace_id],
  )
  const chat = own.chat_url ? await openChatUrl(tx, vault, userId, own.chat_url) : null
  return { own, notices, workspace: { name: rows[0]?.name ?? '', slug: rows[0]?.slug ?? '' }, chat }
}

/** Up to when notices are to be sent now: those before a digest with it, else all. Null: none, their time is to come. */
async function whatIsDue(
  tx: WorkspaceTx,
  userId: number,
  way: NoticeChannel,
  own: StoredPreferences,
  now: Date,
): Promise<{ until: Date | null } | null> {
  if (isDigest(own, way)) {
    const digest = (await readDigests(tx, userId))[way]
    if (digest) return digest.last_at && { until: digest.last_at }
    // The version before planned a digest as a ticket, of which this is one.
    await keepDigest(tx, userId, way, own, now)
    return { until: now }
  }
  const time = sendingTime(own, new Date(now.getTime() - TOLERANCE_MS))
  if (time.getTime() <= now.getTime() + TOLERANCE_MS) return { until: null }
  // Quiet hours may have been set since this was planned.
  await requestSending(tx, userId, way, time)
  return null
}

async function mail(
  { mailFor, publicUrl }: NoticeParts,
  workspaceId: WorkspaceId,
  to: string,
  workspace: NoticeWorkspace,
  notices: readonly PendingNotice[],
): Promise<string | null> {
  const send = await mailFor(workspaceId)
  if (!send) return 'No mail server is set up. Set SMTP up for the workspace, or SMTP_URL for the install.'
  const { subject, text } = mailOf(workspace, notices, publicUrl)
  // The same notices have the same Message-ID: a mail that is sent again after a crash is known for a repetition.
  return send({ to, subject, text, id: `notices-${notices.at(-1)?.id}` })
}

async function post(
  { client, publicUrl }: NoticeParts,
  url: string | null,
  workspace: NoticeWorkspace,
  notices: readonly PendingNotice[],
): Promise<string | null> {
  if (url === null) return 'The address of the chat webhook cannot be opened. Enter it again.'
  const result = await client.request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(chatOf(workspace, notices, publicUrl)),
    timeout_ms: 20_000,
    redirects: 'manual',
    max_bytes: 4_096,
    on_limit: 'keep',
  })
  if (!result.ok) return result.failure.message
  return result.status >= 200 && result.status < 300 ? null : `The chat webhook answered ${result.status}`
}

async function settle(
  tx: WorkspaceTx,
  userId: number,
  way: NoticeChannel,
  notices: readonly PendingNotice[],
  problem: string | null,
  now: Date,
): Promise<void> {
  await tx.client.query(
    'update notice_preferences set last_error = $3 where workspace_id = $1 and user_id = $2 and last_error is distinct from $3',
    [tx.workspace_id, userId, problem],
  )
  if (problem !== null) return
  const ids = notices.map(({ id }) => id)
  const column = way === 'email' ? 'mailed_at' : 'posted_at'
  await tx.client.query(
    `update notices set ${column} = $4 where workspace_id = $1 and user_id = $2 and id = any($3::uuid[])`,
    [tx.workspace_id, userId, ids, now],
  )
  if (notices.length === AT_ONCE) await requestSending(tx, userId, way, now)
}
