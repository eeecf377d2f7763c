// Which threads the panel lists.
import type { Schemas } from '../../../api/shapes.ts'

/**
 * The threads of the list, the newest first. A thread with an open reply keeps its place even after it leaves the list, so that the reply
 * is not lost. A thread that a link names is shown above the list.
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
