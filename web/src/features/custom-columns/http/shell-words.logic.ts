// Splits a command line into words as a POSIX shell does: quotes, `$'…'`, escapes and lines that go on. Nothing is expanded.
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07', e: '\x1b' }

/** The words of the first command; null when a quote is not closed. */
export function shellWords(text: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let at = 0
  const add = (letters: string) => {
    word = (word ?? '') + letters
  }
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (letter === '\\') {
      const next = /^\\\r?\n/.exec(text.slice(at, at + 3))
      if (next) at += next[0].length
      else {
        add(text[at + 1] ?? '')
        at += 2
      }
    } else if (letter === "'") {
      const end = text.indexOf("'", at + 1)
      if (end === -1) return null
      add(text.slice(at + 1, end))
      at = end + 1
    } else if (letter === '$' && text[at + 1] === "'") {
      const read = ansiQuoted(text, at + 2)
      if (!read) return null
      add(read.text)
      at = read.end
    } else if (letter === '"' || (letter === '$' && text[at + 1] === '"')) {
      const read = doubleQuoted(text, at + (letter === '"' ? 1 : 2))
      if (!read) return null
      add(read.text)
      at = read.end
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word)
      word = null
      at += 1
      // A line that does not go on ends the command.
      if (letter === '\n' && words.length > 0) return words
    } else if (word === null && (letter === '|' || letter === ';' || letter === '>' || letter === '&')) {
      return words
    } else {
      add(letter)
      at += 1
    }
  }
  if (word !== null) words.push(word)
  return words
}

interface Read {
  text: string
  end: number
}

function doubleQuoted(text: string, from: number): Read | null {
  let read = ''
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"') return { text: read, end: at + 1 }
    const next = text[at + 1] ?? ''
    if (letter === '\\' && '"\\$`\n'.includes(next) && next !== '') {
      if (next !== '\n') read += next
      at += 1
    } else read += letter
  }
  return null
}

/** `$'…'`, which browsers write for text with quotes or letters beyond ASCII. */
function ansiQuoted(text: string, from: number): Read | null {
  let read = ''
  let at = from
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (letter === "'") return { text: read, end: at + 1 }
    if (letter !== '\\') {
      read += letter
      at += 1
      continue
    }
    const coded = /^\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/.exec(
      text.slice(at, at + 11),
    )
    if (coded) {
      const code =
        coded[4] === undefined
          ? Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '0', 16)
          : Number.parseInt(coded[4], 8)
      read += code <= 0x10ffff ? String.fromCodePoint(code) : ''
      at += coded[0].length
    } else {
      const next = text[at + 1] ?? ''
      read += ESCAPES[next] ?? next
      at += 2
    }
  }
  return null
}
