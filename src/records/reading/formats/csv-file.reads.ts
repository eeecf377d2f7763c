// Opens an uploaded file for reading: encoding, delimiter and header are found in its head, then its rows come in groups.
import { unguardFormula } from '../../../kernel/csv-text.ts'
import { refuse, refuseField } from '../../../kernel/errors.ts'
import { CsvFault, type CsvRecord, openCsvReader } from './csv-reader.logic.ts'
import { columnNames, declaredDelimiter, findHeader, firstRecords, guessDelimiter } from './dialect.logic.ts'
import { EncodingFault, encodingName, knownEncoding, openDecoder } from './encoding.logic.ts'
import { MAX_COLUMNS, type TableFile, type TableOptions } from './table-file.ts'

/** Records that are read before those before them are done with: what is held is short-lived, and costs the least to clear away. */
const AT_ONCE = 250

/** Enough for a thousand usual rows. */
const HEAD_BYTES = 256 * 1024

/**
 * `strict` refuses a file with bytes that are not of its encoding; else they become U+FFFD. Refuses (422) an empty file,
 * one that is no text, an unknown encoding, and (413) one with more than 500 columns.
 */
export async function openCsvFile(
  source: AsyncIterable<Buffer>,
  how: TableOptions,
  strict: boolean,
): Promise<TableFile> {
  const chunks = source[Symbol.asyncIterator]()
  const { head, isWhole } = await readHead(chunks)
  mustBeText(head)
  const decoder = openDecoder(encodingOf(how.encoding), strict)
  let hadNul = false
  let line = 1
  const decode = (bytes: Buffer, isLast: boolean): string => {
    const text = guarded(
      () => decoder.decode(bytes, isLast) + (isLast ? decoder.end() : ''),
      () => line,
    )
    if (!text.includes('\0')) return text
    hadNul = true
    return text.replaceAll('\0', '')
  }
  let first = decode(head, isWhole).replace(/^\ufeff/, '')
  const declared = declaredDelimiter(first)
  if (declared) first = first.slice(declared.length)
  line = declared ? 2 : 1
  const delimiter = how.delimiter ?? declared?.delimiter ?? guessDelimiter(first, isWhole)
  const found = unguarded(firstRecords(first, delimiter, isWhole))
  const { skip_rows, header, rows: headerRows, names } = findHeader(found, how)
  const records = found.slice(skip_rows)
  const faulty = records.slice(0, headerRows).find(({ fault }) => fault !== undefined)
  if (faulty) refuseField(['file'], 'csv_quotes', `Line ${faulty.line}: ${faulty.fault}`)
  const sample = records.slice(headerRows).filter(({ fault }) => fault === undefined)
  const width = names?.length ?? Math.max(0, ...records.map(({ fields }) => fields.length))
  if (width > MAX_COLUMNS) refuse('too_large', `The file has ${width} columns; at most ${MAX_COLUMNS} can be imported`)

  async function* rows(): AsyncGenerator<CsvRecord[]> {
    const reader = openCsvReader(delimiter, line, AT_ONCE)
    let skip = skip_rows + headerRows
    const give = (group: CsvRecord[]) => {
      line = reader.line
      const given = skip > 0 ? group.slice(skip) : group
      skip -= group.length - given.length
      return unguarded(given)
    }
    function* all(first: () => CsvRecord[]): Generator<CsvRecord[]> {
      for (let next = first; ; next = reader.more) {
        const group = guarded(next, () => line)
        yield give(group)
        if (group.length < AT_ONCE) return
      }
    }
    const read = (text: string) => all(() => reader.push(text))
    yield* read(first)
    first = ''
    for (let more = isWhole ? { done: true as const } : await chunks.next(); !more.done; more = await chunks.next())
      yield* read(decode((more as { value: Buffer }).value, false))
    if (!isWhole) yield* read(decode(Buffer.alloc(0), true))
    yield* all(reader.end)
  }

  return {
    format: 'csv',
    delimiter,
    header,
    skip_rows,
    sheets: [],
    sheet: null,
    names: columnNames(names, width),
    sample,
    rows,
    get encoding() {
      return decoder.encoding
    },
    get hadNul() {
      return hadNul
    },
    get replaced() {
      return decoder.replaced
    },
  }
}

/** In place: no value is copied that needs no change. */
function unguarded(records: CsvRecord[]): CsvRecord[] {
  for (const { fields } of records)
    for (let index = 0; index < fields.length; index++) fields[index] = unguardFormula(fields[index] as string)
  return records
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<{ head: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = []
  for (let size = 0; size < HEAD_BYTES; ) {
    const { done, value } = await chunks.next()
    if (done) return { head: Buffer.concat(parts), isWhole: true }
    parts.push(value)
    size += value.length
  }
  return { head: Buffer.concat(parts), isWhole: false }
}

const IMAGE = 'an image'
/** By its first bytes; RIFF is that of WebP. */
const NOT_TEXT: [string, string][] = [
  ['d0cf11e0', 'an old spreadsheet'],
  ['1f8b', 'compressed'],
  ['25504446', 'a PDF document'],
  ['89504e47', IMAGE],
  ['ffd8ff', IMAGE],
  ['47494638', IMAGE],
  ['49492a00', IMAGE],
  ['4d4d002a', IMAGE],
  ['52494646', IMAGE],
]

/** Many programs write such a page and call it `.xls`. */
const MARKUP = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|\?xml|html|table|head|meta|style)\b/i

function mustBeText(head: Buffer): void {
  const start = head.toString('hex', 0, 4)
  const [, known] = NOT_TEXT.find(([magic]) => start.startsWith(magic)) ?? []
  const what =
    known ?? (MARKUP.test(head.toString('latin1', 0, 512)) ? 'a web page or XML, whatever its name' : undefined)
  if (what === undefined) return
  // The table in a picture is in no file that could be saved as another.
  const next = what === IMAGE ? 'Choose the file that the table is in.' : 'Save it as CSV or XLSX and import that.'
  refuseField(['file'], 'not_delimited_text', `The file is ${what}. ${next}`)
}

function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined || label === '') return undefined
  const known = knownEncoding(label)
  return (
    known ??
    refuseField(
      ['options', 'encoding'],
      'value_error',
      'There is no encoding of this name. Use one such as utf-8 or windows-1252.',
      label,
    )
  )
}

function guarded<T>(work: () => T, lineNow: () => number): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof CsvFault) refuseField(['file'], 'csv_quotes', `Line ${error.line}: ${error.message}`)
    if (error instanceof EncodingFault)
      refuseField(
        ['options', 'encoding'],
        'encoding',
        `After line ${lineNow()} the file has bytes that are not ${encodingName(error.encoding)}. Choose the encoding it was saved in.`,
      )
    throw error
  }
}
