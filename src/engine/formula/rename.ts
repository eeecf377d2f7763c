// The references inside a formula, found without reading the rest of it: to know what it reads, and to rename a column.
import { nameKey, resolveReference, writeReference } from '../values/template.ts'
import { tokensOf } from './lexer.ts'

/** As `renameReference` of templates. Text that is no formula stays as it is. */
export function renameInFormula(source: string, from: string, to: string, isColumn: (name: string) => boolean): string {
  return rewriteReferences(source, (ref) => {
    const found = resolveReference(ref, isColumn)
    return found && nameKey(found.name) === nameKey(from) ? to.trim() + found.tail : undefined
  })
}

/** The formula with other references, undefined for one that stays: all at once, so that two may change places. */
export function rewriteReferences(source: string, to: (ref: string) => string | undefined): string {
  const read = tokensOf(source)
  if ('problem' in read) return source
  let out = ''
  let at = 0
  for (const token of read.tokens) {
    const ref = token.kind === 'reference' ? to(token.ref) : undefined
    if (ref === undefined) continue
    out += source.slice(at, token.start) + writeReference(ref)
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
