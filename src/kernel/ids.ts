// Identifiers: UUIDv7 for most things, branded so that one kind cannot be passed for another.
import { randomFillSync } from 'node:crypto'
import { validate } from 'uuid'

export type WorkspaceId = string & { readonly __brand: 'WorkspaceId' }

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Bytes of chance in an id. */
const OF_ONE = 10
/** By the block: to ask for the chance of each id takes longer than all the rest of it. */
const chance = new Uint8Array(OF_ONE * 1024)
let used = chance.length
let moment = 0
let time = ''
let count = 0

/**
 * A new time-ordered id (RFC 9562 UUIDv7); ids made later in one process sort later: behind the time stands a number that begins anywhere
 * in each millisecond and counts on. Rows are made by the hundred, and `uuid` takes six times as long.
 */
export function newId(): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  const at = used
  used += OF_ONE
  const byte = (n: number) => chance[at + n] as number
  const now = Date.now()
  if (now > moment || count === 0xffffffff) {
    moment = now > moment ? now : moment + 1
    const hex = moment.toString(16).padStart(12, '0')
    time = `${hex.slice(0, 8)}-${hex.slice(8)}-7`
    // Of its 32 bits the first is left free to count.
    count = (((byte(5) & 0x7f) << 24) | (byte(6) << 16) | (byte(7) << 8) | byte(8)) >>> 0
  } else count++
  const head = (count >>> 28).toString(16) + HEX[(count >>> 20) & 0xff]
  const middle = `${HEX[0x80 | ((count >>> 14) & 0x3f)]}${HEX[(count >>> 6) & 0xff]}`
  const tail = `${HEX[((count & 0x3f) << 2) | (byte(9) & 3)]}${HEX[byte(0)]}${HEX[byte(1)]}${HEX[byte(2)]}${HEX[byte(3)]}${HEX[byte(4)]}`
  return `${time}${head}-${middle}-${tail}`
}

/** The smallest UUIDv7 of that millisecond (RFC 9562). */
export function firstIdOf(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export function isUuid(text: string): boolean {
  return validate(text)
}
