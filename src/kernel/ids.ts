// Identifiers: UUIDv7 for most things, branded so that one kind cannot be passed for another.
import { v7 as uuidv7, validate } from 'uuid'

export type WorkspaceId = string & { readonly __brand: 'WorkspaceId' }

/** A new time-ordered id (RFC 9562 UUIDv7); ids made later in one process sort later. */
export function newId(): string {
  return uuidv7()
}

export function isUuid(text: string): boolean {
  return validate(text)
}
