// The one loop over the rows of a file, for every destination: it reads the next rows while a batch is written.
import { setImmediate as turn } from 'node:timers/promises'
import { sizeOf } from '../../engine/values/value-size.ts'
import type { FileRecord, TableFile } from '../reading/formats/table-file.ts'
import { isBlankRow } from '../reading/row-reading.logic.ts'

/** How far a file is taken: all its records, also blank ones, and the rows among them. */
export interface FilePlace {
  records: number
  rows: number
}

export interface RowBatch<R> extends FilePlace {
  batch: readonly R[]
  /** It may be empty. */
  isLast: boolean
}

interface RowTaking<R> {
  file: Pick<TableFile, 'rows'>
  /** Goes on behind it. */
  since?: FilePlace
  /** Rows of a batch; long cells make one before it has as many, in characters. */
  most?: number
  mostChars?: number
  signal?: AbortSignal
  read(record: FileRecord): R
  /** One batch after the other. */
  write(batch: RowBatch<R>): Promise<void>
}

// V8 takes larger batches for long-lived objects, and a large import leaves a hundred megabytes of them behind until it cleans up everywhere.
const BATCH = 500
const BATCH_CHARS = 4 * 1024 * 1024

/**
 * After so many rows other work gets a turn. Reading a local file never waits, so without this a batch
 * would be sent only when the next one is ready, instead of while that is read.
 */
const ROWS_A_TURN = 64

/** Returns how many rows the file has. */
export async function takeRows<R>(taking: RowTaking<R>): Promise<number> {
  const { file, since = { records: 0, rows: 0 }, most = BATCH, mostChars = BATCH_CHARS, signal, read, write } = taking
  let { records, rows } = since
  let behind = since.records
  let batch: R[] = []
  let size = 0
  let underWay: Promise<void> = Promise.resolve()
  const flush = async (isLast: boolean) => {
    const full = { batch, records, rows, isLast }
    batch = []
    size = 0
    await underWay
    signal?.throwIfAborted()
    underWay = write(full)
    // It is awaited at the next batch; a failure until then is no unhandled one.
    underWay.catch(() => {})
  }
  try {
    for await (const group of file.rows()) {
      signal?.throwIfAborted()
      for (const record of group) {
        if (behind > 0) {
          behind--
          continue
        }
        records++
        if (isBlankRow(record)) continue
        rows++
        batch.push(read(record))
        for (const field of record.fields) size += sizeOf(field)
        if (batch.length >= most || size >= mostChars) await flush(false)
        if (batch.length % ROWS_A_TURN === 0) await turn()
      }
    }
    await flush(true)
  } finally {
    await underWay.catch(() => {})
  }
  await underWay
  return rows
}
