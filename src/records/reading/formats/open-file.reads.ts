// Opens a file of any format for reading: what it is shows in its first bytes, not in its name.
import { openCsvFile } from './csv-file.reads.ts'
import { jsonShape, openJsonLines, openJsonList } from './json-file.reads.ts'
import type { Format, TableFile, TableOptions } from './table-file.ts'
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
export function openStream(
  format: Exclude<Format, 'xlsx'>,
  bytes: AsyncIterable<Buffer>,
  how: TableOptions,
  strict: boolean,
): Promise<TableFile> {
  if (format === 'jsonl') return openJsonLines(bytes, how)
  return format === 'json' ? openJsonList(bytes, how) : openCsvFile(bytes, how, strict)
}

/** Opens a file that is stored. */
export async function openStored(bytes: RandomBytes, how: TableOptions, strict: boolean): Promise<TableFile> {
  const { format, bytes: stream } = await peek(bytes.range(0, bytes.size))
  return format === 'xlsx' ? openXlsxFile(bytes, how) : openStream(format, stream, how, strict)
}
