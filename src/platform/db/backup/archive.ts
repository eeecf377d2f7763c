// The form of a backup: one gzip stream of framed parts, header first, that ends with counts and a digest over all before.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '../../start-error.ts'
import type { AppliedMigration } from '../migration-files.ts'

/** Raised when an older release could not read what this one writes. */
export const ARCHIVE_FORMAT = 1

export interface ArchiveHeader {
  product: 'millrace'
  format: number
  /** Version of the program that made it. */
  version: string
  made_at: string
  /** Version of the server it was read from. */
  postgres: string
  /** Those the tables were made by. */
  migrations: AppliedMigration[]
}

/** The parts of a backup in their order: the header, each table with its data, the sequences. */
export type ArchivePart =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'table'; name: string; columns: string[] }
  /** A piece of the table's rows as COPY writes them in text form; cut anywhere. */
  | { kind: 'data'; bytes: Buffer }
  | { kind: 'table_end'; rows: number }
  | { kind: 'sequence'; name: string; last_value: string; is_called: boolean }

const MAGIC = Buffer.from('MILLRACE BACKUP\n')
const DATA = 0x44
const JSON_PART = 0x4a
const END = 0x5a
const HEAD_BYTES = 5
/** Nothing we write comes near it; a length beyond is damage and must not become an allocation. */
const MOST_BYTES = 64 * 1024 * 1024

/** The bytes of a backup; memory stays flat however long it is. */
export function writeArchive(parts: AsyncIterable<ArchivePart>): Readable {
  const gzip = createGzip({ chunkSize: 256 * 1024 })
  // An error of either end reaches the reader of the returned stream.
  return pipeline(Readable.from(frames(parts), { objectMode: false }), gzip, () => {})
}

async function* frames(parts: AsyncIterable<ArchivePart>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let tables = 0
  let rows = 0
  let isFirst = true
  for await (const part of parts) {
    // Not before there is something to say: the first byte tells that the snapshot was taken.
    if (isFirst) yield MAGIC
    isFirst = false
    if (part.kind === 'table') tables += 1
    if (part.kind === 'table_end') rows += part.rows
    const frame = part.kind === 'data' ? frameOf(DATA, part.bytes) : frameOf(JSON_PART, bytesOf(part))
    digest.update(frame)
    yield frame
  }
  yield frameOf(END, bytesOf({ tables, rows, sha256: digest.digest('hex') }))
}

const bytesOf = (value: object) => Buffer.from(JSON.stringify(value))

function frameOf(kind: number, payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + payload.length)
  frame[0] = kind
  frame.writeUInt32BE(payload.length, 1)
  payload.copy(frame, HEAD_BYTES)
  return frame
}

/**
 * The parts of a backup. It is whole only when the last one was handed out without an error: the digest stands at the end.
 * @throws StartError for what is no backup, cut short or damaged.
 */
export async function* readArchive(source: Readable): AsyncGenerator<ArchivePart> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  pipeline(source, gunzip, () => {})
  try {
    yield* partsOf(takeFrom(gunzip))
  } catch (error) {
    throw explained(error)
  }
}

async function* partsOf(take: (bytes: number) => Promise<Buffer>): AsyncGenerator<ArchivePart> {
  if (!(await take(MAGIC.length)).equals(MAGIC)) throw new StartError('This is no backup of Millrace.')
  const digest = createHash('sha256')
  let tables = 0
  let rows = 0
  for (;;) {
    const head = await take(HEAD_BYTES)
    const length = head.readUInt32BE(1)
    if (length > MOST_BYTES) throw damaged()
    const payload = await take(length)
    if (head.length + payload.length < HEAD_BYTES + length) throw cutShort()
    if (head[0] === END) {
      const end = parsed(payload)
      if (end.tables !== tables || end.rows !== rows || end.sha256 !== digest.digest('hex')) throw damaged()
      if ((await take(1)).length > 0) throw damaged()
      return
    }
    digest.update(head).update(payload)
    const part =
      head[0] === DATA ? { kind: 'data' as const, bytes: payload } : (parsed(payload) as unknown as ArchivePart)
    if (part.kind === 'table') tables += 1
    if (part.kind === 'table_end') rows += part.rows
    yield part
  }
}

/** Hands out exactly so many bytes; fewer only at the end. */
function takeFrom(stream: Readable): (bytes: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let waiting: Buffer[] = []
  let size = 0
  return async (bytes) => {
    while (size < bytes) {
      const { value, done } = await chunks.next()
      if (done) break
      waiting.push(value)
      size += value.length
    }
    const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting)
    const taken = all.subarray(0, bytes)
    waiting = [all.subarray(taken.length)]
    size = all.length - taken.length
    return taken
  }
}

function parsed(payload: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    throw damaged()
  }
}

const damaged = () => new StartError('The backup is damaged: what is in it is not what was written. Take another copy.')
const cutShort = () => new StartError('The backup is cut short: its end is missing. Take another copy.')

function explained(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'Z_BUF_ERROR' || /unexpected end of file/.test(message ?? '')) return cutShort()
  if (code === 'Z_DATA_ERROR' && /header check/.test(message ?? ''))
    return new StartError('This is no backup of Millrace.')
  return code?.startsWith('Z_') ? damaged() : error
}
