// One form: what was typed over what it began with, whether that changed anything, and how sending it went.
import { useRef, useState } from 'react'
import { session } from '../../api/session.ts'
import { areAllIn, type FormValue, partOver, partSince } from './form-fields.logic.ts'
import { keepDraft, readDraft } from './kept-draft.ts'
import { useSubmit } from './use-submit.ts'

interface Options<Values, Answer> {
  /** What `submit` does when it is given no other work. */
  send?: (values: Values) => Promise<Answer>
  /** Keeps in this tab what was typed and not saved: for a form on a page that may be left. Not for secrets. */
  keptAs?: { place: string; form: string }
}

/** `start` may follow what is saved: only what was typed over it is kept. */
export function useForm<Values extends object, Answer = unknown>(start: Values, options: Options<Values, Answer> = {}) {
  const { send, keptAs } = options
  // The next user who signs in in this tab finds only their own drafts.
  const place = keptAs && `${session.username()}.${keptAs.place}`
  const [typed, setTyped] = useState<Partial<Values>>(
    () => (place && readDraft<Partial<Values>>(place, keptAs.form)) ?? {},
  )
  const changed = partOver(start, typed)
  const values: Values = { ...start, ...changed }
  const sending = useSubmit<Answer>()
  const { fields, words } = sending

  // Two changes may come before the form is drawn again.
  const latest = useRef(typed)
  function keep(next: Partial<Values>) {
    latest.current = next
    setTyped(next)
    if (place) keepDraft(place, keptAs.form, Object.keys(next).length > 0 ? next : null)
  }
  function set(part: Partial<Values>) {
    const next = { ...latest.current, ...part }
    // What is typed back while the form is sent is a change of what is stored then.
    keep(sending.busy ? next : partOver(start, next))
  }

  return {
    ...sending,
    values,
    changed,
    dirty: Object.keys(changed).length > 0,
    set,
    /** Forgets what was typed. After a save: what was sent, so that what was typed meanwhile stays. */
    reset: () => keep(partSince(typed, latest.current)),
    submit: (work?: () => Promise<Answer>, by?: string) => sending.submit(work ?? (() => sent(send, values)), by),
    /** What went wrong; null where fields of this form say all of it. */
    words: areAllIn(fields, values) ? null : words,
    /** The same also then: for forms with fields that are no SchemaForm. */
    allWords: words,
    /** What ties a SchemaForm to this form. */
    tied: {
      values,
      errors: fields,
      // A SchemaForm tells all values, of which those that it left alone were not typed.
      onChange: (next: Record<string, FormValue>) => set(partOver(values, next as Partial<Values>)),
    },
  }
}

function sent<Values, Answer>(send: Options<Values, Answer>['send'], values: Values): Promise<Answer> {
  if (!send) throw new Error('This form was given nothing that sends it')
  return send(values)
}
