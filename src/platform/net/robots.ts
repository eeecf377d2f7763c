// robots.txt (RFC 9309), read and matched as Google's open-source matcher does.

interface Rule {
  allow: boolean
  /** Escaped the way paths of URLs are; may hold `*`, and `$` at its end. */
  pattern: string
}

/** What one robots.txt says to one crawler. */
export interface RobotsRules {
  rules: Rule[]
  crawl_delay_s: number | null
}

export const ALLOW_ALL: RobotsRules = { rules: [], crawl_delay_s: null }
export const DISALLOW_ALL: RobotsRules = { rules: [{ allow: false, pattern: '/' }], crawl_delay_s: null }

const maxLine = 16_664
const maxRules = 5_000
// Spellings that site owners use by mistake and that crawlers take for what is meant.
const disallowKey = /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/
const agentKey = /^(?:user-agent|useragent|user agent)/

/** The rules of `text` for the crawler with this product token: its own groups joined, or else those for `*`. */
export function parseRobots(text: string, token: string): RobotsRules {
  const own: RobotsRules = { rules: [], crawl_delay_s: null }
  const everyone: RobotsRules = { rules: [], crawl_delay_s: null }
  let groups = new Set<RobotsRules>()
  let inAgents = false
  let named = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)) {
    const [key, value] = splitLine(line)
    if (agentKey.test(key)) {
      if (!inAgents) groups = new Set()
      inAgents = true
      if (/^\*(?:\s|$)/.test(value)) groups.add(everyone)
      else if ((/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase() === token.toLowerCase()) {
        groups.add(own)
        named = true
      }
    } else if (key.startsWith('allow') || disallowKey.test(key)) {
      inAgents = false
      for (const group of groups) {
        if (group.rules.length < maxRules)
          group.rules.push({ allow: key.startsWith('allow'), pattern: escapePattern(value) })
      }
    } else if (key.startsWith('crawl-delay')) {
      // No rule of the standard: it does not end the list of agents, so those named after it share the group.
      const seconds = Number(value)
      if (value !== '' && seconds >= 0) for (const group of groups) group.crawl_delay_s = seconds
    }
  }
  return named ? own : everyone
}

/** Key in lower case and value; both blank for a line that says nothing. A colon may be forgotten when two words are left. */
function splitLine(line: string): [string, string] {
  const text = line.slice(0, maxLine).replace(/#.*$/s, '').trim()
  const colon = text.indexOf(':')
  if (colon > 0) return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]
  const words = text.split(/\s+/)
  return words.length === 2 ? [(words[0] ?? '').toLowerCase(), words[1] ?? ''] : ['', '']
}

/** Bytes beyond ASCII as %XX, and the hex digits of escapes in upper case; nothing is unescaped. */
function escapePattern(pattern: string): string {
  return pattern
    .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
    .replace(/\P{ASCII}+/gu, (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')))
}

/** True when `path` (path and query of the URL as it will be requested) may be fetched: the longest match decides, a tie allows. */
export function isAllowedByRobots({ rules }: RobotsRules, path: string): boolean {
  if (path === '/robots.txt') return true
  let allow = 0
  let disallow = 0
  for (const rule of rules) {
    const length = matchLength(path, rule)
    if (rule.allow) allow = Math.max(allow, length)
    else disallow = Math.max(disallow, length)
  }
  return disallow <= allow
}

function matchLength(path: string, { allow, pattern }: Rule): number {
  if (matches(path, pattern)) return pattern.length
  // Allowing a directory's index page allows the directory (Google's reading).
  const slash = pattern.lastIndexOf('/')
  if (!allow || slash < 0 || !pattern.startsWith('/index.htm', slash)) return 0
  return matches(path, `${pattern.slice(0, slash + 1)}$`) ? slash + 2 : 0
}

/** Each literal between stars is taken where it first fits, which is enough since a star takes anything: linear per rule. */
function matches(path: string, pattern: string): boolean {
  const anchored = pattern.endsWith('$')
  const literals = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = literals.shift() ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = anchored ? literals.pop() : undefined
  for (const literal of literals) {
    const found = path.indexOf(literal, at)
    if (found < 0) return false
    at = found + literal.length
  }
  if (!anchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}
