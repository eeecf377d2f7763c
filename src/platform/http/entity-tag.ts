// Entity tags (RFC 9110, section 8.8): which state of an answer a caller has already.
import { createHash } from 'node:crypto'

/** Weak: packed for sending, the same answer has other bytes. `version` is that of the program, which may write the same in another way. */
export function tagOf(version: string, state: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([version, ...state]))
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

/** Whether `If-Match` or `If-None-Match` names the tag. Compared weakly. */
export function listsTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
}
