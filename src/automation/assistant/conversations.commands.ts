// Conversations of people with the assistant: begin one, add to it, rename it, delete it.
import { cutText } from '../../kernel/cut-text.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type ConversationRow, type MessageKind, mustFindConversation } from './conversations.reads.ts'

export async function openConversation(
  tx: WorkspaceTx,
  userId: number,
  {
    id,
    message,
    model,
    workbook_id,
  }: { id: string | undefined; message: string; model: string | null; workbook_id: string | null },
): Promise<ConversationRow> {
  if (id !== undefined) return mustFindConversation(tx, userId, id)
  const made = newId()
  const title = cutText(message.replace(/\s+/g, ' ').trim(), 80)
  await tx.client.query(
    'insert into assistant_conversations (workspace_id, id, user_id, title, model, workbook_id) values ($1, $2, $3, $4, $5, $6)',
    [tx.workspace_id, made, userId, title, model, workbook_id],
  )
  return mustFindConversation(tx, userId, made)
}

/** Adds a message at the end. The row of the conversation is locked, so that two that come at once stand in order. */
export async function addMessage(
  tx: WorkspaceTx,
  conversationId: string,
  kind: MessageKind,
  content: JsonObject,
): Promise<string> {
  await tx.client.query('update assistant_conversations set updated_at = now() where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    conversationId,
  ])
  const id = newId()
  await tx.client.query(
    `insert into assistant_messages (workspace_id, conversation_id, id, seq, kind, content)
      select $1, $2, $3, coalesce(max(seq), 0) + 1, $4, $5 from assistant_messages where workspace_id = $1 and conversation_id = $2`,
    [tx.workspace_id, conversationId, id, kind, JSON.stringify(content)],
  )
  return id
}

export async function renameConversation(tx: WorkspaceTx, userId: number, id: string, title: string): Promise<void> {
  const found = await mustFindConversation(tx, userId, id)
  await tx.client.query('update assistant_conversations set title = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    found.id,
    title.trim() || found.title,
  ])
}

export async function deleteConversation(tx: WorkspaceTx, userId: number, id: string): Promise<void> {
  const found = await mustFindConversation(tx, userId, id)
  await tx.client.query('delete from assistant_conversations where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    found.id,
  ])
}
