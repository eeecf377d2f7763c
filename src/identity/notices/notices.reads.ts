// Reads the notices and the notification settings of a user.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { ScheduleState } from '../../platform/queue/schedules.ts'
import type { Notice, NoticePreferences } from './notice.schema.ts'
import { type NoticeChannel, type Rhythm, TOPIC_NAMES, TOPICS, type Topic, type When } from './notices.logic.ts'

const LIST = 'notices'

interface Stored extends Omit<Notice, 'created_at' | 'read_at'> {
  created_at: Date
  read_at: Date | null
}

/** The person's own, newest first. */
export async function readNotices(
  tx: WorkspaceTx,
  userId: number,
  { limit, cursor, unread }: { limit: number; cursor?: string | undefined; unread?: boolean | undefined },
) {
  const [before] = decodeCursor(LIST, cursor) ?? []
  const { rows } = await tx.client.query<Stored>(
    `select id, topic, severity, title, text, link, created_at, read_at from notices
      where workspace_id = $1 and user_id = $2 and ($3::uuid is null or id < $3) and (not $4 or read_at is null)
      order by id desc limit $5`,
    [tx.workspace_id, userId, before ?? null, unread === true, limit + 1],
  )
  const page = pageOf(LIST, rows, limit, ({ id }) => [id])
  const items = page.items.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }))
  return { ...page, items, unread: await countUnread(tx, userId) }
}

export async function countUnread(tx: WorkspaceTx, userId: number): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from notices where workspace_id = $1 and user_id = $2 and read_at is null
      limit 1000) n`,
    [tx.workspace_id, userId],
  )
  return oneRow(rows).count
}

export interface StoredPreferences extends Rhythm {
  topics: Partial<Record<Topic, boolean>>
  email: string | null
  email_when: When
  chat_url: Buffer | null
  chat_hint: string | null
  chat_when: When
  last_error: string | null
}

export const USUAL: StoredPreferences = {
  topics: {},
  email: null,
  email_when: 'off',
  chat_url: null,
  chat_hint: null,
  chat_when: 'off',
  time_zone: 'UTC',
  quiet_from: null,
  quiet_to: null,
  digest_at: '08:00',
  last_error: null,
}

const FIELDS = Object.keys(USUAL).join(', ')

/** The preferences of these users; a user without settings has the defaults. */
export async function readPreferences(
  tx: WorkspaceTx,
  userIds: readonly number[],
): Promise<Map<number, StoredPreferences>> {
  const { rows } = await tx.client.query<StoredPreferences & { user_id: number }>(
    `select user_id, ${FIELDS} from notice_preferences where workspace_id = $1 and user_id = any($2::bigint[])`,
    [tx.workspace_id, userIds],
  )
  const own = new Map(rows.map(({ user_id, ...preferences }) => [user_id, preferences]))
  return new Map(userIds.map((id) => [id, own.get(id) ?? USUAL]))
}

export const wantsTopic = ({ topics }: Pick<StoredPreferences, 'topics'>, topic: Topic) => topics[topic] !== false

export function preferencesWire(
  { chat_url: _, topics, ...own }: StoredPreferences,
  { email, chat }: Partial<Record<NoticeChannel, Pick<ScheduleState, 'next_at' | 'last_at'>>>,
  mail_ready: boolean,
): NoticePreferences {
  return {
    ...own,
    email_next_at: email?.next_at.toISOString() ?? null,
    email_last_at: email?.last_at?.toISOString() ?? null,
    chat_next_at: chat?.next_at.toISOString() ?? null,
    chat_last_at: chat?.last_at?.toISOString() ?? null,
    topics: TOPIC_NAMES.map((topic) => ({ topic, label: TOPICS[topic], on: wantsTopic({ topics }, topic) })),
    mail_ready,
  }
}
