// The way to a member of a value, as references and formulas write it: `address.city`, `people.0.name`.
import { reference } from './template.logic.ts'

/** Null for a member that no path can name, because of a dot or a brace in its key. */
export function pathText(path: readonly string[]): string | null {
  const plain = path.length > 0 && path.every((key) => key.trim() !== '' && !/[.{}\\]/.test(key))
  return plain ? path.join('.') : null
}

/** The formula that takes a member out of a column, with a name for it; null where no path leads there. */
export function memberColumn(column: string, path: readonly string[]): { name: string; expression: string } | null {
  const text = pathText(path)
  if (text === null) return null
  const words = path.filter((key) => !/^\d+$/.test(key)).at(-1) ?? `${column} ${Number(path.at(-1)) + 1}`
  const name = words
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(),
    expression: reference(`${column}.${text}`),
  }
}
