// JSON with references: a value stays inside the quotes it is put into, or becomes one JSON value outside of them.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { parseTemplate } from './template.ts'
import { textOf } from './value.ts'

type Piece = string | { ref: string; quoted: boolean }

function pieces(template: string): Piece[] {
  let quoted = false
  return parseTemplate(template).parts.map((part) => {
    if (typeof part !== 'string') return { ref: part.ref, quoted }
    for (let at = 0; at < part.length; at++) {
      if (quoted && part[at] === '\\') at++
      else if (part[at] === '"') quoted = !quoted
    }
    return part
  })
}

/** The JSON text for these values, by reference. A reference without a value is nothing inside quotes, `null` outside. */
export function fillJson(template: string, values: JsonObject): string {
  return pieces(template)
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const value: Json = Object.hasOwn(values, piece.ref) ? (values[piece.ref] ?? null) : null
      return piece.quoted ? JSON.stringify(textOf(value)).slice(1, -1) : JSON.stringify(value)
    })
    .join('')
}

/** What is wrong with the JSON around the references; null when nothing is. */
export function jsonTemplateProblem(template: string): string | null {
  const text = pieces(template)
    .map((piece) => (typeof piece === 'string' ? piece : piece.quoted ? '' : 'null'))
    .join('')
  const { fault } = readJson(text)
  return fault ? faultWords(fault) : null
}
