// What was typed into a settings form and not saved yet: survives another page, a reload and a session that ends.
import { useState } from 'react'
import { session } from '../../api/session.ts'
import { keepDraft, readDraft } from '../columns/drafts.ts'

/** `saved` with the draft over it. Only fields that differ from what is saved are kept. Not for secrets. */
export function useDraft<T extends object>(where: string, form: string, saved: T) {
  // The next user who signs in in this tab finds only their own drafts.
  const place = `${session.username()}.${where}`
  const [draft, setDraft] = useState<Partial<T>>(() => readDraft<Partial<T>>(place, form) ?? {})
  const changed = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== saved[name as keyof T]),
  ) as Partial<T>

  function keep(next: Partial<T>) {
    setDraft(next)
    keepDraft(place, form, Object.keys(next).length > 0 ? next : null)
  }

  return {
    value: { ...saved, ...changed },
    changed,
    dirty: Object.keys(changed).length > 0,
    set: (change: Partial<T>) => keep({ ...changed, ...change }),
    clear: () => keep({}),
  }
}
