// Identifiers: UUIDv7 for most things, branded so that one kind cannot be passed for another.
import { v7 as uuidv7, validate } from 'uuid'

export type WorkspaceId = string & { readonly __brand: 'WorkspaceId' }

/** How far the clock may step back, in milliseconds, before ids follow it: further, and an id would tell a wrong time for long. */
const SMALL_STEP = 60_000

let newest = { msecs: 0, seq: 0 }

/** A new time-ordered id (RFC 9562 UUIDv7); ids made later in one process sort later, also over a small step back of the clock. */
export function newId(): string {
  const now = Date.now()
  const isNewTime = now > newest.msecs || now < newest.msecs - SMALL_STEP
  newest = isNewTime
    ? { msecs: now, seq: Math.floor(Math.random() * 2 ** 31) }
    : { msecs: newest.msecs, seq: newest.seq + 1 }
  return uuidv7(newest)
}

/** The smallest UUIDv7 of that millisecond (RFC 9562). */
export function firstIdOf(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export function isUuid(text: string): boolean {
  return validate(text)
}
