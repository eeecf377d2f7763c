import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { knownEncoding, openDecoder } from './encoding.logic.ts'

iconv.encodingExists('utf-8')
const labels = [...Object.keys(iconv.encodings ?? {}), 'utf-16', 'UTF8', ' Latin1 '].filter(knownEncoding)

it('reads any bytes in every encoding it knows to their end without failing', () => {
  expect(labels.length).toBeGreaterThan(100)
  const bytes = Buffer.from(Array.from({ length: 4097 }, (_, n) => (n * 167) % 256))
  for (const label of labels) {
    const decoder = openDecoder(knownEncoding(label) ?? '', false)
    expect([label, typeof decoder.decode(bytes, false), typeof decoder.end()]).toEqual([label, 'string', 'string'])
  }
})
