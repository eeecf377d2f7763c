// Conditional requests (RFC 9110, section 13) over the entity tags of SCIM resources, which are weak and compared weakly also where
// HTTP alone would want strong ones.
import { listsTag } from '../../platform/http/entity-tag.ts'
import { ScimError } from './scim.error.ts'

/** Throws 412 when `If-Match` names other versions than the one there is. */
export function mustMatch(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !listsTag(ifMatch, version)) {
    throw new ScimError(412, 'The resource was changed since the version in If-Match')
  }
}

/** Whether the caller holds this version already, by `If-None-Match`. */
export function isKnown(ifNoneMatch: string | undefined, version: string): boolean {
  return ifNoneMatch !== undefined && listsTag(ifNoneMatch, version)
}
