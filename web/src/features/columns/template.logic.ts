// References to columns in the inputs of a step: `{{Company name}}`, alone or within text.
import { stepsIn, type WrittenPath } from './values/path.logic.ts'

/** A reference to a column, with the characters that would end it escaped. */
export function reference(name: string): string {
  return `{{${name.replace(/[\\{}]/g, (char) => `\\${char}`)}}}`
}

/** The column name when the template is exactly one reference without a path; null for anything else. */
export function soleReference(template: string): string | null {
  const inner = /^\s*\{\{((?:\\.|[^\\{}])+)\}\}\s*$/.exec(template)?.[1]
  return inner === undefined ? null : inner.replace(/\\(.)/g, '$1').trim()
}

/** The names referred to anywhere in a template. */
export function referencedNames(template: string): string[] {
  return [...template.matchAll(/(?<!\\)\{\{((?:\\.|[^\\{}])+)\}\}/g)].map((match) =>
    (match[1] ?? '').replace(/\\(.)/g, '$1').trim(),
  )
}

/** What a template gives for one row, for the sample under an input; `read` takes a reference such as `Site.title`. */
export function sampleOf(template: string, read: (name: string) => string): string {
  return template.replace(/(?<!\\)\{\{((?:\\.|[^\\{}])+)\}\}/g, (_, inner: string) =>
    read(inner.replace(/\\(.)/g, '$1').trim()),
  )
}

/** The column and path a reference means: the longest name that is a column wins over a path into a shorter one. */
export function resolve<T extends { name: string }>(
  ref: string,
  columns: readonly T[],
): { column: T; path: WrittenPath } | null {
  for (let end = ref.length; end > 0; end = Math.max(ref.lastIndexOf('.', end - 1), ref.lastIndexOf('[', end - 1))) {
    const name = ref.slice(0, end).trim().toLowerCase()
    const column = columns.find((one) => one.name.trim().toLowerCase() === name)
    const path = column ? stepsIn(ref.slice(end)) : null
    if (column && path) return { column, path }
  }
  return null
}
