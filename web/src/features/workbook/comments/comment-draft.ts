// What was written and not sent, kept in this tab for each place: a row or cell, a reply to a thread, a change of a comment.
import { session } from '../../../api/session.ts'
import { keepDraft, readDraft } from '../../../ui/forms/kept-draft.ts'

export interface DraftPlace {
  workbookId: string
  /** `new.row.column`, `reply.thread` or `edit.comment`. */
  slot: string
}

// The next user who signs in in this tab finds only their own drafts.
const owned = (workbookId: string) => `${session.username()}.${workbookId}`
const form = (slot: string) => `comment.${slot}`

export const readCommentDraft = ({ workbookId, slot }: DraftPlace): string | null =>
  readDraft<string>(owned(workbookId), form(slot))

/** A blank text, or the one that it began with, is no draft. */
export function keepCommentDraft({ workbookId, slot }: DraftPlace, text: string, before = ''): void {
  keepDraft(owned(workbookId), form(slot), text.trim() === '' || text === before ? null : text)
}
