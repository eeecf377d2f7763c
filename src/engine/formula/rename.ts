// Renaming a column inside a formula: only the references change, the rest of the text stays as it was written.
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
