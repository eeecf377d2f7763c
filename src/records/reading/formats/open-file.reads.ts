// Opens a file of any format for reading: what it is shows in its first bytes, not in its name.
import { type CleanTable, cleanTable } from './clean-table.ts'
import { openCsvFile } from './csv-file.reads.ts'
import { jsonShape, openJsonLines, openJsonList } from './json-file.reads.ts'
import type { Format, TableOptions } from './table-file.ts'
import { openXlsxFile } from './xlsx-file.reads.ts'
import type { RandomBytes } from './zip-archive.reads.ts'

/** Enough to know a format by; pieces of a body may be as small as the sender likes. */
const HEAD_BYTES = 64 * 1024

/** What a stream holds, and the stream with its head put back. */
export async function peek(
  source: AsyncIterable<Buffer>,
): Promise<{ format: Format; bytes: AsyncGenerator<Buffer, void, undefined> }> {
  const rest = source[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  let isWhole = false
  for (let size = 0; size < HEAD_BYTES && !isWhole; ) {
    const { value, done } = await rest.next()
    if (done) isWhole = true
    else size += parts[parts.push(value) - 1]?.length ?? 0
  }
  const head = Buffer.concat(parts)
  async function* whole() {
    if (head.length > 0) yield head
    while (!isWhole) {
      const next = await rest.next()
      if (next.done) return
      yield next.value as Buffer
    }
  }
  return { format: formatOf(head), bytes: whole() }
}

function formatOf(head: Buffer): Format {
  if (head.toString('latin1', 0, 4) === 'PK\u0003\u0004') return 'xlsx'
  return jsonShape(head) ?? 'csv'
}

/** Opens what can be read as it comes; a spreadsheet has its contents at its end and cannot. */
export async function openStream(
  format: Exclude<Format, 'xlsx'>,
  bytes: AsyncIterable<Buffer>,
  how: TableOptions,
  strict: boolean,
): Promise<CleanTable> {
  if (format === 'jsonl') return cleanTable(await openJsonLines(bytes, how), how)
  return cleanTable(await (format === 'json' ? openJsonList(bytes, how) : openCsvFile(bytes, how, strict)), how)
}

/** Opens a file that is stored. */
export async function openStored(bytes: RandomBytes, how: TableOptions, strict: boolean): Promise<CleanTable> {
  const { format, bytes: stream } = await peek(bytes.range(0, bytes.size))
  return format === 'xlsx' ? cleanTable(await openXlsxFile(bytes, how), how) : openStream(format, stream, how, strict)
}
