// The one reader of YAML that others wrote: plain values only, no aliases, and every digit of a number, as the reader of JSON keeps them.
import { isScalar, Lexer, parseDocument, visit } from 'yaml'
import { losesDigits, MAX_LEVELS } from './read-json.ts'

/** What is read is a tree of plain values, or of what a caller has to refuse. @throws Error with the fault in its first line, RangeError when it nests too deeply */
export function readYaml(text: string): unknown {
  boundNesting(text)
  // The core schema knows plain values only; aliases, with which a short text can become a huge tree, are refused.
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, merge: false, logLevel: 'error' })
  const [fault] = document.errors
  if (fault) throw fault
  visit(document, {
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === 'number' && node.source && roundsNumber(node.source, node.value))
        node.value = node.source
    },
  })
  return document.toJS({ maxAliasCount: 0 })
}

function roundsNumber(source: string, value: number): boolean {
  // `0x` and `0o` are integers; `.inf` and `.nan` are no digits.
  if (/^0[xo]/.test(source)) return !Number.isSafeInteger(value)
  return losesDigits(
    source
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.(?=$|[eE])/, '')
      .replace(/^(-?)0+(?=\d)/, '$1'),
  )
}

/** Announces a scalar among the tokens. */
const SCALAR = '\u001f'

// The parser recurses: by tokens, which are made one after the other, deep nesting costs no seconds and no stack.
function boundNesting(text: string): void {
  let depth = 0
  // `- - -` nests within one line; over lines the indentation grows with the depth.
  let inLine = 0
  let isContent = false
  for (const token of new Lexer().lex(text)) {
    if (isContent) {
      isContent = false
      continue
    }
    if (token === SCALAR) isContent = true
    else if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    else if (token === '-' || token === '?' || token === ':') inLine++
    else if (token.startsWith('\n') || token.startsWith('\r')) inLine = 0
    if (depth > MAX_LEVELS || (depth <= 0 && inLine > MAX_LEVELS))
      throw new RangeError(`Nesting is deeper than ${MAX_LEVELS} levels`)
  }
}
