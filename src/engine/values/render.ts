// Templates bound to columns: parsed and resolved once per run, rendered once per row.
import { isEmpty, type Json } from '../../kernel/json.ts'
import { type Path, parseTail, valueAt } from './path.ts'
import { parseTemplate, references, resolveReference, writtenTail } from './template.ts'
import { textOf } from './value.ts'

/** A reference whose column is known; `column_id` is null for a name that no column has. */
export interface BoundReference {
  readonly column_id: string | null
  /** As the person wrote it, for messages. */
  readonly ref: string
  readonly path: Path
  /** The path after the braces, see template.ts; null when there is none. */
  readonly tail: string | null
}

export type BoundPart = string | BoundReference

/** Plain JSON: may be stored with a run. */
export interface BoundTemplate {
  readonly parts: readonly BoundPart[]
}

/** Resolves the names of a template. `findColumn` answers the id of the column with a name, in any case. */
export function bindTemplate(source: string, findColumn: (name: string) => string | undefined): BoundTemplate {
  const parts = parseTemplate(source).parts.map((part): BoundPart => {
    if (typeof part === 'string') return part
    const found = resolveReference(part.ref, (name) => findColumn(name) !== undefined)
    return {
      column_id: found ? (findColumn(found.name) ?? null) : null,
      ref: part.ref,
      path: found?.path ?? [],
      tail: part.tail ?? null,
    }
  })
  return { parts }
}

/** The references of a bound template, in order of appearance. */
export function boundReferences(template: BoundTemplate): BoundReference[] {
  return template.parts.filter((part): part is BoundReference => typeof part === 'object')
}

/**
 * The value of a template for one row. Exactly one reference: the JSON value itself. Otherwise text, in which an empty
 * reference adds nothing; null when all references are empty, for `https://{{Domain}}` without a domain is no
 * value. A template without references is its own text, blank text is null.
 */
export function renderTemplate(template: BoundTemplate, read: (columnId: string) => Json): Json {
  const [first, second] = template.parts
  if (first === undefined) return null
  if (second === undefined && typeof first === 'object') return referenced(first, read)
  let filled = false
  let blanks = 0
  const text = template.parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = referenced(part, read)
      if (isEmpty(value)) blanks++
      else filled = true
      return textOf(value)
    })
    .join('')
  return (blanks > 0 && !filled) || isEmpty(text) ? null : text
}

function referenced(part: BoundReference, read: (columnId: string) => Json): Json {
  if (part.column_id === null) return null
  const value = valueAt(read(part.column_id), part.path)
  if (part.tail === null || value === null) return value
  const written = writtenTail(part.tail)
  return typeof value === 'object' ? valueAt(value, parseTail(written) ?? []) : textOf(value) + written
}

/** Renders a template by column name in one go; `lookup` answers undefined for a name that is no column. */
export function renderByName(source: string, lookup: (name: string) => Json | undefined): Json {
  return renderTemplate(
    bindTemplate(source, (name) => (lookup(name) === undefined ? undefined : name)),
    (name) => lookup(name) ?? null,
  )
}

/** True when the template refers to at least one column. */
export function hasReferences(source: string): boolean {
  return references(parseTemplate(source)).length > 0
}
