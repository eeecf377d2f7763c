// The thread that reads files: a hostile file stops no other work, and the thread is ended when it takes too much.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { Refusal, refuse, refuseField } from '../../../kernel/errors.ts'
import { faultWords } from '../../../kernel/read-json.ts'
import type { CleanTable } from '../../reading/formats/clean-table.ts'
import { readDocument } from '../../reading/formats/json-file.reads.ts'
import { openStored, openStream } from '../../reading/formats/open-file.reads.ts'
import type { TableFile, TableOptions } from '../../reading/formats/table-file.ts'
import { messagesOf } from '../../reading/record-sizes.logic.ts'
import { readClayExport } from '../clay.logic.ts'
import { fileColumns } from '../file-columns.logic.ts'
import { previewLeads } from '../lead-preview.reads.ts'
import { previewFile } from '../preview.reads.ts'
import type { FromReader, ReaderMessage, ReaderSource, ReaderTask, ReadingState, ToReader } from './reader-messages.ts'

/** Groups that are under way to the other thread: it works on one while the next is read. */
const AHEAD = 3

interface Ask {
  source: ReaderSource
  /** Bytes of the file; without a range those that come next. */
  bytes(from: number, to: number): AsyncGenerator<Buffer>
  send(message: ReaderMessage): void
  /** Waits until another group may be sent. */
  room(): Promise<void>
}

const open = ({ source, bytes }: Ask, how: TableOptions, strict: boolean): Promise<CleanTable> => {
  const { format, size } = source
  if (size !== null) return openStored({ size, range: bytes }, how, strict)
  if (format === 'xlsx') throw new Error('a spreadsheet cannot be read as it comes')
  return openStream(format, bytes(0, 0), how, strict)
}

async function run(task: ReaderTask, ask: Ask): Promise<{ result: unknown; reading: ReadingState | null }> {
  switch (task.kind) {
    case 'rows':
      return { result: null, reading: await sendRows(await open(ask, task.how, task.strict), ask) }
    case 'preview': {
      const file = await open(ask, task.how, task.strict)
      const result = await previewFile(file, task.existing, task.identity, task.how.encoding)
      return { result, reading: readingOf(file) }
    }
    case 'lead_preview': {
      const file = await open(ask, { ...task.options, identical_rows: 'count' }, true)
      return { result: await previewLeads(file, task.options), reading: readingOf(file) }
    }
    case 'rows_body':
      return { result: await readRowsBody(ask.bytes(0, 0)), reading: null }
  }
}

async function sendRows(file: TableFile, { send, room }: Ask): Promise<ReadingState> {
  const columns = fileColumns(file)
  const states = readClayExport(columns)?.states.map(({ index }) => index) ?? []
  const { format, delimiter, header, skip_rows, sheet, sheets } = file
  let known = file.names.length
  const now = (): ReadingState => {
    const names = file.names.length > known ? [...file.names] : null
    known = file.names.length
    return { ...readingOf(file), names }
  }
  const opened = { format, delimiter, header, skip_rows, sheet, sheets, states }
  const reading = { ...readingOf(file), names: [...file.names] }
  send({ type: 'opened', opened: { ...opened, columns: columns.map((one) => ({ ...one, values: [] })) }, reading })
  for await (const group of file.rows())
    for (const records of messagesOf(group, file.names)) {
      await room()
      send({ type: 'rows', records, reading: now() })
    }
  return now()
}

const readingOf = ({ encoding, hadNul, replaced, names }: TableFile): ReadingState => ({
  encoding,
  hadNul,
  replaced,
  names: [...names],
})

const MAX_OPTIONS = 256 * 1024

/** `{rows, options}`: the rows as the bytes of a list of objects, and the options. */
async function readRowsBody(source: AsyncIterable<Buffer>): Promise<{ rows: Uint8Array; options: unknown }> {
  const tooLarge = 'JSON rows of more than 32 MiB cannot be read. Send them as a JSON Lines file.'
  const { value, fault } = await readDocument(source, tooLarge)
  if (fault) return refuseField([], 'json_invalid', `JSON decode error: ${faultWords(fault)}`)
  const { rows, options } = (value ?? {}) as { rows?: unknown; options?: unknown }
  if (!Array.isArray(rows))
    return refuseField(['rows'], rows === undefined ? 'missing' : 'list_type', 'Field required: a list of rows')
  const wrong = rows.findIndex((row) => typeof row !== 'object' || row === null || Array.isArray(row))
  if (wrong !== -1) refuseField(['rows', wrong], 'dict_type', 'Input should be an object such as {"Company": "Acme"}')
  if ((JSON.stringify(options) ?? '').length > MAX_OPTIONS)
    refuse('too_large', 'The options of this import are larger than can be read. Name fewer columns or choices.')
  return { rows: new TextEncoder().encode(JSON.stringify(rows)), options: options ?? {} }
}

/** Takes one task after another from the port. */
export function serveReader(port: MessagePort): void {
  let streams = 0
  let ahead = 0
  let freed = () => {}
  const waiting = new Map<number, (bytes: Uint8Array | null) => void>()

  async function* bytesFor(send: (message: ReaderMessage) => void, from: number, to: number): AsyncGenerator<Buffer> {
    const stream = ++streams
    let ended = false
    try {
      for (;;) {
        const got = await new Promise<Uint8Array | null>((take) => {
          waiting.set(stream, take)
          send({ type: 'pull', stream, from, to })
        })
        if (got === null) break
        yield Buffer.from(got.buffer, got.byteOffset, got.byteLength)
      }
      ended = true
    } finally {
      waiting.delete(stream)
      if (!ended) send({ type: 'leave', stream })
    }
  }

  async function room(): Promise<void> {
    while (ahead >= AHEAD)
      await new Promise<void>((free) => {
        freed = free
      })
    ahead++
  }

  async function answer({ task, source, turn }: Extract<ToReader, { type: 'begin' }>): Promise<void> {
    const send = (message: ReaderMessage) => port.postMessage({ ...message, turn } satisfies FromReader)
    try {
      const bytes = (from: number, to: number) => bytesFor(send, from, to)
      const { result, reading } = await run(task, { source, bytes, send, room })
      send({ type: 'done', result, reading })
    } catch (error) {
      const { message, stack } = error as Error
      if (error instanceof Refusal) send({ type: 'refused', code: error.code, message, fields: error.fields })
      else send({ type: 'failed', message, stack })
    }
  }

  port.on('message', (message: ToReader) => {
    if (message.type === 'bytes') return waiting.get(message.stream)?.(message.bytes)
    if (message.type === 'next') {
      ahead--
      return freed()
    }
    ahead = 0
    waiting.clear()
    void answer(message)
  })
}

if (parentPort) serveReader(parentPort)
