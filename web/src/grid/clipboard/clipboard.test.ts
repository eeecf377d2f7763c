import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockAt, fromClipboard, planPaste, toClipboard } from './clipboard.logic.ts'
import { formatTsv, parseTsv } from './tsv.logic.ts'

const TABLE = { cols: 5, rows: 10 }

const texts = (html: string) => fromClipboard({ html, plain: '' }).map((row) => row.map(({ text }) => text))
const block = (rows: string[][]) => rows.map((row) => row.map((text) => ({ text })))

describe('text on the clipboard', () => {
  it('keeps a quoted multi-line cell as one cell', () => {
    expect(parseTsv('name\tnotes\r\nAda\t"first\r\nsecond\t""x"""\r\n')).toEqual([
      ['name', 'notes'],
      ['Ada', 'first\nsecond\t"x"'],
    ])
  })

  it('takes a quote inside a word, or one that is never closed, as typed', () => {
    expect(parseTsv('12" pipe\t"open\n"a"b')).toEqual([['12" pipe', '"open'], ['"a"b']])
  })

  it('keeps blank cells and blank lines in the middle, but not the line break at the end', () => {
    expect(parseTsv('a\t\n\n\tb\n')).toEqual([['a', ''], [''], ['', 'b']])
    expect(parseTsv('')).toEqual([])
  })

  it('marks text that looks like a number, so that a spreadsheet leaves its zeros', () => {
    const { html, plain } = toClipboard([['007', 7, 'a "name"', null]])
    expect(plain).toBe('007\t7\ta "name"\t')
    expect(html.match(/mso-number-format/g)).toHaveLength(1)
    expect(texts(html)).toEqual([['007', '7', 'a "name"', '']])
  })

  it('gives back every block it wrote, as text and as a table', () => {
    const cell = fc.stringMatching(/^[a-z"'\t\n,&<> ]{0,8}$/).map((text) =>
      text
        .trim()
        .replace(/ *\n+ */g, '\n')
        .replace(/ +/g, ' '),
    )
    const blocks = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      )
    fc.assert(
      fc.property(blocks, (cells) => {
        const emptyText = cells.length === 1 && cells[0]?.length === 1 && cells[0][0] === ''
        if (!emptyText && cells.at(-1)?.some((text) => text !== '')) expect(parseTsv(formatTsv(cells))).toEqual(cells)
        const tabless = cells.map((row) =>
          row.map((text) =>
            text
              .replaceAll('\t', '')
              .replace(/ *\n+ */g, '\n')
              .replace(/ +/g, ' ')
              .trim(),
          ),
        )
        expect(texts(toClipboard(tabless).html)).toEqual(tabless)
      }),
    )
  })
})

describe('a table on the clipboard', () => {
  it('reads what spreadsheets write: styles skipped, line breaks inside a cell, entities, merged cells', () => {
    const html = `<html><style>td{color:red}</style><body><table border=0><tr><td rowspan=2>A&amp;B</td><td>one<br>
      two</td></tr><tr><td>&#8364;5&nbsp;net</td></tr><tr><td colspan="2">wide</td></tr></table></body></html>`
    expect(texts(html)).toEqual([
      ['A&B', 'one\ntwo'],
      ['', '€5 net'],
      ['wide', ''],
    ])
  })

  it('prefers the table over the text, and the text when asked for plain', () => {
    const both = { plain: 'x', html: '<table><tr><td>a</td><td>b</td></tr></table>' }
    expect(fromClipboard(both)).toEqual(block([['a', 'b']]))
    expect(fromClipboard(both, true)).toEqual(block([['x']]))
    expect(fromClipboard({ plain: 'a\tb', html: '<b>no table</b>' })).toEqual(block([['a', 'b']]))
  })

  it('never lets markup or scripts through as anything but text', () => {
    const script = 'write("<b>not shown</b></td></tr><td>nor this"); steal()'
    expect(texts(`<table><tr><td><script>${script}</script>kept</td></tr></table>`)).toEqual([['kept']])
    expect(texts('<table><tr><td><script>steal()</script><b onclick="x">bold</b></td></tr></table>')).toEqual([
      ['bold'],
    ])
  })
})

describe('where a paste lands', () => {
  const range = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

  it('fills the whole range with a single cell', () => {
    expect(planPaste(block([['a']]), range(1, 2, 2, 3), TABLE)?.target).toEqual(range(1, 2, 2, 3))
  })

  it('repeats a block that divides the range', () => {
    const four = block([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(planPaste(four, range(0, 0, 4, 2), TABLE)?.target).toEqual(range(0, 0, 4, 2))
    expect(blockAt(four, 3, 1).text).toBe('d')
    expect(blockAt(four, 2, 0).text).toBe('a')
  })

  it('writes a block that does not divide the range once, growing right and down', () => {
    expect(planPaste(block([['a', 'b', 'c']]), range(1, 1, 2, 2), TABLE)?.target).toEqual(range(1, 1, 3, 1))
  })

  it('says how many rows and columns are missing', () => {
    const plan = planPaste(
      block([
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ]),
      range(4, 9, 1, 1),
      TABLE,
    )
    expect(plan).toMatchObject({ newRows: 2, newColumns: 1 })
    expect(planPaste([], range(0, 0, 1, 1), TABLE)).toBeNull()
  })
})
