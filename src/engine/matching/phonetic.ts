// A sound code for blocking: names that are spelled differently and sound alike share it.

const CODES: Readonly<Record<string, string>> = {
  b: '1',
  p: '1',
  f: '2',
  v: '2',
  w: '2',
  c: '3',
  k: '3',
  q: '3',
  g: '4',
  j: '4',
  d: '5',
  t: '5',
  l: '6',
  m: '7',
  n: '7',
  r: '8',
  s: '9',
  x: '9',
  z: '9',
}

/** The first letter and up to three classes of consonants; empty for a text without Latin letters. */
export function soundOf(name: string): string {
  const letters = name
    .replace(/[^a-z]/g, '')
    .replace(/^kn/, 'n')
    .replace(/^wr/, 'r')
    .replace(/ph/g, 'f')
    .replace(/sch|sh/g, 's')
    .replace(/ck/g, 'k')
    .replace(/ks/g, 'x')
    .replace(/gh/g, '')
  const first = letters[0]
  if (first === undefined) return ''
  let code = ''
  let last = CODES[first] ?? ''
  for (const letter of letters.slice(1)) {
    const next = CODES[letter] ?? ''
    if (next !== '' && next !== last) code += next
    last = next
  }
  return `${{ k: 'c', q: 'c', y: 'i', j: 'g', v: 'f', w: 'f', z: 's' }[first] ?? first}${code.slice(0, 3)}`
}
