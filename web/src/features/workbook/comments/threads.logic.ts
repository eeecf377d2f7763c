// Which threads the panel lists.
import type { Schemas } from '../../../api/shapes.ts'

/**
 * Those of the list, the newest first. One that is being replied to stays at its place when it leaves the list, so that its composer does
 * too; the one that a link names is shown above the list.
 */
export function shownThreads(
  listed: readonly Schemas['CommentThread'][],
  repliedTo: Schemas['CommentThread'] | null,
  linkedId: string | null,
): Schemas['CommentThread'][] {
  const isGone = repliedTo !== null && listed.every(({ id }) => id !== repliedTo.id)
  const all = isGone ? [...listed, repliedTo].sort((a, b) => (a.id < b.id ? 1 : -1)) : listed
  return all.filter(({ id }) => id !== linkedId)
}
