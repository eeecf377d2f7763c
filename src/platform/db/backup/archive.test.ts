// The form of a backup, without a database: what goes in comes out, and nothing else ever does.
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArchivePart, readArchive, writeArchive } from './archive.ts'

const header: ArchivePart = {
  kind: 'header',
  header: {
    product: 'millrace',
    format: 1,
    version: '0.1.0',
    made_at: '2026-01-01T00:00:00Z',
    postgres: '18',
    migrations: [],
  },
}
const table = fc
  .record({
    name: fc.string(),
    columns: fc.array(fc.string(), { maxLength: 3 }),
    pieces: fc.array(fc.uint8Array(), { maxLength: 4 }),
    rows: fc.nat(),
  })
  .map(({ name, columns, pieces, rows }): ArchivePart[] => [
    { kind: 'table', name, columns },
    ...pieces.map((bytes): ArchivePart => ({ kind: 'data', bytes: Buffer.from(bytes) })),
    { kind: 'table_end', rows },
  ])
const contents = fc
  .array(table, { maxLength: 4 })
  .map((tables): ArchivePart[] => [
    header,
    ...tables.flat(),
    { kind: 'sequence', name: 's', last_value: '9007199254740993', is_called: true },
  ])

async function* given(parts: ArchivePart[]) {
  yield* parts
}
async function bytesOf(parts: ArchivePart[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of writeArchive(given(parts))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function partsOf(bytes: Buffer, step = 1000): Promise<ArchivePart[]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
    bytes.subarray(at * step, (at + 1) * step),
  )
  const parts: ArchivePart[] = []
  for await (const part of readArchive(Readable.from(pieces, { objectMode: false }))) parts.push(part)
  return parts
}

describe('a backup file', () => {
  it('gives back what was put in, however its bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 1, max: 300 }), async (parts, step) => {
        expect(await partsOf(await bytesOf(parts), step)).toEqual(parts)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused in words when it is cut anywhere', async () => {
    const bytes = await bytesOf((fc.sample(contents, { numRuns: 1, seed: 7 }) as ArchivePart[][])[0] as ArchivePart[])
    for (let length = 0; length < bytes.length; length++)
      await expect(partsOf(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(/cut short|no backup/)
  })

  it('is refused when any bit in it was flipped, unless that changes nothing of what it says', async () => {
    const parts: ArchivePart[] = [
      header,
      { kind: 'table', name: 'users', columns: ['id', 'username'] },
      { kind: 'data', bytes: Buffer.from('1\tann\n2\tbob\n') },
      { kind: 'table_end', rows: 2 },
    ]
    const bytes = await bytesOf(parts)
    let refused = 0
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
      const outcome = await partsOf(flipped).then(
        (read) => read,
        (error: Error) => error.message,
      )
      if (typeof outcome === 'string') refused += 1
      else expect(outcome, `bit ${bit}`).toEqual(parts)
    }
    // Ten bytes of the gzip header say when and where it was packed.
    expect(refused).toBeGreaterThan((bytes.length - 10) * 8)
  })

  it('is refused when something is added to it', async () => {
    const bytes = await bytesOf([header])
    await expect(partsOf(Buffer.concat([bytes, bytes]))).rejects.toThrow('damaged')
    await expect(partsOf(Buffer.from('just some text'))).rejects.toThrow('no backup')
  })
})
