// Opens a sheet of a spreadsheet (XLSX) for reading, row by row; formulas by the value that was saved with them.

import { isThousandsOrNot } from '../../../engine/values/reading.ts'
import { MAX_CELL } from '../../../engine/values/value-size.ts'
import { cutText } from '../../../kernel/cut-text.ts'
import { refuse, refuseField } from '../../../kernel/errors.ts'
import { columnNames, findHeader } from './dialect.logic.ts'
import { MAX_COLUMNS, type TableFile, type TableOptions } from './table-file.ts'
import { fillMerged, mergedGroups, readMergedCells } from './xlsx-merges.reads.ts'
import { readSharedTexts, readSpreadsheet, type Sheet, type Spreadsheet } from './xlsx-parts.reads.ts'
import { columnOf, numberText, soundText, unescapeText } from './xlsx-values.logic.ts'
import { readXml } from './xml-stream.logic.ts'
import { type Archive, openArchive, type RandomBytes } from './zip-archive.reads.ts'

interface SheetRow {
  line: number
  /** Text, and numbers that as text could mean others. */
  fields: (string | number)[]
}

const SAMPLE = 1000
/** What the cells of a sheet may say altogether, in characters: shared texts stand once in the file, and cost each time they are named. */
const TEXT_FREE = 64_000_000
const TEXT_A_BYTE = 250

/** Refuses (422) what is no spreadsheet, damaged, or made to burst, and a sheet that is not there. */
export async function openXlsxFile(bytes: RandomBytes, how: TableOptions): Promise<TableFile> {
  const archive = await openArchive(bytes)
  const book = await readSpreadsheet(archive)
  const named = book.sheets.filter(({ name }) => name === how.sheet).slice(0, 1)
  if (how.sheet !== undefined && named.length === 0)
    refuseField(['options', 'sheet'], 'value_error', 'The spreadsheet has no such sheet', how.sheet)
  const shown = book.sheets.filter(({ hidden }) => !hidden)
  const wanted = how.sheet !== undefined ? named : shown.length > 0 ? shown : book.sheets
  const texts = await readSharedTexts(archive)
  const { sheet, groups, head, isWhole, missed, merged } = await firstFilled(archive, wanted, book, texts)
  const {
    skip_rows,
    header,
    rows: headerRows,
    names: first,
  } = findHeader(head.slice(0, SAMPLE), how, (upper, lower) =>
    lower.line === upper.line + 1 ? mergedGroups(upper, merged) : null,
  )
  const before = skip_rows + headerRows
  const sample = head.slice(before, SAMPLE)
  const width = first?.length ?? Math.max(0, ...sample.map(({ fields }) => fields.length))
  if (width > MAX_COLUMNS) refuse('too_large', `The sheet has ${width} columns; at most ${MAX_COLUMNS} can be imported`)
  return {
    format: 'xlsx',
    delimiter: null,
    header,
    skip_rows,
    sheets: book.sheets.map(({ name, hidden }) => ({ name, hidden })),
    sheet: sheet.name,
    names: columnNames(first, width),
    sample,
    async *rows() {
      try {
        yield head.splice(0).slice(before)
        if (!isWhole) yield* groups
      } finally {
        archive.close()
      }
    },
    encoding: 'utf-8',
    hadNul: false,
    replaced: false,
    get uncomputed() {
      return missed.formulas
    },
    get merged() {
      return missed.merged
    },
  }
}

/** The first sheet that has rows, with its beginning; the first of all when none has. */
async function firstFilled(archive: Archive, sheets: readonly Sheet[], book: Spreadsheet, texts: readonly string[]) {
  const looked = []
  for (const sheet of sheets) {
    const missed = { formulas: 0, merged: 0 }
    const merged = await readMergedCells(archive, sheet.part)
    const groups = fillMerged(sheetRows(archive, sheet.part, book, texts, missed), merged, missed)
    const head: SheetRow[] = []
    let isWhole = false
    while (head.length <= SAMPLE && !isWhole) {
      const { done, value } = await groups.next()
      if (done) isWhole = true
      else head.push(...value)
    }
    const found = { sheet, groups, head, isWhole, missed, merged }
    if (head.length > 0) return found
    looked.push(found)
  }
  const [first] = looked
  if (first === undefined) throw new Error('a spreadsheet without sheets was let through')
  return first
}

async function* sheetRows(
  archive: Archive,
  part: string,
  { kinds, from1904 }: Spreadsheet,
  texts: readonly string[],
  missed: { formulas: number },
): AsyncGenerator<SheetRow[]> {
  let done: SheetRow[] = []
  let line = 0
  let fields: (string | number)[] = []
  let column = 0
  let type = 'n'
  let style = 0
  let value = ''
  let takes = false
  let isInline = false
  let phonetic = false
  let hasFormula = false
  let hasValue = false

  function cellValue(): string | number {
    switch (type) {
      case 's':
        return texts[Number(value)] ?? ''
      case 'b':
        return value.trim() === '1' ? 'true' : 'false'
      case 'e':
        // #REF!, #N/A: there is no value.
        return ''
      case 'str':
      case 'inlineStr':
        return soundText(unescapeText(value))
      case 'd':
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
      default: {
        if (value === '') return ''
        const kind = kinds[style] ?? 'number'
        const text = numberText(value, kind, from1904)
        return kind === 'number' && isThousandsOrNot(text) ? Number(text) : text
      }
    }
  }

  const most = TEXT_FREE + archive.size * TEXT_A_BYTE
  let said = 0

  const pieces = readXml(await archive.open(part), {
    open(name, attributes) {
      switch (name) {
        case 'row': {
          const number = Number(attributes.r)
          line = Number.isSafeInteger(number) && number > line ? number : line + 1
          fields = []
          column = -1
          break
        }
        case 'c':
          column = columnOf(attributes.r ?? '') ?? column + 1
          type = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          value = ''
          hasFormula = false
          hasValue = false
          break
        case 'f':
          hasFormula = true
          break
        case 'v':
          takes = true
          hasValue = true
          break
        case 'is':
          isInline = true
          break
        case 'rPh':
          phonetic = true
          break
        case 't':
          takes = isInline && !phonetic
          break
        default:
      }
    },
    text(more) {
      // One too long for a cell is refused with its row; the rest of it tells nothing more.
      if (takes && value.length <= MAX_CELL) value += cutText(more, MAX_CELL + 2)
    },
    close(name) {
      if (name === 'v' || name === 't') takes = false
      else if (name === 'is') isInline = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'c') {
        // Programs that write spreadsheets leave the results to the one that opens them next.
        if (hasFormula && (!hasValue || (value === '' && type !== 'str'))) missed.formulas++
        const text = cellValue()
        if (text === '' || column >= 16_384) return
        while (fields.length < column) fields.push('')
        fields[column] = text
        said += String(text).length
        if (said > most)
          refuseField(
            ['file'],
            'too_large',
            'The cells of the sheet repeat more text than can be read. Save it as CSV and import that.',
          )
      } else if (name === 'row' && fields.length > 0) done.push({ line, fields })
    },
  })
  for await (const _ of pieces) {
    if (done.length === 0) continue
    yield done
    done = []
  }
}
