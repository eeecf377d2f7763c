// Finds where a JSON text breaks and says it in the words of Python's json module, which clients of such services match.

interface Fault {
  at: number
  error: string
}

class Found extends Error {
  readonly fault: Fault
  constructor(at: number, error: string) {
    super(error)
    this.fault = { at, error }
  }
}

/** Character offset and reason of the first fault of a text that JSON.parse refused; nesting must be bounded before. */
export function jsonFault(text: string): Fault {
  try {
    const end = skipBlank(text, value(text, skipBlank(text, 0)))
    return { at: end, error: 'Extra data' }
  } catch (error) {
    if (error instanceof Found) return error.fault
    throw error
  }
}

function skipBlank(text: string, from: number): number {
  let i = from
  while (i < text.length && ' \t\n\r'.includes(text.charAt(i))) i++
  return i
}

function value(text: string, at: number): number {
  const c = text[at]
  if (c === '"') return string(text, at)
  if (c === '{') return object(text, at)
  if (c === '[') return array(text, at)
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
  scalar.lastIndex = at
  if (!scalar.test(text)) throw new Found(at, 'Expecting value')
  return scalar.lastIndex
}

function string(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charAt(i)
    if (c === '"') return i + 1
    if (c < ' ') throw new Found(i, 'Invalid control character at')
    if (c !== '\\') continue
    const next = text.charAt(i + 1)
    if (next === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(i + 2, i + 6))) throw new Found(i + 1, 'Invalid \\uXXXX escape')
      i += 5
    } else if (next !== '' && '"\\/bfnrt'.includes(next)) i++
    else if (next !== '') throw new Found(i, 'Invalid \\escape')
  }
  throw new Found(start, 'Unterminated string starting at')
}

function object(text: string, start: number): number {
  let i = skipBlank(text, start + 1)
  if (text[i] === '}') return i + 1
  for (;;) {
    if (text[i] !== '"') throw new Found(i, 'Expecting property name enclosed in double quotes')
    i = skipBlank(text, string(text, i))
    if (text[i] !== ':') throw new Found(i, "Expecting ':' delimiter")
    i = skipBlank(text, value(text, skipBlank(text, i + 1)))
    if (text[i] === '}') return i + 1
    if (text[i] !== ',') throw new Found(i, "Expecting ',' delimiter")
    const comma = i
    i = skipBlank(text, i + 1)
    if (text[i] === '}') throw new Found(comma, 'Illegal trailing comma before end of object')
  }
}

function array(text: string, start: number): number {
  let i = skipBlank(text, start + 1)
  if (text[i] === ']') return i + 1
  for (;;) {
    i = skipBlank(text, value(text, i))
    if (text[i] === ']') return i + 1
    if (text[i] !== ',') throw new Found(i, "Expecting ',' delimiter")
    const comma = i
    i = skipBlank(text, i + 1)
    if (text[i] === ']') throw new Found(comma, 'Illegal trailing comma before end of array')
  }
}
