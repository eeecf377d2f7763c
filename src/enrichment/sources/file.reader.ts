// A table at an address as a source: fetched once by a run, kept while it goes on, and read in a thread of its own.
import { Refusal } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import { conditionsOf, isWebPage, UNCHANGED, validatorsOf } from '../../providers/sources/read-page.ts'
import type {
  RejectedRecord,
  SourceFailure,
  SourcePage,
  SourceRecord,
  Validators,
} from '../../providers/sources/source.ts'
import { openStore, readStored } from '../../records/files/stored-file.ts'
import { type RemoteFile, readRows, sourceOf } from '../../records/imports/reader/read-file.ts'
import type { FileRecord } from '../../records/reading/formats/table-file.ts'
import type { OpenReader } from './source-reader.ts'

export const MAX_FILE_BYTES = 64 * 1024 * 1024
const FETCH_MS = 120_000
const PAGE = 1000

const final = (failure: string): SourceFailure => ({ failure: failure.replace(/\.$/, ''), is_final: true })

export const fileReader: OpenReader = ({ database, client }, workspaceId, { settings, kept_as, validators }) => {
  let found: Validators = {}
  let open: { file: RemoteFile; rows: AsyncGenerator<FileRecord[]>; row: number; left: FileRecord[] } | undefined

  async function bytes(
    at: Json | null,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Buffer> | SourceFailure | typeof UNCHANGED> {
    if (kept_as !== null && at !== null) {
      const stored = readStored(database, workspaceId, kept_as)
      const first = await stored.next()
      if (!first.done) return prefixed(first.value, stored)
    }
    const conditions = at === null ? conditionsOf(validators) : {}
    const got = await fetchFile(client, String(settings.url), conditions, signal)
    if ('failure' in got || 'is_unchanged' in got) return got
    found = got.validators
    if (kept_as !== null) {
      const store = openStore(database, workspaceId, kept_as)
      await store.write(got.body)
      await store.end()
    }
    return only(got.body)
  }

  async function begin(at: Json | null, signal: AbortSignal): Promise<SourceFailure | typeof UNCHANGED | undefined> {
    const source = await bytes(at, signal)
    if ('failure' in source || 'is_unchanged' in source) return source
    const how = {
      delimiter: (settings.delimiter as string | undefined) || undefined,
      sheet: (settings.sheet as string | undefined) || undefined,
    }
    const file = await readRows(workspaceId, await sourceOf(source), how, false)
    open = { file, rows: file.rows(), row: 0, left: [] }
    const behind = rowOf(at)
    while (open.row < behind) {
      const passed = await take(open, Math.min(PAGE, behind - open.row))
      if (passed.length === 0) break
    }
    return undefined
  }

  return {
    async read(at, signal): Promise<SourcePage | SourceFailure> {
      try {
        if (!open || open.row !== rowOf(at)) {
          open?.file.close()
          const failed = await begin(at, signal)
          if (failed) return failed
        }
        if (!open) return final('The file could not be opened')
        const rows = await take(open, PAGE)
        const { names } = open.file
        const idAt = settings.id_field ? names.indexOf(String(settings.id_field)) : -1
        if (settings.id_field && idAt === -1)
          return final(`The file has no column "${settings.id_field}". It has ${names.slice(0, 20).join(', ')}`)
        return { ...pageOf(rows, names, idAt, rows.length < PAGE ? null : { row: open.row }), validators: found }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Refusal && error.code === 'unavailable') return { failure: error.message, wait_ms: 5_000 }
        if (error instanceof Refusal) return final(error.message)
        throw error
      }
    },
    close: () => open?.file.close(),
  }
}

const rowOf = (at: Json | null) => (at === null ? 0 : Number((at as { row?: number }).row ?? 0))

async function take(
  open: { rows: AsyncGenerator<FileRecord[]>; row: number; left: FileRecord[] },
  count: number,
): Promise<FileRecord[]> {
  while (open.left.length < count) {
    const { done, value } = await open.rows.next()
    if (done) break
    open.left.push(...value)
  }
  const taken = open.left.splice(0, count)
  open.row += taken.length
  return taken
}

function pageOf(rows: readonly FileRecord[], names: readonly string[], idAt: number, next: Json | null): SourcePage {
  const records: SourceRecord[] = []
  const rejected: RejectedRecord[] = []
  let unknown = 0
  for (const { line, fields, fault } of rows) {
    if (fields.every((field) => field === null || field === '')) continue
    const values = Object.fromEntries(names.map((name, index) => [name, fields[index] ?? null]))
    const id = idAt === -1 ? '' : String(fields[idAt] ?? '').trim()
    const isFaulty = fault !== undefined || fields.length > names.length
    if (id === '' && (isFaulty || idAt !== -1)) unknown += 1
    if (isFaulty)
      rejected.push({ record_id: id || `line ${line}`, reason: fault ?? 'It has more values than columns', values })
    else if (idAt !== -1 && id === '') rejected.push({ record_id: `line ${line}`, reason: 'Its id is blank', values })
    else records.push({ record_id: id, values })
  }
  const unread = `${unknown} ${unknown === 1 ? 'line has' : 'lines have'} no readable id`
  return { records, rejected, next, fields: names, ...(unknown > 0 && { unread }) }
}

/** The whole body, or why there is none. A body beyond the cap is cut off while it arrives. */
async function fetchFile(
  client: Pick<HttpClient, 'request'>,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ body: Buffer; validators: Validators } | SourceFailure | typeof UNCHANGED> {
  const got = await client.request({ url, headers, max_bytes: MAX_FILE_BYTES, timeout_ms: FETCH_MS }, signal)
  if (!got.ok) {
    const { kind, message } = got.failure
    if (kind === 'too_large') return final('The file is larger than 64 MiB. Nothing of it was stored')
    return { failure: message, is_final: kind === 'blocked' || kind === 'bad_request' }
  }
  const { status, headers: told, body } = got
  if (status === 304) return UNCHANGED
  if (status === 429 || status === 503) return { failure: `The address answered ${status}`, wait_ms: 30_000 }
  if (status >= 400) return { failure: `The address answered ${status}`, is_final: status < 500 }
  if (body.length === 0) return final('The file is empty')
  if (/^text\/html\b/i.test(told['content-type'] ?? '') || isWebPage(body.toString('latin1', 0, 2_000)))
    return final('A web page is at this address, not a file. Use the address of the download itself')
  return { body, validators: validatorsOf(told) }
}

async function* only(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}

async function* prefixed(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
