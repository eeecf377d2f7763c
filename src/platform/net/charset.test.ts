// Turning the bytes of a page into text.
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText } from './charset.ts'

const read = (bytes: Buffer, contentType = 'text/html') => decodeText(bytes, contentType, true).text

describe('the text of a page', () => {
  it.each([
    ['a byte order mark beats the header', Buffer.from('\uFEFFGrüße'), 'text/html; charset=latin1', 'Grüße'],
    ['UTF-16 is known by its mark', Buffer.from('\uFEFFGrüße', 'utf16le'), '', 'Grüße'],
    [
      'the header beats the page',
      iconv.encode('<meta charset=utf-8>Žluť', 'iso-8859-2'),
      'text/html; charset="ISO-8859-2"',
      '<meta charset=utf-8>Žluť',
    ],
    [
      'the page says it',
      iconv.encode('<meta charset=koi8-r>Привет', 'koi8-r'),
      'text/html',
      '<meta charset=koi8-r>Привет',
    ],
    [
      'the page says it the old way',
      iconv.encode(`<META content='text/html;charset=windows-1251' http-equiv=Content-Type>Привет`, 'windows-1251'),
      'text/html',
      `<META content='text/html;charset=windows-1251' http-equiv=Content-Type>Привет`,
    ],
    ['nothing is said and it is UTF-8', Buffer.from('Grüße'), '', 'Grüße'],
    ['nothing is said and it is Western', iconv.encode('Grüße “x” €', 'windows-1252'), '', 'Grüße “x” €'],
    ['Latin-1 is said of UTF-8', Buffer.from('Grüße'), 'text/html; charset=iso-8859-1', 'Grüße'],
    ['an unknown name is said', Buffer.from('Grüße'), 'text/html; charset=klingon', 'Grüße'],
    [
      'a comment holds a false meta',
      Buffer.from('<!-- <meta charset=koi8-r> -->Grüße'),
      '',
      '<!-- <meta charset=koi8-r> -->Grüße',
    ],
  ])('is right when %s', (_case, bytes, type, expected) => expect(read(bytes, type)).toBe(expected))

  it('is guessed for pages of other scripts that say nothing', () => {
    const japanese = '会社概要とお問い合わせ。東京都千代田区の本社までお気軽にご連絡ください。'.repeat(5)
    expect(read(iconv.encode(japanese, 'shift_jis'))).toBe(japanese)
    const russian = 'Наша компания работает с тысяча девятьсот девяностого года. Свяжитесь с нами.'.repeat(5)
    expect(read(iconv.encode(russian, 'windows-1251'))).toBe(russian)
  })

  it('survives a cut in the middle of a letter', () => {
    const bytes = Buffer.from('Grüße aus Überlingen und Köln ü')
    expect(read(bytes.subarray(0, bytes.length - 1))).toMatch(/^Grüße aus Überlingen und Köln /)
  })
})
