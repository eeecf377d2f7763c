// Where codes may be sent: the addresses that a program registered, letter for letter, but for the port on its own machine.

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** What a browser would run or show as a page of its own. */
const DANGEROUS = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'ftp:',
  'ws:',
  'wss:',
  'view-source:',
])

/** Whether a program may be sent codes there: by TLS, on the machine of the person, or by a scheme of its own (RFC 8252). */
export function isRedirectUri(text: string): boolean {
  if (text.length > 2_000 || /[\s\\]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, hash, username, password } = new URL(text)
  if (`${hash}${username}${password}` !== '' || text.includes('#')) return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return !DANGEROUS.has(protocol)
}

/** Whether a code may go to `wanted`, by what was registered. A program on the machine of the person takes any free port. */
export function isRegistered(wanted: string, registered: readonly string[]): boolean {
  return (
    isRedirectUri(wanted) && registered.some((one) => one === wanted || withoutPort(one) === withoutPort(wanted, true))
  )
}

function withoutPort(text: string, isWanted = false): string | number {
  const url = new URL(text)
  // Two different values where the rule does not apply, so that they never match.
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return isWanted ? 1 : 2
  url.port = ''
  return url.href
}

/** What people are shown of where an answer goes. */
export function placeOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (LOOPBACK.has(hostname)) return 'a program on this computer'
  return protocol === 'https:' ? host : `the app that opens ${protocol} addresses`
}

/** With the answer in its query. */
export function answerTo(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
