// One thread of comments: where it stands, what was said, and replying, resolving, changing and deleting.

import { useQuery } from '@tanstack/react-query'
import { Check, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { invalidateSoon, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { membersQuery, meQuery } from '../../settings/settings.queries.ts'
import { readCommentDraft } from './comment-draft.ts'
import { commentsKey, deleteComment, editComment, repliesQuery, reply, setResolved } from './comments.api.ts'
import { Composer } from './composer.tsx'
import { mentionPieces } from './mention.logic.ts'

interface Props {
  workbookId: string
  thread: Schemas['CommentThread']
  /** Where it stands, in words. */
  place: string
  /** A link led to it. */
  isSought?: boolean
  onGo: () => void
  /** A reply is begun, or sent or given up. */
  onReplying?: (isReplying: boolean) => void
}

export function ThreadItem({ workbookId, thread, place, isSought = false, onGo, onReplying }: Props) {
  const { role } = useWorkspace()
  const mayWrite = roleReaches(role, 'member')
  const draft = { workbookId, slot: `reply.${thread.id}` }
  const [replying, setReplying] = useState(() => readCommentDraft(draft) !== null)
  function openReply(open: boolean) {
    setReplying(open)
    onReplying?.(open)
  }
  const [whole, setWhole] = useState(false)
  const replies = useQuery({ ...repliesQuery(workbookId, thread.id), enabled: whole })
  const comments = replies.data?.items ?? thread.comments
  const earlier = thread.comment_count - comments.length
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSought) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isSought])
  const refresh = () => queries.invalidateQueries({ queryKey: commentsKey(workbookId) })
  const isResolved = thread.resolved_at !== null

  async function resolve() {
    try {
      await setResolved(workbookId, thread.id, !isResolved)
      await refresh()
    } catch (error) {
      showError(error, 'The thread stays as it was.')
    }
  }

  return (
    <li ref={item} className={cx('flex flex-col gap-2 py-3', isSought && '-mx-2 rounded-md bg-accent-soft px-2')}>
      <div className="flex items-center gap-2">
        <button
          type="button"
          onClick={onGo}
          dir="auto"
          className="min-w-0 flex-1 truncate text-left text-ink-3 text-xs hover:text-ink"
        >
          {place}
        </button>
        {mayWrite && (
          <Button size="sm" look="quiet" icon={isResolved ? RotateCcw : Check} onClick={() => void resolve()}>
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
        )}
      </div>
      {earlier > 0 && (
        <Button
          size="sm"
          look="quiet"
          className="self-start"
          busy={replies.isFetching}
          onClick={() => (whole ? void replies.refetch() : setWhole(true))}
        >
          Show {earlier.toLocaleString('en-US')} earlier
        </Button>
      )}
      <ul className="flex flex-col gap-3">
        {comments.map((comment) => (
          <CommentItem key={comment.id} {...{ workbookId, thread, comment }} onChanged={refresh} />
        ))}
      </ul>
      {isResolved && (
        <p className="text-ink-3 text-xs">
          Resolved by {thread.resolved_by?.name ?? 'a former member'}, <TimeAgo at={thread.resolved_at ?? ''} />
        </p>
      )}
      {mayWrite &&
        (replying ? (
          <Composer
            label="Reply"
            send="Reply"
            draft={draft}
            onSend={(text) => reply(workbookId, thread.id, text)}
            onSent={() => {
              openReply(false)
              void refresh()
            }}
            onCancel={() => openReply(false)}
          />
        ) : (
          <Button size="sm" look="quiet" className="self-start" onClick={() => openReply(true)}>
            Reply
          </Button>
        ))}
    </li>
  )
}

interface CommentProps {
  workbookId: string
  thread: Schemas['CommentThread']
  comment: Schemas['CommentThread']['comments'][number]
  onChanged: () => Promise<unknown>
}

function CommentItem({ workbookId, thread, comment, onChanged }: CommentProps) {
  const workspace = useWorkspace()
  const me = useQuery(meQuery)
  const members = useQuery(membersQuery(workspace.id))
  const draft = { workbookId, slot: `edit.${comment.id}` }
  const [editing, setEditing] = useState(() => readCommentDraft(draft) !== null)
  const isOwn = comment.author.user_id !== null && comment.author.user_id === me.data?.id
  const names = (members.data ?? []).map(({ username }) => username)
  const name = comment.author.name ?? 'A former member'

  async function remove() {
    try {
      await deleteComment(workbookId, thread.id, comment.id)
      invalidateSoon(commentsKey(workbookId))
      await onChanged()
    } catch (error) {
      showError(error, 'The comment was not deleted.')
    }
  }

  const acts = [
    ...(isOwn ? [{ label: 'Edit', icon: Pencil, onSelect: () => setEditing(true) }] : []),
    ...(isOwn || roleReaches(workspace.role, 'admin')
      ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => void remove() }]
      : []),
  ]
  return (
    <li className="flex gap-2">
      <Avatar name={name} className="size-6" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 truncate text-sm">
            <span className="font-medium">{name}</span>{' '}
            <span className="text-ink-3 text-xs">
              <TimeAgo at={comment.created_at} />
              {comment.edited_at && ', edited'}
            </span>
          </p>
          {acts.length > 0 && !editing && (
            <Menu
              align="end"
              items={acts}
              trigger={<IconButton size="sm" icon={Ellipsis} label="More about this comment" />}
            />
          )}
        </div>
        {editing ? (
          <Composer
            label="Change the comment"
            send="Save"
            text={comment.text}
            draft={draft}
            onSend={(text) => editComment(workbookId, thread.id, comment.id, text)}
            onSent={() => {
              setEditing(false)
              void onChanged()
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {mentionPieces(comment.text, names).map(({ text, isMention, start }) =>
              isMention ? (
                <span key={start} className="font-medium text-accent-ink">
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </p>
        )}
      </div>
    </li>
  )
}
