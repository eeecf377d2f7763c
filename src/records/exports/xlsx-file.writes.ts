// Writes a spreadsheet (XLSX) as a stream: sheets row by row, as many as the rows need, and one with credits where they are due.
import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { ExportColumn, ExportedRow } from './exported-rows.reads.ts'
import {
  columnLetters,
  MAX_SHEET_ROWS,
  SHEET_END,
  SHEET_HEAD,
  sheetName,
  sheetRow,
  xmlText,
} from './xlsx-text.logic.ts'

export interface SpreadsheetParts {
  name: string
  columns: readonly ExportColumn[]
  rows: AsyncGenerator<ExportedRow[]>
  /** Asked when all rows are written. */
  credits: () => string[]
  /** For the entries of the archive. */
  now: Date
  /** Rows of a sheet with its header; tests have smaller ones. */
  most?: number
}

export function writeSpreadsheet({
  name,
  columns,
  rows,
  credits,
  now,
  most = MAX_SHEET_ROWS,
}: SpreadsheetParts): Readable {
  const zip = new yazl.ZipFile()
  const options = { mtime: now, compressionLevel: 3 }
  const letters = columns.map((_, index) => columnLetters(index))
  const types = columns.map(({ input_type }) => input_type)
  let left: ExportedRow[] = []
  let isOver = false

  async function* sheet() {
    yield `${SHEET_HEAD}${sheetRow(
      1,
      letters,
      columns.map((column) => column.name),
      [],
    )}`
    let number = 1
    while (number < most) {
      if (left.length === 0) {
        const { done, value } = await rows.next()
        if (done) {
          isOver = true
          break
        }
        left = value
        continue
      }
      const some = left.splice(0, most - number)
      yield some.map((values) => sheetRow(++number, letters, values, types)).join('')
    }
    yield SHEET_END
  }

  async function write() {
    const names: string[] = []
    const add = async (title: string, part: AsyncGenerator<string>) => {
      names.push(title)
      const stream = Readable.from(bytesOf(part), { objectMode: false })
      zip.addReadStream(stream, `xl/worksheets/sheet${names.length}.xml`, options)
      await new Promise<void>((done, fail) => {
        stream.once('end', done)
        stream.once('error', fail)
        stream.once('close', () => fail(new Error('the export was broken off')))
      })
    }
    const title = sheetName(name)
    do await add(names.length === 0 ? title : `${title} (${names.length + 1})`, sheet())
    while (!isOver && (left.length > 0 || (await hasMore())))
    const lines = credits()
    if (lines.length > 0) await add('Sources', creditSheet(lines))
    for (const [path, text] of bookParts(names)) zip.addBuffer(Buffer.from(text), path, options)
    zip.end()
  }

  async function hasMore(): Promise<boolean> {
    const { done, value } = await rows.next()
    if (done) return false
    left = value
    return left.length > 0 || hasMore()
  }

  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  write().catch((error: Error) => output.destroy(error))
  output.once('close', () => void rows.return(undefined))
  return output
}

async function* bytesOf(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* creditSheet(lines: readonly string[]): AsyncGenerator<string> {
  yield SHEET_HEAD
  yield ['Sources of the data', ...lines].map((line, index) => sheetRow(index + 1, ['A'], [line], [])).join('')
  yield SHEET_END
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_ML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function bookParts(names: readonly string[]): [string, string][] {
  const each = (write: (number: number, name: string) => string) =>
    names.map((name, index) => write(index + 1, xmlText(name).replaceAll('"', '&quot;'))).join('')
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${SHEET_ML}" xmlns:r="${OFFICE}"><sheets>${each((n, name) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${SHEET_ML}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
