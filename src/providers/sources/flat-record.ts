// A record of any API as flat fields: members of objects get dotted names, lists of scalars stay lists, deeper ones JSON.
import type { Json, JsonObject } from '../../kernel/json.ts'

const DEEPEST = 3
const MOST_FIELDS = 200

export function flatRecord(item: Json): JsonObject {
  const flat: JsonObject = {}
  const put = (name: string, value: Json, depth: number) => {
    if (Object.keys(flat).length >= MOST_FIELDS) return
    if (value === null || value === '') return
    if (typeof value === 'object' && !Array.isArray(value) && depth < DEEPEST) {
      for (const [key, member] of Object.entries(value)) put(name === '' ? key : `${name}.${key}`, member, depth + 1)
    } else flat[name || 'value'] = listText(value)
  }
  put('', item, 0)
  return flat
}

/** Lists of plain values read as people write them. */
function listText(value: Json): Json {
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number')
  return isPlain ? value.join(', ') : value
}
