// A file as it is read from: words for nothing are blanks, blanks at the ends of values go on request, and rows that repeat another say so.
import { hash } from 'node:crypto'
import type { Json } from '../../../kernel/json.ts'
import { leadFieldOf } from '../../store/columns/lead-fields.logic.ts'
import type { FileRecord, TableFile, TableOptions } from './table-file.ts'

/** What people and spreadsheets write where there is no value. */
const BLANK_WORDS = new Set(['n/a', '#n/a', 'n.a.', '-', '--', '–', '—', 'none', 'null', '(none)', '(null)', '(blank)'])
/** The family Null and a firm called None are written so, in columns of names. */
const CAPITALIZED = /^\p{Lu}\p{Ll}/u
const OF_NAMES: ReadonlySet<string | undefined> = new Set(['company', 'contact_person', 'first_name', 'last_name'])
/** The longest of them, and blanks around it. */
const LONGEST = 7 + 8
const EXAMPLES = 3
/** Of a file with more rows, those that repeat a later one are not counted: nothing depends on it. */
const COUNTED = 500_000

/** What was done to the values, as far as the file was read. */
export interface Cleaning {
  /** Words for nothing are read as blanks. */
  readonly blank_words: boolean
  readonly trim: boolean
  /** The cells that held such a word, and the first different words. */
  readonly blanks: { count: number; examples: string[] }
}

export interface CleanTable extends TableFile {
  readonly cleaning: Cleaning
}

/** JSON has a value of its own for nothing; a word in it is meant, unless `blank_words` says otherwise. */
export function cleanTable(file: TableFile, how: TableOptions): CleanTable {
  const isJson = file.format === 'json' || file.format === 'jsonl'
  const blank_words = how.blank_words ?? !isJson
  const trim = how.trim ?? false
  const blanks: Cleaning['blanks'] = { count: 0, examples: [] }
  const areNames: boolean[] = []
  const cleaned = (value: Json, index: number, told: Cleaning['blanks'] | null): Json => {
    if (typeof value !== 'string') return value
    if (blank_words && isBlankWord(value) && !(areNames[index] && CAPITALIZED.test(value.trim()))) {
      if (told) noteBlank(told, value.trim())
      return ''
    }
    return trim ? value.trim() : value
  }
  for (const [index, name] of file.names.entries()) areNames[index] = OF_NAMES.has(leadFieldOf(name))
  const { identical_rows = 'keep' } = how
  const firstLike =
    identical_rows === 'keep' ? null : openRowMemory(identical_rows === 'count' ? COUNTED : Number.POSITIVE_INFINITY)
  const members: PropertyDescriptorMap = {
    cleaning: { value: { blank_words, trim, blanks } satisfies Cleaning },
    sample: {
      value: file.sample.map((record) => ({
        ...record,
        fields: record.fields.map((value, index) => cleaned(value, index, null)),
      })),
    },
    rows: {
      async *value(): AsyncGenerator<FileRecord[]> {
        for await (const group of file.rows()) {
          for (const record of group) {
            if (record.fault !== undefined) continue
            // In place: no row is copied that needs no change.
            const fields = record.fields as Json[]
            if (blank_words || trim)
              for (let index = 0; index < fields.length; index++)
                fields[index] = cleaned(fields[index] ?? null, index, blanks)
            const first = firstLike?.(record)
            if (first !== undefined) record.same_as = first
          }
          yield group
        }
      },
    },
  }
  return Object.create(file, members) as CleanTable
}

function isBlankWord(value: string): boolean {
  if (value.length === 0 || value.length > LONGEST) return false
  return BLANK_WORDS.has(value.trim().toLowerCase())
}

function noteBlank(told: Cleaning['blanks'], word: string): void {
  told.count++
  if (told.examples.length < EXAMPLES && !told.examples.includes(word)) told.examples.push(word)
}

/** The line of the first row with the same values; undefined for the first one and for a row without values. */
function openRowMemory(most: number): (record: FileRecord) => number | undefined {
  const seen = new Map<string, number>()
  return ({ line, fields }) => {
    let end = fields.length
    while (end > 0 && (fields[end - 1] === '' || fields[end - 1] === null)) end--
    if (end === 0) return undefined
    const key = digestOf(JSON.stringify(fields.slice(0, end)))
    const first = seen.get(key)
    if (first === undefined && seen.size < most) seen.set(key, line)
    return first
  }
}

/** 104 bits of it: a row that is not the same is not taken for one, and a million rows take a hundred megabytes. */
function digestOf(text: string): string {
  return hash('sha1', text, 'binary').slice(0, 13)
}
