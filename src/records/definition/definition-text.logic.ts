// The text of a definition: written as YAML or JSON, and read from untrusted files.
import { stringify } from 'yaml'
import { refuseField } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { readYaml } from '../../kernel/read-yaml.ts'

export type DefinitionFormat = 'yaml' | 'json'

export function writeText(definition: JsonObject, format: DefinitionFormat): string {
  if (format === 'json') return `${JSON.stringify(definition, null, 2)}\n`
  return stringify(definition, { lineWidth: 0, aliasDuplicateObjects: false })
}

const MOST_CHARS = 512 * 1024
const MOST_DEPTH = 40
const MOST_NODES = 100_000

/** The definition in a text or an object as it was sent as this member. Refuses (422) what is no plain tree of moderate size. */
export function readText(given: unknown, member = 'definition'): JsonObject {
  try {
    const tree = typeof given === 'string' ? parsed(given) : given
    mustBePlain(tree)
    if (typeof tree === 'object' && tree !== null && !Array.isArray(tree)) return tree as JsonObject
    return wrong('A definition is an object')
  } catch (error) {
    if (error instanceof Unreadable) return refuseField([member], 'value_error', error.message)
    throw error
  }
}

class Unreadable extends Error {}

function parsed(text: string): unknown {
  if (text.length > MOST_CHARS) return wrong(`A definition has at most ${MOST_CHARS / 1024} KiB`)
  // YAML may begin with a brace as well.
  const read = text.trimStart().startsWith('{') ? readJson(text, { as_it_is: true }) : undefined
  if (read && !read.fault) return read.value
  if (read?.fault.is_limit) return wrong(`The definition cannot be read: ${faultWords(read.fault)}`)
  try {
    return readYaml(text)
  } catch (error) {
    if (error instanceof RangeError) return wrong('The definition is nested too deeply')
    return wrong(`This is neither YAML nor JSON: ${String((error as Error).message).split('\n')[0]}`)
  }
}

/** Without recursion: the depth is what is checked. */
function mustBePlain(tree: unknown): asserts tree is Json {
  const open: { value: unknown; depth: number }[] = [{ value: tree, depth: 0 }]
  for (let nodes = 0; ; nodes++) {
    const next = open.pop()
    if (!next) return
    const { value, depth } = next
    if (nodes > MOST_NODES) wrong('The definition is too large')
    if (depth > MOST_DEPTH) wrong('The definition is nested too deeply')
    if (typeof value === 'string') mustBeText(value)
    else if (typeof value === 'number' && !Number.isFinite(value)) wrong('A number is not finite')
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (key === '__proto__') wrong('A member cannot be called __proto__')
        mustBeText(key)
        open.push({ value: member, depth: depth + 1 })
      }
    } else if (value !== null && !['boolean', 'number'].includes(typeof value)) wrong('A value is of an unknown kind')
  }
}

function mustBeText(text: string): void {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) wrong('A text holds characters that cannot be stored')
}

function wrong(msg: string): never {
  throw new Unreadable(msg)
}
