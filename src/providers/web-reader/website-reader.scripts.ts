// Reads the strings a script would write, for addresses hidden from simple readers. The script is never run.

type Token = { kind: 'text'; value: string } | { kind: 'name'; value: string } | { kind: 'sign'; value: string }

const tokenPattern =
  /"((?:[^"\\\n]|\\[\s\S]){0,2000})"|'((?:[^'\\\n]|\\[\s\S]){0,2000})'|`((?:[^`\\]|\\[\s\S]){0,2000})`|(\/(?:[^/\\\n]|\\.){1,200}\/[gimsuy]{0,6}(?=\s{0,9}[,)]))|([A-Za-z_$][\w$]*)|(0x[\da-f]+|\d+)|(\S)/iy
const maxScript = 150_000
const maxTokens = 60_000
const maxResults = 2_000
const maxDepth = 40

function unescapeLiteral(literal: string): string {
  return literal.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([0-7]{2,3})|([\s\S]))/gi,
    (_all, hex, unicode, point, octal, char) => {
      if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode, 16))
      if (point) return codePoint(Number.parseInt(point, 16))
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8))
      return char === 'n' || char === 'r' || char === 't' || char === '\n' ? ' ' : char
    },
  )
}

function codePoint(number: number): string {
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
}

function tokensOf(text: string): Token[] {
  const script = text.slice(0, maxScript)
  const tokens: Token[] = []
  const space = /\s+/y
  let at = 0
  // Looked for by hand: a pattern would search to the end again at each opening that is never closed.
  const skip = (close: string) => {
    const end = script.indexOf(close, at + 2)
    at = end < 0 ? script.length : end + close.length
  }
  while (at < script.length && tokens.length < maxTokens) {
    space.lastIndex = at
    if (space.test(script)) at = space.lastIndex
    else if (script.startsWith('//', at)) skip('\n')
    else if (script.startsWith('/*', at)) skip('*/')
    else {
      tokenPattern.lastIndex = at
      const match = tokenPattern.exec(script)
      if (!match) break
      const [all, double, single, template, , name] = match
      const literal = double ?? single ?? template
      if (literal !== undefined) tokens.push({ kind: 'text', value: unescapeLiteral(literal) })
      else tokens.push({ kind: name === undefined ? 'sign' : 'name', value: all })
      at = tokenPattern.lastIndex
    }
  }
  return tokens
}

/** Decodes percent escapes where they are valid, the way `unescape` does (one byte, one letter). */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([\da-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13))
  })
}

/** The text encoded in base64; null when it is not base64 of printable ASCII. */
export function fromBase64(text: string): string | null {
  if (text.length < 8 || text.length > 2000 || !/^[\w+/-]+={0,2}$/.test(text)) return null
  const decoded = Buffer.from(text, 'base64').toString('latin1')
  return /^[\x20-\x7e\s]+$/.test(decoded) ? decoded : null
}

/**
 * Every string that literals, simple variables, `+`, join, reverse, replace, fromCharCode, unescape, decodeURIComponent and
 * atob make, in order.
 */
export function stringsOf(script: string): string[] {
  const tokens = tokensOf(script)
  const values = new Map<string, string>()
  const lists = new Map<string, string[]>()
  const results: string[] = []
  let at = 0
  let depth = 0

  const sign = (offset: number) => (tokens[at + offset]?.kind === 'sign' ? tokens[at + offset]?.value : undefined)
  const name = (offset: number) => (tokens[at + offset]?.kind === 'name' ? tokens[at + offset]?.value : undefined)
  const takeSign = (value: string) => {
    if (sign(0) !== value) return false
    at += 1
    return true
  }

  /** `["a", b, "c"]` at the current place, or null without moving. */
  function list(): string[] | null {
    const start = at
    const named = name(0)
    if (named && lists.has(named)) {
      at += 1
      return lists.get(named) ?? null
    }
    if (!takeSign('[')) return null
    const parts: string[] = []
    while (at < tokens.length && sign(0) !== ']') {
      const part = sum()
      if (part === null) break
      parts.push(part)
      if (!takeSign(',')) break
    }
    if (takeSign(']')) return parts
    at = start
    return null
  }

  /** Code units as `fromCharCode` takes them. */
  function codes(): string | null {
    let text = ''
    while (/^(?:0x[\da-f]+|\d+)$/i.test(sign(0) ?? '')) {
      text += codePoint(Number(sign(0)))
      at += 1
      if (!takeSign(',')) break
    }
    return takeSign(')') ? text : null
  }

  /** One operand with the method calls that follow it, or null without moving. */
  function operand(): string | null {
    if (depth >= maxDepth) return null
    depth += 1
    const value = readOperand()
    depth -= 1
    return value
  }

  function readOperand(): string | null {
    const start = at
    let value: string | null = null
    const token = tokens[at]
    if (token?.kind === 'text') {
      at += 1
      value = token.value.replace(/\$\{\s*([\w$]{1,60})\s*\}/g, (all, inner) => values.get(inner) ?? all)
    } else if (name(0) === 'String' && name(2) === 'fromCharCode' && sign(3) === '(') {
      at += 4
      value = codes()
    } else if (/^(?:unescape|decodeURIComponent|decodeURI|atob)$/.test(name(0) ?? '') && sign(1) === '(') {
      const decode = name(0)
      at += 2
      const inner = sum()
      value =
        inner === null || !takeSign(')') ? null : decode === 'atob' ? (fromBase64(inner) ?? '') : percentDecoded(inner)
    } else if (sign(0) === '(') {
      at += 1
      value = sum()
      if (!takeSign(')')) value = null
    } else if (sign(1) === '[' && sign(3) === ']' && lists.has(name(0) ?? '')) {
      value = lists.get(name(0) ?? '')?.[Number(sign(2))] ?? null
      at += 4
    } else if (sign(0) === '[' || lists.has(name(0) ?? '')) {
      const parts = list()
      value = parts && joined(parts)
    } else if (name(0) !== undefined && sign(1) !== '(' && values.has(name(0) ?? '')) {
      value = values.get(name(0) ?? '') ?? null
      at += 1
    }
    if (value === null) {
      at = start
      return null
    }
    return methods(value)
  }

  /** `.reverse()` and `.join("x")` after a list. */
  function joined(parts: string[]): string | null {
    let items = parts
    for (let steps = 0; steps < 5 && sign(0) === '.' && sign(2) === '('; steps += 1) {
      if (name(1) === 'reverse') {
        items = [...items].reverse()
        at += 3
        if (!takeSign(')')) return null
      } else if (name(1) === 'join') {
        at += 3
        const glue = tokens[at]?.kind === 'text' ? (tokens[at++]?.value ?? '') : ','
        return takeSign(')') ? items.join(glue) : null
      } else break
    }
    return null
  }

  function methods(start: string): string {
    let value = start
    for (let steps = 0; steps < 8 && sign(0) === '.' && sign(2) === '('; steps += 1) {
      const method = name(1)
      const from = at
      at += 3
      if (method === 'split') {
        const glue = tokens[at]?.kind === 'text' ? tokens[at++]?.value : undefined
        if (glue === undefined || !takeSign(')')) return value
        const text = joined(value.split(glue))
        if (text === null) {
          at = from
          return value
        }
        value = text
      } else if (method === 'replace' || method === 'replaceAll') {
        const pattern = tokens[at++]
        const replacement = sign(0) === ',' ? tokens[at + 1] : undefined
        if (!pattern || replacement?.kind !== 'text') {
          at = from
          return value
        }
        at += 2
        takeSign(')')
        value = replaced(value, pattern, replacement.value)
      } else if (/^(?:toLowerCase|trim|toString)$/.test(method ?? '') && sign(0) === ')') at += 1
      else {
        at = from
        return value
      }
    }
    return value
  }

  function sum(): string | null {
    let value = operand()
    if (value === null) return null
    while (sign(0) === '+' && sign(1) !== '+') {
      at += 1
      const next = operand()
      if (next === null) {
        at -= 1
        break
      }
      value = (value + next).slice(0, 20_000)
    }
    return value
  }

  while (at < tokens.length && results.length < maxResults) {
    const assigned =
      name(0) !== undefined && (sign(1) === '=' || sign(1) === ':') && sign(2) !== '=' ? name(0) : undefined
    if (assigned !== undefined) {
      at += 2
      const start = at
      const parts = sign(0) === '[' ? list() : null
      if (parts && sign(0) !== '.') {
        lists.set(assigned, parts)
        continue
      }
      at = start
    }
    const value = sum()
    if (value === null) at += 1
    else {
      results.push(value)
      if (assigned !== undefined) values.set(assigned, value)
    }
  }
  return results
}

/** String patterns, and regular expressions of plain letters and signs; others leave the text as it is. */
function replaced(value: string, pattern: Token, replacement: string): string {
  if (pattern.kind === 'text') return value.split(pattern.value).join(replacement)
  const literal = /^\/((?:[^\\()[\]{}*+?.^$|]|\\[^\w])+)\/([a-z]*)$/.exec(pattern.value)?.[1]
  return literal ? value.split(literal.replace(/\\(.)/g, '$1')).join(replacement) : value
}
