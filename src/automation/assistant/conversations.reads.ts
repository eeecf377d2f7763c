// Reads conversations. Each belongs to the user who started it.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { ConversationDetail } from './assistant.schema.ts'
import { readPlansOf } from './plans.reads.ts'

export interface ConversationRow {
  id: string
  user_id: number
  title: string
  model: string | null
  workbook_id: string | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'id, user_id, title, model, workbook_id, created_at, updated_at'

export async function mustFindConversation(tx: WorkspaceTx, userId: number, id: string): Promise<ConversationRow> {
  const { rows } = isUuid(id)
    ? await tx.client.query<ConversationRow>(
        `select ${COLUMNS} from assistant_conversations where workspace_id = $1 and id = $2 and user_id = $3`,
        [tx.workspace_id, id, userId],
      )
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Conversation not found')
}

const BY_CHANGE = 'conversations by change'

const shown = ({ id, title, workbook_id, created_at, updated_at }: ConversationRow) => ({
  id,
  title,
  workbook_id,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export async function listConversations(
  tx: WorkspaceTx,
  userId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const [after = null, afterId = null] = decodeCursor(BY_CHANGE, cursor) ?? []
  const { rows } = await tx.client.query<ConversationRow & { sort_key: string }>(
    `select ${COLUMNS}, updated_at::text as sort_key from assistant_conversations where workspace_id = $1 and user_id = $2
      and ($3::timestamptz is null or updated_at < $3 or (updated_at = $3 and id > $4::uuid)) order by updated_at desc, id limit $5`,
    [tx.workspace_id, userId, after, afterId, limit + 1],
  )
  const page = pageOf(BY_CHANGE, rows, limit, (row) => [row.sort_key, row.id])
  return { ...page, items: page.items.map(shown) }
}

export type MessageKind = 'user' | 'assistant' | 'tool' | 'plan' | 'error'

export interface MessageRow {
  id: string
  seq: number
  kind: MessageKind
  content: JsonObject
  created_at: Date
}

export async function readMessages(tx: WorkspaceTx, conversationId: string): Promise<MessageRow[]> {
  const { rows } = await tx.client.query<MessageRow>(
    `select id, seq, kind, content, created_at from assistant_messages where workspace_id = $1 and conversation_id = $2 order by seq`,
    [tx.workspace_id, conversationId],
  )
  return rows
}

export async function readConversation(tx: WorkspaceTx, userId: number, id: string): Promise<ConversationDetail> {
  const conversation = await mustFindConversation(tx, userId, id)
  const plans = new Map((await readPlansOf(tx, conversation.id)).map((plan) => [plan.id, plan]))
  const messages = (await readMessages(tx, conversation.id)).map(({ id, kind, content, created_at }) => ({
    id,
    kind,
    created_at: created_at.toISOString(),
    text: typeof content.text === 'string' ? content.text : '',
    tools: (Array.isArray(content.tools) ? content.tools : []) as never,
    plan: plans.get(String(content.plan_id)) ?? null,
  }))
  return { ...shown(conversation), messages }
}
