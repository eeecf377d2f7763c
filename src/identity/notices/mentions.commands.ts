// Telling members that a note mentions them: `@` and their username, once for each note.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mentionedIn } from './mentions.logic.ts'
import { notify } from './notices.commands.ts'

interface Note {
  text: string
  /** What the note is about, for a person. */
  about: string
  link: string
  /** Names the note. */
  key: string
}

/** Authors get no notice of their own text. Returns the mentioned users. */
export async function notifyMentions(tx: WorkspaceTx, { text, about, link, key }: Note, now: Date): Promise<number[]> {
  if (!text.includes('@')) return []
  const { rows } = await tx.client.query<{ id: number; username: string }>(
    `select u.id, u.username from memberships m join users u on u.id = m.user_id
      where m.workspace_id = $1 and u.is_active and position('@' || lower(u.username) in lower($2)) > 0`,
    [tx.workspace_id, text],
  )
  const author = tx.actor?.user_id ?? null
  const to = mentionedIn(text, rows).filter((id) => id !== author)
  if (to.length === 0) return []
  const title = `${tx.actor?.name ?? 'A member'} mentioned you: ${about}`
  await notify(tx, { topic: 'mentions', to, title, text, link, key: `mention:${key}` }, now)
  return to
}
