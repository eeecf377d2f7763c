// What is taken out of texts before they are shown again, logged or kept: passwords of addresses and what is named like a secret.

const SECRET =
  /pass(?:word|wd|phrase)|secret|token|api[-_]?key|authorization|credential|private[-_]?key|cookie|signature/i
const SECRET_PARAMETER = /^(?:key|sig|auth|pass|pwd|ticket)$|[-_]key$/i

const MASK = '•••'
/** In the place of a value that is named like a secret. */
export const HIDDEN = '**********'

/** Whether a member, header or field of that name holds a secret. */
export const isSecretName = (name: string): boolean => SECRET.test(name)

/** Parameters of an address, where short names are usual. */
const isSecretParameter = (name: string) => SECRET.test(name) || SECRET_PARAMETER.test(name)

const AUTHORITY = /\b([a-z][a-z0-9+.-]{0,30}:[\\/]{1,9})([^\s"'<>\\/?#]*)@/gi
/** A user and a password in front of a host, without a scheme. */
const BARE = /^[^\s"'<>\\/?#:@]+:[^\s"'<>\\/?#]*@(?=[\w.-]+(?:[:/?#]|$))/
const PARAMETER = /([?&;#])([^\s"'<>?&;#=]{1,200})=([^\s"'<>&;#]*)/g

/** The text without user and password of the addresses in it, and without the values of parameters that are named like a secret. */
export function maskAddresses(text: string, mask: string = MASK): string {
  let shown = text
  if (shown.includes('@')) shown = shown.replace(AUTHORITY, `$1${mask}@`).replace(BARE, `${mask}@`)
  if (!shown.includes('=')) return shown
  return shown.replace(PARAMETER, (whole, before: string, name: string) =>
    isSecretParameter(decoded(name)) ? `${before}${name}=${mask}` : whole,
  )
}

function decoded(name: string): string {
  if (!/[%+]/.test(name)) return name
  return [...new URLSearchParams(`${name}=`).keys()].join()
}

/** Values under 4 characters are switches and regions; hiding them would only garble the text. */
const SHORTEST_HIDDEN = 4

/** What takes these values out of a text, as they are and as they stand in addresses, forms and JSON. */
export function hiderOf(values: readonly string[]): (text: string) => string {
  const forms = values
    .filter((value) => value.length >= SHORTEST_HIDDEN)
    .flatMap((value) => [
      value,
      encodeURIComponent(value),
      new URLSearchParams({ v: value }).toString().slice(2),
      JSON.stringify(value).slice(1, -1),
    ])
  if (forms.length === 0) return (text) => text
  const secrets = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}

/** A copy without the values that are named like secrets, in which {@link maskAddresses} has read every text. */
export function maskedCopy(value: unknown): unknown {
  if (typeof value === 'string') return maskAddresses(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(maskedCopy)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isSecretName(name) ? HIDDEN : maskedCopy(part)]),
  )
}
