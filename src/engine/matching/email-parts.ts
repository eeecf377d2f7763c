// The two parts of an e-mail address in its normal form.

export interface EmailParts {
  local: string
  domain: string
}

export function splitDomain(address: string): EmailParts {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, at), domain: address.slice(at + 1) }
}

/** `john.smith@` and `john.smith2@` of one domain: it gave the number to tell two of one name apart. */
export function areNumbered(one: EmailParts, other: EmailParts): boolean {
  const letters = ({ local }: EmailParts) => local.replace(/\d/g, '')
  return one.domain === other.domain && one.local !== other.local && letters(one) === letters(other)
}
