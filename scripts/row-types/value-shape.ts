// What a value may be, as a TypeScript type says it, in a form that can be written down and compared with a value.

/** Every alternative that a type allows; a value has to be one of them. */
export interface ValueShape {
  /** Nothing is known of it, so that everything is right. */
  any?: true
  /** `undefined`, or a property that may be missing. */
  missing?: true
  /** Null and the types of values without parts: string, number, boolean, bigint, Date, bytes. */
  kinds?: string[]
  /** Where only some strings, numbers or booleans are allowed. */
  literals?: (string | number | boolean)[]
  list?: ValueShape
  /** Properties by name; other ones may be there. */
  object?: Record<string, ValueShape>
}

/** What of a value is not what its type says. */
export interface ShapeFault {
  /** Names of properties with dots between, and `[]` for an item of a list. */
  path: string
  words: string
}

export function findShapeFaults(shape: ValueShape, value: unknown, path = ''): ShapeFault[] {
  if (shape.any) return []
  if (value === undefined) return shape.missing ? [] : [{ path, words: 'is missing' }]
  const kind = kindOf(value)
  if (shape.kinds?.includes(kind) || shape.literals?.includes(value as string)) return []
  if (kind === 'list' && shape.list) {
    const item = shape.list
    return (value as unknown[]).slice(0, MOST_ITEMS).flatMap((one) => findShapeFaults(item, one, `${path}[]`))
  }
  if (kind === 'object' && shape.object) {
    const parts = value as Record<string, unknown>
    return Object.entries(shape.object).flatMap(([name, part]) =>
      findShapeFaults(part, parts[name], path ? `${path}.${name}` : name),
    )
  }
  return [{ path, words: `is ${shownValue(value)}, and its type says ${wordsOf(shape)}` }]
}

const MOST_ITEMS = 20

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'bytes'
  return typeof value
}

const shownValue = (value: unknown) => {
  const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function wordsOf({ kinds = [], literals = [], list, object, missing }: ValueShape): string {
  return [
    ...kinds,
    ...literals.map((one) => JSON.stringify(one)),
    ...(list ? ['a list'] : []),
    ...(object ? ['an object'] : []),
    ...(missing ? ['nothing'] : []),
  ].join(' | ')
}
