// What a file is imported into: where its columns may go, what can be chosen beside that, and how the work is done there.
import type { Column, Schemas } from '../../api/shapes.ts'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import type { FilePreview, ImportChoice, ImportChoices, TableReading, Targets } from './import.logic.ts'

export interface ImportWatch {
  signal: AbortSignal
  /** Share of the file that was sent. */
  onSent?: (share: number) => void
  /** Rows done so far, and all of them where that is known. */
  onRows?: (done: number, total: number | null) => void
}

/** What was imported, and the rows that were refused. */
export interface ImportOutcome {
  import_id: string
  /** In one sentence. */
  words: string
  counts: { number: number; word: string }[]
  rejected: number
  rejected_rows: { line: number; reason: string; values?: string[] }[]
  download: (() => Promise<Blob>) | null
  /** What else is to be said. */
  notes: string[]
  isStopped: boolean
  isChanged: boolean
}

/** What an import would do, row by row. */
export type PlannedImport = Schemas['ImportRecord'] & { plan: Schemas['ImportPlan'] }

export interface ImportDestination {
  /** Behind "into". */
  name: string
  /** Made by the import: without it there is nothing to go to. */
  isNew: boolean
  /** What rows become: `Show the rows`. */
  many: 'rows' | 'leads'
  columns: Column[]
  /** Columns that several of the file may go to. */
  shared?: ReadonlySet<string>
  /** What a column is that goes into none of them, and those that are there. */
  words: { fresh: string; into: string }
  /** New columns get a name and a type, and their values are read by it. */
  isTyped: boolean
  /** What is chosen beside the columns: `choice` as it is, `preview` of the file. */
  fields(preview: FilePreview, choice: ImportChoice, targets: Targets): FormField[]
  /** What the choice is to begin with. */
  proposed(preview: FilePreview): Partial<ImportChoice>
  /** Reads a file; one that was read before is not uploaded again where it is kept. Where columns go is checked when `targets` are given. */
  read(file: File, reading: TableReading, targets: Targets | null, watch: ImportWatch): Promise<FilePreview>
  /** True where another target of a column is worth another look at the file. */
  checks(file: File): boolean
  /** Absent where nothing is there that a plan could say something about. */
  plan?: (asked: ImportRequest, watch: ImportWatch) => Promise<PlannedImport>
  /** Imports. Another plan when what was planned is out of date. */
  commit(asked: ImportRequest, watch: ImportWatch): Promise<ImportOutcome | PlannedImport>
  /** Stops what is under way; what was imported stays. */
  stop?: () => Promise<void>
  /** The import is given up: what was made for it goes. `keepalive` while the page goes away. */
  drop(how?: { keepalive?: boolean }): void
  /** False when it broke off. */
  undo(importId: string): Promise<boolean>
}

/** All that was chosen. */
export interface ImportRequest extends ImportChoices {
  file: File
  /** The plan that was shown; without one it is made and carried out in one. */
  planned: PlannedImport | null
}
