// The references inside a formula, found without reading the rest of it: to know what it reads, and to rename a column.
import { nameKey, resolveReference, writeReference } from '../template.ts'
import { tokensOf } from './lexer.ts'

/** As `renameReference` of templates. Text that is no formula stays as it is. */
export function renameInFormula(source: string, from: string, to: string, isColumn: (name: string) => boolean): string {
  const read = tokensOf(source)
  if ('problem' in read) return source
  let out = ''
  let at = 0
  for (const token of read.tokens) {
    if (token.kind !== 'reference') continue
    const found = resolveReference(token.ref, isColumn)
    if (!found || nameKey(found.name) !== nameKey(from)) continue
    out += source.slice(at, token.start) + writeReference([to.trim(), ...found.path].join('.'))
    at = token.end
  }
  return out + source.slice(at)
}

/** What a formula refers to, in order; nothing for a text that is no formula. */
export function formulaReferences(source: string): string[] {
  const read = tokensOf(source)
  return 'problem' in read ? [] : read.tokens.flatMap((token) => (token.kind === 'reference' ? [token.ref] : []))
}

/** The formula in pieces that are the same for two texts with one meaning; `idOf` says what a reference stands for. */
export function formulaMeaning(source: string, idOf: (ref: string) => string): unknown[] {
  const read = tokensOf(source)
  if ('problem' in read) return [source]
  return read.tokens.map(({ start: _, end: __, ...token }) =>
    token.kind === 'reference'
      ? [idOf(token.ref)]
      : token.kind === 'word'
        ? token.word.toUpperCase()
        : Object.values(token),
  )
}
