// List answers: items, an opaque cursor for the next page, and the reading of both from a request.
import { createHash } from 'node:crypto'
import { type TSchema, Type } from 'typebox'
import { type FieldError, Refusal } from '../../kernel/errors.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500

/** The two query members of every list. */
export const PageQuery = {
  limit: Type.Integer({ default: DEFAULT_LIMIT, minimum: 1, maximum: MAX_LIMIT, description: 'Items on a page.' }),
  cursor: Type.Optional(
    Type.String({ maxLength: 1000, description: 'The `next_cursor` of the page before; the first page without it.' }),
  ),
}

const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Cursor for the next page; null on the last.',
})

/** `{items, next_cursor}`; give it the name of the component, for example `WorkbookList`. */
export function listOf<T extends TSchema>(item: T, name: string) {
  return Type.Object({ items: Type.Array(item), next_cursor: nextCursor }, { $id: name })
}

/** The same with `total`, for lists whose size is known cheaply and truly. */
export function countedListOf<T extends TSchema>(item: T, name: string) {
  const total = Type.Integer({ minimum: 0 })
  return Type.Object({ items: Type.Array(item), next_cursor: nextCursor, total }, { $id: name })
}

/** The sort values of the last item; opaque for callers, who must not be able to build on what is inside. */
export type Position = readonly (string | number | null)[]

/** `list` names the list and its order, for example `leads by score`: a cursor of another one is refused. */
export function encodeCursor(list: string, position: Position): string {
  const bytes = Buffer.from(JSON.stringify(position))
  return Buffer.concat([sealOf(list, bytes), bytes]).toString('base64url')
}

/** The position in a cursor; undefined without one. Refuses with 422 what this list did not give out. */
export function decodeCursor(
  list: string,
  cursor: string | undefined,
  where: 'query' | 'body' = 'query',
): Position | undefined {
  if (cursor === undefined || cursor === '') return undefined
  const all = Buffer.from(cursor, 'base64url')
  const bytes = all.subarray(SEAL_BYTES)
  // Decoding skips strange characters, so the text is compared too.
  if (all.toString('base64url') !== cursor || !all.subarray(0, SEAL_BYTES).equals(sealOf(list, bytes))) {
    throw badCursor(cursor, where)
  }
  return JSON.parse(bytes.toString('utf8')) as Position
}

/**
 * One page of `limit` from rows that were read with `limit + 1`: the extra row tells that there is more.
 * `positionOf` gives the sort values of a row.
 */
export function pageOf<R>(list: string, rows: readonly R[], limit: number, positionOf: (row: R) => Position) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next_cursor = rows.length > limit && last !== undefined ? encodeCursor(list, positionOf(last)) : null
  return { items, next_cursor }
}

const SEAL_BYTES = 6

// Notices what was cut, changed or belongs elsewhere. It is no secret: a cursor holds nothing that its caller did not
// see, and its values reach the database as parameters within the caller's own workspace.
function sealOf(list: string, bytes: Buffer): Buffer {
  return createHash('sha256').update(`cursor 1 ${list}\0`).update(bytes).digest().subarray(0, SEAL_BYTES)
}

function badCursor(cursor: string, where: string): Refusal {
  const field: FieldError = {
    type: 'value_error',
    loc: [where, 'cursor'],
    msg: 'Value error, the cursor is not one that this list gave out',
    input: cursor,
    ctx: { error: {} },
  }
  return new Refusal('invalid', field.msg, { fields: [field] })
}
