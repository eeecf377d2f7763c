// What every format of a file reads as: names of columns, and rows of values in groups.
import type { Json } from '../../../kernel/json.ts'

export interface FileRecord {
  /** The line of the file on which it begins, or the number of the row in a sheet or list, from 1. */
  line: number
  fields: readonly Json[]
  /** Why it is no row; its fields are what was there instead. */
  fault?: string
  /** The line of the first row with the same values, where that was asked for. */
  same_as?: number
}

/** How to read the file; what is absent is guessed. */
export interface TableOptions {
  encoding?: string | undefined
  delimiter?: string | undefined
  header?: boolean | undefined
  /** Rows before the table, such as a title. */
  skip_rows?: number | undefined
  /** Name of the sheet. */
  sheet?: string | undefined
  /** The members that make the columns of a list of objects, when they are known from an earlier reading. */
  names?: readonly string[] | undefined
  /** Words for nothing, such as `n/a`, are blanks. Absent: in every format but JSON. */
  blank_words?: boolean | undefined
  /** Blanks at the ends of values are left out. */
  trim?: boolean | undefined
  /** Whether rows that repeat another say so: `skip` all of them, `count` those of a file of usual size. */
  identical_rows?: 'keep' | 'skip' | 'count' | undefined
}

export type Format = 'csv' | 'xlsx' | 'jsonl' | 'json'

export interface TableFile {
  readonly format: Format
  /** Null where it means nothing for the format. */
  readonly delimiter: string | null
  readonly header: boolean
  /** Rows before the table that are left out, the blank ones not counted. */
  readonly skip_rows: number
  /** The sheets of a spreadsheet; empty for any other file. */
  readonly sheets: readonly { name: string; hidden: boolean }[]
  readonly sheet: string | null
  /** The columns; of a list of objects those of its first rows, until all were read. */
  readonly names: readonly string[]
  /** The first rows, at most 1,000, without the header. */
  readonly sample: readonly FileRecord[]
  /** The rows of the file in groups, to be read once. Refuses (422) what cannot be read, naming the line. */
  rows(): AsyncGenerator<FileRecord[]>
  /** Certain only when all rows were read. */
  readonly encoding: string
  readonly hadNul: boolean
  readonly replaced: boolean
  /** For a spreadsheet, as far as it was read: cells with a formula whose result was not saved with it, which read as blank. */
  readonly uncomputed?: number
  /** For a spreadsheet, as far as it was read: cells that got the value of the merged cell that they are part of. */
  readonly merged?: number
}

export const MAX_COLUMNS = 500
