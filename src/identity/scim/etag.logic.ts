// Conditional requests (RFC 9110, section 13) over the weak entity tags of SCIM resources.
import { ScimError } from './scim.error.ts'

/** Throws 412 when `If-Match` names other versions than the one there is. */
export function mustMatch(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !lists(ifMatch, version)) {
    throw new ScimError(412, 'The resource was changed since the version in If-Match')
  }
}

/** Whether the caller holds this version already, by `If-None-Match`. */
export function isKnown(ifNoneMatch: string | undefined, version: string): boolean {
  return ifNoneMatch !== undefined && lists(ifNoneMatch, version)
}

// SCIM's tags are weak, so they are compared weakly also where HTTP alone would want strong ones.
function lists(header: string, version: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === version.replace(/^W\//, ''))
}
