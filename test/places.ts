// The places in the body of an operation where a text may stand, each with a body that is valid in everything else.
import { type Schema, sampleOf } from './sample.ts'

export interface Place {
  /** Members from the outside in, with `[]` for items and `*` for any name. */
  path: string
  schema: Schema
  /** The whole body with this value there. */
  holding(value: string): unknown
}

/** In every alternative; a shape within itself is followed once. */
export function textPlaces(schema: Schema, schemas: Record<string, Schema>, within: readonly string[] = []): Place[] {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name !== undefined)
    return within.includes(name) ? [] : textPlaces(schemas[name] ?? {}, schemas, [...within, name])
  const deeper = (part: Schema) => textPlaces(part, schemas, within)
  const choices = (schema.anyOf ?? schema.oneOf)?.flatMap(deeper)
  if (choices) return choices
  if ([schema.type].flat().includes('string')) return [{ path: '', schema, holding: (value) => value }]
  if (schema.items)
    return deeper(schema.items).map((one) => ({
      ...one,
      path: `[]${one.path}`,
      holding: (value) => [one.holding(value)],
    }))
  const members = Object.entries(schema.properties ?? {})
  if (typeof schema.additionalProperties === 'object') members.push(['*', schema.additionalProperties])
  if (members.length === 0) return []
  const valid = sampleOf({ ...schema, type: 'object' }, schemas) as object
  return members.flatMap(([member, part]) =>
    deeper(part).map((one) => ({
      ...one,
      path: `.${member}${one.path}`,
      holding: (value) => ({ ...valid, [member === '*' ? 'ANY' : member]: one.holding(value) }),
    })),
  )
}
