// Opens a zip archive for reading single entries as streams, with limits against archives that are made to burst.
import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { refuseField } from '../../../kernel/errors.ts'

/** Reads a range of bytes, `to` not included. */
export interface RandomBytes {
  readonly size: number
  range(from: number, to: number): AsyncIterable<Buffer>
}

export interface Archive {
  /** In bytes, as it was sent. */
  readonly size: number
  has(name: string): boolean
  /** The inflated size of an entry, as the archive declares it; 0 for a missing entry. */
  sizeOf(name: string): number
  /** The entry's bytes, inflated. Refuses (422) one that is larger than it says, damaged, or packed beyond belief. */
  open(name: string): Promise<AsyncIterable<Buffer>>
  close(): void
}

const MAX_ENTRIES = 2000
/** Sheets of a million rows have some hundred megabytes. */
const MAX_ENTRY = 2 * 1024 ** 3
/** The most bytes of all parts that are read. */
const MAX_ALL = 3 * 1024 ** 3
/** Repetitive sheets reach 1:100; deflate can do 1:1000. */
const MAX_RATIO = 250
const RATIO_FREE = 32 * 1024 * 1024

class StoredReader extends yauzl.RandomAccessReader {
  readonly #bytes: RandomBytes
  constructor(bytes: RandomBytes) {
    super()
    this.#bytes = bytes
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes.range(start, end), { objectMode: false })
  }
}

export async function openArchive(bytes: RandomBytes): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((done, fail) =>
    yauzl.fromRandomAccessReader(
      new StoredReader(bytes),
      bytes.size,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true },
      (error, file) => (error ? fail(damaged(error)) : done(file)),
    ),
  )
  if (zip.entryCount > MAX_ENTRIES) bursting('it has thousands of parts')
  const entries = await new Promise<Map<string, yauzl.Entry>>((done, fail) => {
    const found = new Map<string, yauzl.Entry>()
    zip.on('entry', (entry: yauzl.Entry) => {
      // Names of parts are compared without case.
      const name = entry.fileName.toLowerCase()
      if (!found.has(name)) found.set(name, entry)
      if (found.size > MAX_ENTRIES) fail(damaged(new Error('too many entries')))
      else zip.readEntry()
    })
    zip.once('end', () => done(found))
    zip.once('error', (error: Error) => fail(damaged(error)))
    zip.readEntry()
  })
  let opened = 0
  return {
    size: bytes.size,
    has: (name) => entries.has(name.toLowerCase()),
    sizeOf: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
    async open(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw damaged(new Error(`no entry ${name}`))
      const { compressedSize, uncompressedSize } = entry
      if (entry.isEncrypted())
        refuseField(['file'], 'encrypted', 'The spreadsheet is protected by a password. Save it without one.')
      if (uncompressedSize > MAX_ENTRY) bursting('a part of it has more than 2 GiB')
      if (uncompressedSize > RATIO_FREE && uncompressedSize > compressedSize * MAX_RATIO)
        bursting('a part of it is packed beyond what a spreadsheet can be')
      opened += uncompressedSize
      if (opened > MAX_ALL) bursting('its parts have more than 3 GiB')
      const stream = await new Promise<Readable>((done, fail) =>
        zip.openReadStream(entry, (error, opened) => (error ? fail(damaged(error)) : done(opened))),
      )
      return guarded(stream)
    },
    close: () => zip.close(),
  }
}

async function* guarded(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const part of stream) yield part as Buffer
  } catch (error) {
    throw damaged(error as Error)
  }
}

function damaged(error: Error): Error {
  // What the store says about itself is no fault of the file.
  if ('code' in error && !/^Z_|^ERR_STREAM/.test(String(error.code))) return error
  try {
    return refuseField(
      ['file'],
      'damaged',
      'The spreadsheet is damaged and cannot be read. Save it again, or save it as CSV.',
    )
  } catch (refusal) {
    return refusal as Error
  }
}

function bursting(why: string): never {
  return refuseField(['file'], 'too_large', `The spreadsheet cannot be read: ${why}. Save it as CSV and import that.`)
}
