// Where a comment is written: text with members completed after an `@`, kept until it is sent, sent with Ctrl+Enter.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { CompletionList } from '../../../ui/forms/completion-list.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useCompletion } from '../../../ui/forms/use-completion.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { membersQuery } from '../../settings/settings.queries.ts'
import { type DraftPlace, keepCommentDraft, readCommentDraft } from './comment-draft.ts'
import { mentionsAt, putMention } from './mention.logic.ts'

interface Props {
  label: string
  send: string
  text?: string
  draft: DraftPlace
  onSend: (text: string) => Promise<unknown>
  /** After it was sent and is no draft any more. */
  onSent: () => void
  onCancel?: () => void
}

export function Composer({ label, send, text: before = '', draft, onSend, onSent, onCancel }: Props) {
  const workspace = useWorkspace()
  const [text, setText] = useState(() => readCommentDraft(draft) ?? before)
  const { busy, submit, words } = useSubmit()
  const members = useQuery(membersQuery(workspace.id))
  const names = (members.data ?? []).map(({ username }) => username)
  const completion = useCompletion({
    value: text,
    onChange: write,
    at: (caret) => mentionsAt(text, caret, names),
    put: (found, name: string) => putMention(text, found, name),
  })
  const isBlank = text.trim() === ''

  function write(next: string) {
    setText(next)
    keepCommentDraft(draft, next, before)
  }

  async function post() {
    if (isBlank || !(await submit(() => onSend(text.trim())))) return
    write('')
    onSent()
  }

  function cancel() {
    keepCommentDraft(draft, '')
    onCancel?.()
  }

  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
    >
      <div className="relative">
        <textarea
          {...completion.area}
          aria-label={label}
          placeholder={`${label}. @ mentions a member`}
          rows={2}
          maxLength={5000}
          dir="auto"
          value={text}
          readOnly={busy}
          onChange={(event) => {
            write(event.target.value)
            completion.typed(event.target)
          }}
          onKeyDown={(event) => {
            if (completion.onKey(event)) return
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              void post()
            } else if (event.key === 'Escape' && onCancel) {
              event.preventDefault()
              event.stopPropagation()
              cancel()
            }
          }}
          className="field-sizing-content max-h-60 w-full resize-none rounded-md border border-line-strong bg-surface px-2.5 py-1.5 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 pointer-coarse:text-lg"
        />
        <CompletionList label="Members" completion={completion} keyOf={(name) => name}>
          {(name) => `@${name}`}
        </CompletionList>
      </div>
      <FormError>{words && `Nothing was sent. ${words}`}</FormError>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="sm" look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button size="sm" look="primary" type="submit" busy={busy} disabled={isBlank}>
          {send}
        </Button>
      </div>
    </form>
  )
}
