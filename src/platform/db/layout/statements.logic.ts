// The statements of a text that holds several.
import { tokensOf } from './named-tables.logic.ts'

/** Each with the comments before it, without the semicolon; what holds nothing but comments is none. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let from = 0
  let isEmpty = true
  for (const { text: token, kind, at } of [...tokensOf(text), { text: ';', kind: 'mark', at: text.length }]) {
    if (token !== ';' || kind !== 'mark') {
      isEmpty = false
      continue
    }
    if (!isEmpty) statements.push(text.slice(from, at).trim())
    from = at + 1
    isEmpty = true
  }
  return statements
}
