// The two parts of an e-mail address in its normal form.

export function splitDomain(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, at), domain: address.slice(at + 1) }
}
