// Notifies users, marks notices as read, and changes notification settings.
import { refuseField } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { checkUrl } from '../../platform/net/guard.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { NoticePreferencesUpdate } from './notice.schema.ts'
import { emitNotice } from './notices.events.ts'
import { isTimeZone, type Topic, WAYS } from './notices.logic.ts'
import { readPreferences, type StoredPreferences, wantsTopic } from './notices.reads.ts'
import { keepDigest, planSending, whenOf } from './sending.commands.ts'

export interface NewNotice {
  topic: Topic
  severity?: 'info' | 'warning' | 'error'
  /** Users by id, or every member with a role that high. */
  to: readonly number[] | 'admins' | 'editors' | 'members'
  title: string
  text?: string
  link?: string
  /** Two notices of one key reach a person once. */
  key?: string
}

const ROLES = {
  admins: ['owner', 'admin'],
  editors: ['owner', 'admin', 'editor'],
  members: ['owner', 'admin', 'editor', 'member', 'viewer'],
}

const INSERT = `insert into notices (workspace_id, user_id, id, topic, severity, title, text, link, key, created_at, mailed_at, posted_at)
  select $1, x.user_id, x.id, $2, $3, $4, $5, $6, $7, $8::timestamptz, case when x.mails then null else $8::timestamptz end,
    case when x.posts then null else $8::timestamptz end
  from jsonb_to_recordset($9::jsonb) as x (user_id bigint, id uuid, mails boolean, posts boolean)
  on conflict (workspace_id, user_id, key) where key is not null do nothing returning user_id`

/** Tells people in their inbox, and by mail and chat as each of them wants; in the caller's transaction. */
export async function notify(tx: WorkspaceTx, notice: NewNotice, now: Date = new Date()): Promise<void> {
  const people = await membersAmong(tx, notice.to)
  if (people.length === 0) return
  const preferences = await readPreferences(tx, people)
  const told = people.flatMap((user_id) => {
    const own = preferences.get(user_id)
    if (!own || !wantsTopic(own, notice.topic)) return []
    return [{ user_id, id: newId(), mails: whenOf(own, 'email') !== 'off', posts: whenOf(own, 'chat') !== 'off' }]
  })
  if (told.length === 0) return
  const { severity = 'info', title, text = '', link = null, key = null } = notice
  const values = [notice.topic, severity, title.slice(0, 300), text.slice(0, 5_000), link, key, now]
  const { rows } = await tx.client.query<{ user_id: number }>(INSERT, [
    tx.workspace_id,
    ...values,
    JSON.stringify(told),
  ])
  for (const { user_id } of rows) {
    const own = preferences.get(user_id)
    if (own) await planSending(tx, user_id, own, now)
    await emitNotice(tx, user_id, notice.topic)
  }
}

async function membersAmong(tx: WorkspaceTx, to: NewNotice['to']): Promise<number[]> {
  const named = typeof to === 'string' ? null : [...to]
  const { rows } = await tx.client.query<{ user_id: number }>(
    `select user_id from memberships where workspace_id = $1 and ($2::bigint[] is null or user_id = any($2))
      and ($3::text[] is null or role = any($3)) order by user_id limit 1000`,
    [tx.workspace_id, named, typeof to === 'string' ? ROLES[to] : null],
  )
  return rows.map(({ user_id }) => user_id)
}

/** Marks notices of the person; all of them without ids. Returns how many changed. */
export async function markNotices(
  tx: WorkspaceTx,
  userId: number,
  { ids, read }: { ids?: string[] | undefined; read: boolean },
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.client.query(
    `update notices set read_at = case when $4 then $5::timestamptz end
      where workspace_id = $1 and user_id = $2 and ($3::uuid[] is null or id = any($3)) and (read_at is null) = $4`,
    [tx.workspace_id, userId, ids ? ids.filter(isUuid) : null, read, now],
  )
  if (rowCount) await emitNotice(tx, userId, 'marked')
  return rowCount ?? 0
}

const chatPlace = (userId: number) => ['notices', 'chat', String(userId)]

/** The address that was set, null without one or when it cannot be opened. */
export async function openChatUrl(
  tx: WorkspaceTx,
  vault: Vault,
  userId: number,
  sealed: Buffer,
): Promise<string | null> {
  return (await vault.open(tx, [{ place: chatPlace(userId), sealed }]))[0] ?? null
}

/** @throws Refusal `invalid` */
export async function setPreferences(
  tx: WorkspaceTx,
  { vault, policy, now }: { vault: Vault; policy: EgressPolicy; now: () => Date },
  userId: number,
  { chat_url, topics, ...changes }: NoticePreferencesUpdate,
): Promise<void> {
  const before = (await readPreferences(tx, [userId])).get(userId) as StoredPreferences
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const next: StoredPreferences = {
    ...before,
    ...(given as Partial<StoredPreferences>),
    topics: { ...before.topics, ...topics },
  }
  if (!isTimeZone(next.time_zone))
    refuseField(['time_zone'], 'value_error', 'Value error, there is no such time zone', next.time_zone)
  if ((next.quiet_from === null) !== (next.quiet_to === null))
    refuseField(['quiet_to'], 'value_error', 'Value error, quiet hours have a beginning and an end')
  if (next.email_when !== 'off' && next.email === null)
    refuseField(['email'], 'missing', 'Enter an address to get notices by mail')
  if (chat_url === null) Object.assign(next, { chat_url: null, chat_hint: null, chat_when: 'off' })
  else if (chat_url !== undefined) {
    const check = checkUrl(chat_url, policy)
    if (!check.ok) return refuseField(['chat_url'], 'value_error', `Value error, ${check.message}`)
    next.chat_url = await vault.seal(tx, chatPlace(userId), check.url.href)
    next.chat_hint = chat_url.slice(-4)
  }
  if (next.chat_when !== 'off' && next.chat_url === null)
    refuseField(['chat_url'], 'missing', 'Enter the address of a chat webhook first')
  const names = Object.keys(next).filter((name) => name !== 'last_error') as (keyof StoredPreferences)[]
  const columns = ['workspace_id', 'user_id', ...names]
  await tx.client.query(
    `insert into notice_preferences (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})
      on conflict (workspace_id, user_id) do update set last_error = null, updated_at = now(),
        ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [tx.workspace_id, userId, ...names.map((name) => (name === 'topics' ? JSON.stringify(next.topics) : next[name]))],
  )
  for (const way of WAYS) await keepDigest(tx, userId, way, next, now())
  // What was held for another time is sent by the new rhythm.
  await planSending(tx, userId, next, now())
}
