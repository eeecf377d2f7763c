// What the thread that reads a file and the one that asked for it say to each other.
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import type { FieldError, RefusalCode } from '../../../kernel/errors.ts'
import type { FileRecord, Format, TableFile, TableOptions } from '../../reading/formats/table-file.ts'
import type { DuplicateKey } from '../../store/identity.logic.ts'
import type { SampledFileColumn } from '../file-columns.logic.ts'
import type { LeadImportOptions } from '../lead-transfer.schema.ts'

export type ReaderTask =
  | { kind: 'rows'; how: TableOptions; strict: boolean }
  | {
      kind: 'preview'
      how: TableOptions
      strict: boolean
      existing: readonly ColumnConfig[]
      identity: DuplicateKey | null
    }
  | { kind: 'lead_preview'; options: LeadImportOptions }
  | { kind: 'rows_body' }

/** `size` of a file that can be read from anywhere; without it the bytes come once, in order. */
export interface ReaderSource {
  format: Format
  size: number | null
}

/** What is known of a file before its rows are read; `values` of the columns stay behind. */
export type OpenedFile = Pick<TableFile, 'format' | 'delimiter' | 'header' | 'skip_rows' | 'sheet' | 'sheets'> & {
  columns: SampledFileColumn[]
  /** Numbers of the columns that hold only how a step of another product went. */
  states: number[]
}

/** What may change while rows are read; `names` only when it has. */
export type ReadingState = Pick<TableFile, 'encoding' | 'hadNul' | 'replaced'> & { names: string[] | null }

export type ToReader =
  | { type: 'begin'; turn: number; task: ReaderTask; source: ReaderSource }
  | { type: 'bytes'; stream: number; bytes: Uint8Array | null }
  /** The group before was taken: another may come. */
  | { type: 'next' }

/** `turn` says for which file: what a file that was refused leaves under way is not taken for the next. */
export type FromReader = { turn: number } & ReaderMessage

export type ReaderMessage =
  | { type: 'pull'; stream: number; from: number; to: number }
  | { type: 'leave'; stream: number }
  | { type: 'opened'; opened: OpenedFile; reading: ReadingState }
  | { type: 'rows'; records: FileRecord[]; reading: ReadingState }
  | { type: 'done'; result: unknown; reading: ReadingState | null }
  | { type: 'refused'; code: RefusalCode; message: string; fields: FieldError[] | undefined }
  | { type: 'failed'; message: string; stack: string | undefined }
