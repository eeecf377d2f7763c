// Identifiers: UUIDv7 for most things, branded so that one kind cannot be passed for another.
import { v7 as uuidv7, validate } from 'uuid'

export type WorkspaceId = string & { readonly __brand: 'WorkspaceId' }

/** A new time-ordered id (RFC 9562 UUIDv7); ids made later in one process sort later. */
export function newId(): string {
  return uuidv7()
}

/** The smallest UUIDv7 of that millisecond (RFC 9562). */
export function firstIdOf(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export function isUuid(text: string): boolean {
  return validate(text)
}
