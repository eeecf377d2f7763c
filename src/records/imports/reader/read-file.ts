// Reads an uploaded file in a thread of its own: its rows in groups, a preview of it, or a body of JSON rows.
import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { Refusal, refuse } from '../../../kernel/errors.ts'
import { peek } from '../../reading/formats/open-file.reads.ts'
import type { FileRecord, Format, TableOptions } from '../../reading/formats/table-file.ts'
import type { RandomBytes } from '../../reading/formats/zip-archive.reads.ts'
import type { DuplicateKey } from '../../store/identity.logic.ts'
import type { ImportPreview } from '../import-record.schema.ts'
import type { LeadImportOptions, LeadsPreview } from '../lead-transfer.schema.ts'
import type { FromReader, OpenedFile, ReaderTask, ReadingState, ToReader } from './reader-messages.ts'
import { takeReader } from './readers.ts'

/** A file as a stream of bytes, or as bytes that can be read at any position. */
export type Source = { format: Exclude<Format, 'xlsx'>; bytes: AsyncIterable<Buffer> } | RandomBytes

/** A file whose rows are read elsewhere. */
export interface RemoteFile extends OpenedFile, Omit<ReadingState, 'names'> {
  readonly names: readonly string[]
  /** Read once. Leaving the loop early ends the reader. */
  rows(): AsyncGenerator<FileRecord[]>
  /** Ends the reader without reading the rows. */
  close(): void
}

/** Milliseconds until the thread must report its start, which does not depend on the file. */
const MOST_START = 120_000
/** Milliseconds of computing without a message, and in total: reading a gigabyte takes a few minutes. */
const MOST_SILENT = 20_000
const MOST_BUSY = 15 * 60_000
/** Milliseconds until the consumer must take what was read; then the reader is released. */
const MOST_UNTAKEN = 15 * 60_000
const MAX_HELD = 64 * 1024 * 1024

/** An upload as a source. Of these formats it is held whole: a spreadsheet has its contents at its end, and others may be read twice. */
export async function sourceOf(upload: AsyncIterable<Buffer>, whole: readonly Format[] = ['xlsx']): Promise<Source> {
  const { format, bytes } = await peek(upload)
  if (format !== 'xlsx' && !whole.includes(format)) return { format, bytes }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of bytes) {
    parts.push(part)
    size += part.length
    if (size > MAX_HELD) {
      const what = format === 'xlsx' ? 'A spreadsheet' : 'A JSON file'
      refuse('too_large', `${what} of more than 64 MiB cannot be read here. Save it as CSV, which has no limit.`)
    }
  }
  const content = Buffer.concat(parts)
  async function* range(from: number, to: number) {
    yield content.subarray(from, to)
  }
  return { size, range }
}

/** `strict` refuses bytes that are not of the encoding. */
export async function readRows(owner: string, source: Source, how: TableOptions, strict: boolean): Promise<RemoteFile> {
  const reading = await ask(owner, source, { kind: 'rows', how: plainHow(how), strict })
  const first = await reading.next()
  if (first?.type !== 'opened') throw new Error('the reader did not open the file')
  let state: ReadingState = first.reading
  let names = first.reading.names ?? []
  const know = (now: ReadingState | null) => {
    if (now) state = now
    if (now?.names) names = now.names
  }
  return {
    ...first.opened,
    get names() {
      return names
    },
    get encoding() {
      return state.encoding
    },
    get hadNul() {
      return state.hadNul
    },
    get replaced() {
      return state.replaced
    },
    async *rows() {
      try {
        for (;;) {
          const message = await reading.next()
          if (message.type === 'done') return know(message.reading)
          if (message.type !== 'rows') throw new Error('the reader said something else than rows')
          know(message.reading)
          yield message.records
        }
      } finally {
        reading.close()
      }
    },
    close: reading.close,
  }
}

/** The preview, and the names of all columns once all rows were read. */
export async function readPreview(
  owner: string,
  source: Source,
  how: TableOptions,
  { existing, identity }: { existing: readonly ColumnConfig[]; identity: DuplicateKey | null },
): Promise<{ preview: Omit<ImportPreview, 'import_id'>; names: string[] }> {
  const { result, reading } = await whole(owner, source, {
    kind: 'preview',
    how: { ...plainHow(how), identical_rows: 'count' },
    strict: false,
    existing,
    identity,
  })
  return { preview: result as Omit<ImportPreview, 'import_id'>, names: reading?.names ?? [] }
}

export async function readLeadPreview(
  owner: string,
  source: Source,
  options: LeadImportOptions,
): Promise<LeadsPreview> {
  return (await whole(owner, source, { kind: 'lead_preview', options })).result as LeadsPreview
}

/** `{rows, options}`: the rows as the text of a list of objects. */
export async function readRowsBody(owner: string, body: Readable): Promise<{ rows: Buffer; options: unknown }> {
  const { result } = await whole(owner, { format: 'json', bytes: body }, { kind: 'rows_body' })
  const { rows, options } = result as { rows: Uint8Array; options: unknown }
  return { rows: Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength), options }
}

function plainHow(how: TableOptions): TableOptions {
  const { encoding, delimiter, header, skip_rows, sheet, names, blank_words, trim, identical_rows } = how
  return { encoding, delimiter, header, skip_rows, sheet, names, blank_words, trim, identical_rows }
}

async function whole(owner: string, source: Source, task: ReaderTask) {
  const reading = await ask(owner, source, task)
  try {
    const message = await reading.next()
    if (message.type !== 'done') throw new Error('the reader did not answer')
    return message
  } finally {
    reading.close()
  }
}

type Answer = Extract<FromReader, { type: 'opened' | 'rows' | 'done' }>

interface Exchange {
  /** Returns the next message of the reader; throws its refusal of the file. */
  next(): Promise<Answer>
  /** Ends it, if it has not ended. */
  close(): void
}

let turns = 0

async function ask(owner: string, source: Source, task: ReaderTask): Promise<Exchange> {
  const { worker, release } = await takeReader(owner)
  const turnNumber = ++turns
  const heard: Answer[] = []
  let failure: Error | undefined
  let ended = false
  let wake = () => {}
  // The thread is computing unless it waits for bytes or for the consumer.
  let pulls = 0
  let untaken = 0
  let isStarted = false
  let since = performance.now()
  let busy = 0
  const streams = new Map<number, AsyncIterator<Buffer>>()

  const end = (error?: Error, isFree = false) => {
    if (ended) return
    ended = true
    failure ??= error
    clearInterval(watch)
    release(isFree)
    for (const stream of streams.values()) void leave(stream)
    wake()
  }
  const watch = setInterval(() => {
    const passed = performance.now() - since
    if (!isStarted) {
      if (passed > MOST_START) end(new Error('the reader of the file did not start'))
    } else if (pulls === 0 && untaken < 2) {
      if (passed > MOST_SILENT || busy + passed > MOST_BUSY) end(tooLong())
    } else if (passed > MOST_UNTAKEN) end(new Error('a file that was opened was not read'))
  }, 1000).unref()
  const say = (message: ToReader, bytes?: Uint8Array) => {
    if (!ended) worker.postMessage(message, bytes ? [bytes.buffer as ArrayBuffer] : [])
  }

  async function pull(stream: number, from: number, to: number): Promise<void> {
    pulls++
    try {
      let bytes = streams.get(stream)
      if (!bytes) {
        bytes = ('size' in source ? source.range(from, to) : source.bytes)[Symbol.asyncIterator]()
        streams.set(stream, bytes)
      }
      const { done, value } = await bytes.next()
      // Copied, because transferring a slice of a pooled buffer would transfer the whole pool.
      const copy = done ? null : new Uint8Array(value)
      say({ type: 'bytes', stream, bytes: copy }, copy ?? undefined)
    } catch (error) {
      end(error as Error)
    } finally {
      pulls--
      since = performance.now()
    }
  }

  worker.on('message', (message: FromReader) => {
    if (ended || message.turn !== turnNumber) return
    const now = performance.now()
    if (isStarted && pulls === 0 && untaken < 2) busy += now - since
    isStarted = true
    since = now
    if (message.type === 'pull') return void pull(message.stream, message.from, message.to)
    if (message.type === 'leave') {
      const stream = streams.get(message.stream)
      streams.delete(message.stream)
      return void (stream && leave(stream))
    }
    if (message.type === 'refused')
      return end(new Refusal(message.code, message.message, message.fields ? { fields: message.fields } : {}), true)
    if (message.type === 'failed') return end(Object.assign(new Error(message.message), { stack: message.stack }))
    heard.push(message)
    if (message.type === 'rows') untaken++
    if (message.type === 'done') end(undefined, true)
    wake()
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
  )
  worker.on('exit', () => end(new Error('the reader of the file ended')))
  const { format, size } = 'size' in source ? { format: 'xlsx' as const, size: source.size } : { ...source, size: null }
  worker.postMessage({ type: 'begin', turn: turnNumber, task, source: { format, size } } satisfies ToReader)

  return {
    async next() {
      for (;;) {
        const message = heard.shift()
        if (message) {
          if (message.type === 'rows') {
            untaken--
            since = performance.now()
            say({ type: 'next' })
            // Yields between queued messages, so that other work of the process continues.
            await turn()
          }
          return message
        }
        if (failure) throw failure
        if (ended) throw new Error('the reader has said all')
        await new Promise<void>((go) => {
          wake = go
        })
      }
    },
    close: () => end(),
  }
}

async function leave(stream: AsyncIterator<Buffer>): Promise<void> {
  // A failed stream was reported where it was read.
  await stream.return?.().catch(() => {})
}

function tooMuch(): Refusal {
  return new Refusal('too_large', 'Reading this file takes more memory than one file may. Import it in parts, as CSV.')
}

function tooLong(): Refusal {
  return new Refusal('too_large', 'Reading this file takes too long. Import it in parts, as CSV.')
}
