// No refusal of any request of the API is shown by the path of its place.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemOf } from './problem.ts'

interface Shape {
  $ref?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  const?: unknown
}
interface Operation {
  requestBody?: { content?: Record<string, { schema?: Shape }> }
}

const description = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Shape> }
}
const DEEPEST = 6
const resolved = ({ $ref, ...shape }: Shape): Shape =>
  $ref === undefined ? shape : (description.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})

/** The places within a shape, as the validator names them: the number of an item, and the kind that tells a union apart. */
function placesIn(given: Shape, at: (string | number)[]): (string | number)[][] {
  if (at.length > DEEPEST) return []
  const shape = resolved(given)
  const branches = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].map(resolved)
  const tagOf = (branch: Shape) => branch.properties?.kind?.const ?? branch.properties?.type?.const
  return [
    at,
    ...Object.entries(shape.properties ?? {}).flatMap(([name, member]) => placesIn(member, [...at, name])),
    ...(shape.items ? placesIn(shape.items, [...at, 0]) : []),
    ...(shape.allOf ?? []).flatMap((part) => placesIn(part, at)),
    ...branches.flatMap((branch) => {
      const tag = branches.length > 1 ? tagOf(branch) : undefined
      return placesIn(branch, typeof tag === 'string' ? [...at, tag] : at)
    }),
  ]
}

const bodies = Object.values(description.paths).flatMap((operations) =>
  Object.values(operations).flatMap(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? []),
  ),
)
const places = new Map(bodies.flatMap((body) => placesIn(body, ['body'])).map((loc) => [loc.join('.'), loc]))

test('each place that the server can refuse is said in words', () => {
  expect(places.size).toBeGreaterThan(1_000)
  const shownAsPaths = [...places.values()].flatMap((loc) => {
    const { message } = problemOf(422, { detail: [{ loc, type: 'missing', msg: 'Field required' }] })
    return /[_.]\w|\d\.|[{}[\]]/.test(message) ? [`${loc.join('.')}: ${message}`] : []
  })
  expect(shownAsPaths).toEqual([])
})
