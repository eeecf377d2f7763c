// The parts of a spreadsheet beside its sheets: their names and places, the shared texts, and which formats are dates.

import { MAX_CELL } from '../../../engine/values/value-size.ts'
import { cutText } from '../../../kernel/cut-text.ts'
import { refuse, refuseField } from '../../../kernel/errors.ts'
import { kindOfFormat, type NumberKind, soundText, unescapeText } from './xlsx-values.logic.ts'
import { readWhole } from './xml-stream.logic.ts'
import type { Archive } from './zip-archive.reads.ts'

export interface Sheet {
  name: string
  hidden: boolean
  /** Its entry in the archive. */
  part: string
}

export interface Spreadsheet {
  sheets: Sheet[]
  from1904: boolean
  /** Kind of numbers by style, as cells name it. */
  kinds: NumberKind[]
}

const MAX_SHEETS = 1000
/** What shared texts may take in memory, in UTF-16 units and in number: about 300 MB. */
const MAX_SHARED = 80_000_000
const MAX_SHARED_COUNT = 3_000_000

export async function readSpreadsheet(archive: Archive): Promise<Spreadsheet> {
  const root = await relationsOf(archive, '_rels/.rels', '')
  const book = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.part ?? 'xl/workbook.xml'
  if (!archive.has(book)) {
    const what = archive.has('content.xml') ? 'an OpenDocument spreadsheet (ODS)' : 'an archive, but no spreadsheet'
    refuseField(['file'], 'not_spreadsheet', `The file is ${what}. Save it as CSV or XLSX and import that.`)
  }
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const relations = await relationsOf(archive, `${folder}_rels/${book.slice(folder.length)}.rels`, folder)
  const found: { name: string; hidden: boolean; id: string }[] = []
  let from1904 = false
  await readWhole(await archive.open(book), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || found.length >= MAX_SHEETS) return
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? ''
      found.push({ name: attributes.name ?? '', hidden: (attributes.state ?? 'visible') !== 'visible', id })
    },
  })
  const sheets = found.flatMap(({ name, hidden, id }) => {
    const relation = relations.get(id)
    return relation?.type.endsWith('/worksheet') && archive.has(relation.part)
      ? [{ name, hidden, part: relation.part }]
      : []
  })
  if (sheets.length === 0) refuseField(['file'], 'no_rows', 'The spreadsheet has no sheet with rows')
  const styles = partOf(relations, '/styles')
  return { sheets, from1904, kinds: styles && archive.has(styles) ? await kindsOf(archive, styles) : [] }
}

interface Relation {
  type: string
  part: string
}

async function relationsOf(archive: Archive, name: string, folder: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  if (!archive.has(name)) return relations
  await readWhole(await archive.open(name), {
    open(tag, { Id, Type, Target, TargetMode }) {
      if (tag !== 'Relationship' || !Id || !Target || TargetMode === 'External') return
      const part = Target.startsWith('/') ? Target.slice(1) : new URL(Target, `zip:///${folder}`).pathname.slice(1)
      relations.set(Id, { type: Type ?? '', part: decodeURIComponent(part) })
    },
  })
  return relations
}

function partOf(relations: Map<string, Relation>, ending: string): string | undefined {
  return [...relations.values()].find(({ type }) => type.endsWith(ending))?.part
}

async function kindsOf(archive: Archive, part: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let inCells = false
  await readWhole(await archive.open(part), {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells && kinds.length < 65_536) {
        const id = Number(attributes.numFmtId ?? 0)
        kinds.push(kindOfFormat(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return kinds
}

/** The texts that cells name by number. Refuses (413) more than fit into memory. */
export async function readSharedTexts(archive: Archive): Promise<string[]> {
  const book = 'xl/sharedStrings.xml'
  if (!archive.has(book)) return []
  const texts: string[] = []
  let text = ''
  let size = 0
  let takes = false
  let phonetic = false
  await readWhole(await archive.open(book), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic = true
      else if (name === 't') takes = !phonetic
    },
    text(more) {
      if (!takes) return
      // One too long for a cell is refused with each row that names it.
      const kept = text.length > MAX_CELL ? '' : cutText(more, MAX_CELL + 2)
      text += kept
      size += kept.length
      if (size > MAX_SHARED) tooMany()
    },
    close(name) {
      if (name === 't') takes = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') {
        texts.push(soundText(unescapeText(text)))
        if (texts.length > MAX_SHARED_COUNT) tooMany()
      }
    },
  })
  return texts
}

function tooMany(): never {
  return refuse(
    'too_large',
    'The spreadsheet holds more different texts than can be read at once. Save it as CSV and import that.',
  )
}
