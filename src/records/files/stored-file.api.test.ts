// Stored files come back byte for byte, from anywhere to anywhere, however they came in.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { readStored, storeStream } from './stored-file.ts'

const { database, workspaceId } = await openTenant()

const MB = 1024 * 1024

/** The id of a file of random bytes that came in pieces of these lengths in turn. */
async function store(size: number, lengths: readonly number[]): Promise<{ id: string; bytes: Buffer }> {
  const id = newId()
  const bytes = randomBytes(size)
  async function* source() {
    for (let at = 0, turn = 0; at < size; turn++) {
      const length = lengths[turn % lengths.length] as number
      yield bytes.subarray(at, at + length)
      at += length
    }
  }
  const passed: Buffer[] = []
  for await (const part of storeStream(database, workspaceId, id, source())) passed.push(part)
  expect(digest(Buffer.concat(passed))).toBe(digest(bytes))
  return { id, bytes }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function read(id: string, from?: number, to?: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readStored(database, workspaceId, id, from, to)) parts.push(part)
  return Buffer.concat(parts)
}

test.each([
  [0, [1]],
  [1, [1]],
  [MB / 4, [MB]],
  [MB, [1000]],
  [MB + 1, [MB - 1, 2]],
  [3 * MB + 12_345, [65_536, 7, 2_500_000]],
])('a file of %i bytes comes back as it came, whole and from anywhere', async (size, lengths) => {
  const { id, bytes } = await store(size, lengths)
  expect(digest(await read(id))).toBe(digest(bytes))
  for (const edge of [0, 1, MB / 4, MB / 2 - 1, MB - 1, MB, MB + 1, 2 * MB, size - 1, size])
    for (const length of [1, 100, MB / 4, MB + 2]) {
      const from = Math.max(0, edge)
      expect(digest(await read(id, from, from + length))).toBe(digest(bytes.subarray(from, from + length)))
    }
})
