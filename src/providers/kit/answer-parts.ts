// The parts that every documented answer of a vendor has: what tells a changed vendor from one that found nothing.
import type { Json } from '../../kernel/json.ts'

/** The first of `paths` that the answer lacks; see `Expected.has` in the kit for how paths are written. */
export function lackingPart(answer: Json, paths: readonly string[]): string | undefined {
  return paths.find((path) => !path.split('|').some((one) => hasPart(answer, one)))
}

function hasPart(answer: Json, path: string): boolean {
  const [, names = '', kind] = /^(.*?)(\[\]|\{\})?$/.exec(path) ?? []
  let part: Json | undefined = answer
  for (const name of names === '' ? [] : names.split('.')) {
    if (!isObject(part) || !Object.hasOwn(part, name)) return false
    part = part[name]
  }
  if (kind === '[]') return Array.isArray(part)
  if (kind === '{}') return isObject(part)
  return part !== undefined
}

function isObject(part: Json | undefined): part is { [name: string]: Json } {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
