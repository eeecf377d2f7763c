// What is made of a schema is made once, however many routes have it and however often a server is built of them.
import type { TSchema } from 'typebox'

/** `make`, called once for each schema; what it made is forgotten with the schema. */
export function bySchema<T extends NonNullable<unknown>, S extends object = TSchema>(
  make: (schema: S) => T,
): (schema: S) => T {
  const made = new WeakMap<S, T>()
  return (schema) => {
    const known = made.get(schema)
    if (known !== undefined) return known
    const fresh = make(schema)
    made.set(schema, fresh)
    return fresh
  }
}
