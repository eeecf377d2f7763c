// A refusal in the words of SCIM (RFC 7644, section 3.12): a status, and for some of them a fixed word.

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

/** Turns the request down with 400 and the word of the standard. */
export function scimFault(scimType: ScimType, detail: string): never {
  throw new ScimError(400, detail, scimType)
}

export function scimNotFound(): never {
  throw new ScimError(404, 'Resource not found')
}
