// Sends a person what waits: claimed by one ticket per person and way, marked as sent after the receiver took it.

import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { SendMail } from '../../platform/mail/mail.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { chatOf, mailOf, type Place, type Waiting } from './message.logic.ts'
import { openChatUrl } from './notices.commands.ts'
import { sendNotices } from './notices.jobs.ts'
import { sendingTime } from './notices.logic.ts'
import { type Preferences, readPreferences } from './notices.reads.ts'

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
/** At the end of quiet hours and on the minute of a digest, clocks may differ by so much. */
const TOLERANCE_MS = 60_000

export function noticeJobs(parts: NoticeParts): JobHandler[] {
  const { database, now } = parts
  return [
    handleWorkspaceJob(sendNotices, async ({ user_id, way }, { workspace_id }) => {
      const isMail = way === 'email'
      const found = await database.inWorkspace(workspace_id, (tx) => readWaiting(tx, parts, user_id, isMail))
      if (found === null) return
      const { own, notices, workspace, chat } = found
      const time = sendingTime(isMail ? own.email_when : own.chat_when, own, new Date(now().getTime() - TOLERANCE_MS))
      // Quiet hours may have been set, or the digest moved, since this was planned.
      if (time && time.getTime() > now().getTime() + TOLERANCE_MS) {
        await database.inWorkspace(workspace_id, (tx) =>
          enqueue(tx, sendNotices, { user_id, way }, { run_at: time, key: `${workspace_id}:${user_id}:${way}` }),
        )
        return
      }
      const problem = isMail
        ? await mail(parts, workspace_id, own.email as string, workspace, notices)
        : await post(parts, chat, workspace, notices)
      await database.inWorkspace(workspace_id, (tx) => settle(tx, user_id, isMail, notices, problem, now()))
      if (problem !== null) throw new Error(problem)
    }),
  ]
}

interface Found {
  own: Preferences
  notices: Waiting[]
  workspace: Place
  chat: string | null
}

async function readWaiting(
  tx: WorkspaceTx,
  { vault }: NoticeParts,
  userId: number,
  isMail: boolean,
): Promise<Found | null> {
  const own = (await readPreferences(tx, [userId])).get(userId)
  const isOn = own && (isMail ? own.email !== null && own.email_when !== 'off' : own.chat_when !== 'off')
  if (!isOn || !own) return null
  const column = isMail ? 'mailed_at' : 'posted_at'
  const { rows: notices } = await tx.client.query<Waiting>(
    `select n.id, n.title, n.text, n.link, n.severity from notices n
      join memberships m on m.workspace_id = n.workspace_id and m.user_id = n.user_id
      where n.workspace_id = $1 and n.user_id = $2 and n.${column} is null order by n.id limit ${AT_ONCE}`,
    [tx.workspace_id, userId],
  )
  if (notices.length === 0) return null
  const { rows } = await tx.client.query('select name, slug from workspaces where id = $1', [tx.workspace_id])
  const chat = own.chat_url ? await openChatUrl(tx, vault, userId, own.chat_url) : null
  return { own, notices, workspace: { name: rows[0]?.name ?? '', slug: rows[0]?.slug ?? '' }, chat }
}

async function mail(
  { mailFor, publicUrl }: NoticeParts,
  workspaceId: WorkspaceId,
  to: string,
  workspace: Place,
  notices: readonly Waiting[],
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
  workspace: Place,
  notices: readonly Waiting[],
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
  isMail: boolean,
  notices: readonly Waiting[],
  problem: string | null,
  now: Date,
): Promise<void> {
  await tx.client.query(
    'update notice_preferences set last_error = $3 where workspace_id = $1 and user_id = $2 and last_error is distinct from $3',
    [tx.workspace_id, userId, problem],
  )
  if (problem !== null) return
  const ids = notices.map(({ id }) => id)
  await tx.client.query(
    `update notices set ${isMail ? 'mailed_at' : 'posted_at'} = $4 where workspace_id = $1 and user_id = $2 and id = any($3::uuid[])`,
    [tx.workspace_id, userId, ids, now],
  )
  if (notices.length < AT_ONCE) return
  const way = isMail ? 'email' : 'chat'
  await enqueue(tx, sendNotices, { user_id: userId, way }, { key: `${tx.workspace_id}:${userId}:${way}` })
}
