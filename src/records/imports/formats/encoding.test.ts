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

const encodingOf = (bytes: Buffer) => {
  const decoder = openDecoder(undefined, false)
  const text = decoder.decode(bytes, true)
  return [decoder.encoding, text]
}

it('tells text with a few NUL from UTF-16 without a mark, however short it is', () => {
  for (const text of ['Company,City\r\nAc\0me,Ro\0me\r\n', 'a,b\0\n1,2', 'Na\0me\nx\0yz\n'])
    expect(encodingOf(Buffer.from(text))).toEqual(['utf-8', text])
  for (const text of [
    'Company\tCity\r\nAcme\tRome\r\n',
    'Компания\tГород\r\nРога\tМосква\r\n',
    '会社\t都市\r\n東京\t大阪\r\n',
  ]) {
    const bytes = Buffer.from(text, 'utf16le')
    expect(encodingOf(bytes)).toEqual(['utf-16le', text])
    expect(encodingOf(Buffer.from(bytes).swap16())).toEqual(['utf-16be', text])
  }
})

it('reads what Excel writes on a Mac, whose lines end with CR alone', () => {
  const text = 'Company,City\rMüller,Köln\rÉté,Málaga\r'
  expect(encodingOf(iconv.encode(text, 'macintosh'))).toEqual(['macintosh', text])
  expect(encodingOf(Buffer.from(text))).toEqual(['utf-8', text])
})
