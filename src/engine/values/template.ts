// Templates: text with `{{Column name}}` references, kept in the wire config by column name.
//
//   {{Company}}                   the value of a column; a template that is one reference keeps its JSON type
//   https://{{Domain}}/about      literal text around references
//   {{Site.description}}          the canonical path form, in the language of path.ts: `{{Site.0}}`, `{{Site["a.b"]}}`
//   {{Site}}.description          read the same when it is the whole template and Site holds an object or a list;
//                                 over a scalar it stays text, so `{{Subdomain}}.example` means what it looks like
//   \{{not a reference}}          an odd run of backslashes before `{{` makes it literal; each pair is one backslash
//   {{Revenue \{USD\}}}           inside the braces a backslash takes the next character as it is
//
// Names match trimmed, with inner blanks as one, without case. A name may contain dots: the longest column name wins.
import { type Path, parseTail } from './path.ts'
import { foldCase } from './value.ts'

export interface Reference {
  /** What stands between the braces, trimmed and unescaped: a column name, maybe with a path. */
  readonly ref: string
  /** The path written after the braces, when the template is nothing but this reference and that path. */
  readonly tail?: string
}

export type TemplatePart = string | Reference

export interface Template {
  readonly parts: readonly TemplatePart[]
  /** What a person should mend, in words; such places are kept as literal text. */
  readonly problems: readonly string[]
}

/** A reference taken apart: the column's name as the reference writes it, and the path into its value. */
export interface ColumnPath {
  readonly name: string
  readonly path: Path
  /** The path as it is written after the name. */
  readonly tail: string
}

/** The key under which a column name is found: two names with one key are the same name. */
export function nameKey(name: string): string {
  return foldCase(name.normalize('NFC').trim().replace(/\s+/g, ' '))
}

/** Reads a template. Never fails: what is not a reference is text, and `problems` says what looks like a slip. */
export function parseTemplate(source: string): Template {
  const parts: TemplatePart[] = []
  const problems: string[] = []
  let text = ''
  let at = 0
  while (at < source.length) {
    let open = source.indexOf('{{', at)
    if (open === -1) break
    let first = open
    while (first > at && source[first - 1] === '\\') first--
    const slashes = open - first
    text += source.slice(at, first) + '\\'.repeat(Math.floor(slashes / 2))
    at = open + 2
    if (slashes % 2 === 1) {
      text += '{{'
      continue
    }
    // The last two of three or more braces open the reference: `{{{A}}}` is `{`, the value of A, `}`.
    while (source[open + 2] === '{') open++
    text += source.slice(at - 2, open)
    at = open + 2
    const inside = readReference(source, at)
    if (inside === null || inside.ref === '') {
      problems.push(inside === null ? `"{{" at ${open + 1} is never closed` : `"{{ }}" at ${open + 1} names no column`)
      text += source.slice(open, inside?.end ?? at)
      at = inside?.end ?? at
      continue
    }
    if (text !== '') parts.push(text)
    text = ''
    parts.push({ ref: inside.ref })
    at = inside.end
  }
  text += source.slice(at)
  if (text !== '') parts.push(text)
  return { parts: withTail(parts), problems }
}

/** Reads a reference from after its `{{` to after its `}}`; null when it is never closed. */
export function readReference(source: string, from: number): { ref: string; end: number } | null {
  let ref = ''
  for (let at = from; at < source.length; at++) {
    const letter = source[at]
    if (letter === '\\' && at + 1 < source.length) ref += source[++at]
    else if (letter === '}' && source[at + 1] === '}') return { ref: ref.trim(), end: at + 2 }
    else if (letter === '{' && source[at + 1] === '{') return null
    else ref += letter
  }
  return null
}

function withTail(parts: TemplatePart[]): TemplatePart[] {
  const [first, second] = parts
  if (parts.length !== 2 || typeof first !== 'object' || typeof second !== 'string') return parts
  const tail = TAIL.exec(second)?.[1]
  return tail === undefined ? parts : [{ ref: first.ref, tail: tail.replace(/^\./, '') }]
}

/** Plain words and brackets only: `https` after `{{Name}}.` is a path, `, Inc.` is text. */
const TAIL = /^((?:\.[\p{L}\p{N}_-]+|\[\s*(?:\d+|"(?:[^"]|"")*"|'(?:[^']|'')*')\s*\])+)\s*$/u

/** What stands after the braces of a reference with a tail. */
export function writtenTail(tail: string): string {
  return tail.startsWith('[') ? tail : `.${tail}`
}

/** The references of a template, in order of appearance. */
export function references(template: Template): Reference[] {
  return template.parts.filter((part): part is Reference => typeof part === 'object')
}

/** Splits a reference into column name and path: the longest leading part that is a column; null when none is. */
export function resolveReference(ref: string, isColumn: (name: string) => boolean): ColumnPath | null {
  for (let end = ref.length; end > 0; end = Math.max(ref.lastIndexOf('.', end - 1), ref.lastIndexOf('[', end - 1))) {
    const name = ref.slice(0, end)
    const tail = ref.slice(end)
    const path = isColumn(name) ? parseTail(tail) : null
    if (path !== null) return { name, path, tail }
  }
  return null
}

/** Writes a template back as text; `parseTemplate` of it gives the same parts. */
export function writeTemplate(parts: readonly TemplatePart[]): string {
  let out = ''
  parts.forEach((part, index) => {
    if (typeof part === 'object')
      out += `${writeReference(part.ref)}${part.tail === undefined ? '' : writtenTail(part.tail)}`
    else out += escapeText(part, typeof parts[index + 1] === 'object')
  })
  return out
}

/** The reference to a column (and a path in it) as a template writes it. */
export function writeReference(name: string): string {
  return `{{${name.replace(/[\\{}]/g, '\\$&')}}}`
}

/** Literal text as a template writes it; `beforeReference` when a reference follows it directly. */
function escapeText(text: string, beforeReference: boolean): string {
  const escaped = text.replace(/(\\*)\{\{/g, (_, slashes: string) => `${slashes}${slashes}\\{{`)
  return beforeReference ? escaped.replace(/\\+$/, (slashes) => slashes + slashes) : escaped
}

/**
 * Rewrites every reference to the column `from` so that it names `to`; paths and literal text stay as they are.
 * `isColumn` knows the names before the renaming, so that a reference to a column "Site.url" is not taken for a path.
 */
export function renameReference(
  source: string,
  from: string,
  to: string,
  isColumn: (name: string) => boolean = (name) => nameKey(name) === nameKey(from),
): string {
  const { parts } = parseTemplate(source)
  let changed = false
  const renamed = parts.map((part) => {
    if (typeof part === 'string') return part
    const found = resolveReference(part.ref, isColumn)
    if (!found || nameKey(found.name) !== nameKey(from)) return part
    changed = true
    return { ...part, ref: to.trim() + found.tail }
  })
  return changed ? writeTemplate(renamed) : source
}
