// Hostile and damaged files: read within limits, or refused in words, never with more memory than a piece of them.
import { describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { Refusal } from '../../../kernel/errors.ts'
import { openStored, openStream, peek } from './open-file.reads.ts'
import type { FileRecord, TableFile, TableOptions } from './table-file.ts'

const bytesOf = (file: Buffer) => ({
  size: file.length,
  async *range(from: number, to: number) {
    for (let at = from; at < Math.min(to, file.length); at += 65_536) yield file.subarray(at, Math.min(to, at + 65_536))
  },
})
const open = (file: Buffer | string, how: TableOptions = {}) => openStored(bytesOf(Buffer.from(file)), how, true)

async function readAll(file: TableFile): Promise<unknown[][]> {
  const all: unknown[][] = []
  for await (const group of file.rows()) for (const { fields } of group) all.push([...fields])
  return all
}

async function records(file: TableFile): Promise<FileRecord[]> {
  const all: FileRecord[] = []
  for await (const group of file.rows()) all.push(...group)
  return all
}

/** What the file is refused with. */
async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PARTS: Record<string, string> = {
  '_rels/.rels': `<Relationships><Relationship Id="r" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${REL}/worksheet" Target="worksheets/one.xml"/><Relationship Id="b" Type="${REL}/worksheet" Target="/xl/worksheets/two.xml"/><Relationship Id="s" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook><workbookPr/><sheets><sheet name="Hidden" state="hidden" r:id="b"/><sheet name="Leads" r:id="a"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\ mmm\\ yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst><si><t>Name</t></si><si><r><t>Ac</t></r><r><t xml:space="preserve">me &amp; Co</t></r><rPh><t>ignored</t></rPh></si></sst>`,
  'xl/worksheets/one.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>When</t></is></c><c r="C1" t="str"><f>1</f><v>Size_x000D_</v></c><c r="D1" t="inlineStr"><is><t>Share</t></is></c></row>
    <row r="5"><c r="A5" t="s"><v>1</v></c><c r="B5" s="1"><v>45292</v></c><c r="C5"><f>SUM(A1)</f><v>0.30000000000000004</v></c><c r="D5" s="4"><v>0.125</v></c></row>
    <row r="6"><c r="B6" s="3"><v>45292.75</v></c><c r="C6" t="b"><v>1</v></c><c r="D6" t="e"><v>#REF!</v></c></row>
    <row r="7"><c r="B7" s="2"><v>1</v></c><c r="A7" t="s"><v>99</v></c></row>
  </sheetData></worksheet>`,
  'xl/worksheets/two.xml': `<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
}

async function sheet(changes: Record<string, string> = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries({ ...PARTS, ...changes })) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Buffer))
  return Buffer.concat(parts)
}

describe('a picture that is called a table', () => {
  test.each([
    ['PNG', '89504e470d0a1a0a0000000d49484452'],
    ['JPEG', 'ffd8ffe000104a464946000101000001'],
    ['GIF', '4749463839610100010080'],
  ])('is refused as an image: %s', async (_, head) => {
    expect(await refusal(() => open(Buffer.from(head, 'hex')))).toMatch(
      /The file is an image\. Choose the file that the table is in/,
    )
  })
})

describe('spreadsheets', () => {
  test('values by their types: shared and rich text, dates by format, formulas by their saved value, errors as nothing', async () => {
    const file = await open(await sheet())
    expect(file.sheets).toEqual([
      { name: 'Hidden', hidden: true },
      { name: 'Leads', hidden: false },
    ])
    expect([file.format, file.sheet, file.header, file.names]).toEqual([
      'xlsx',
      'Leads',
      true,
      ['Name', 'When', 'Size', 'Share'],
    ])
    const lines: number[] = []
    const rows: unknown[][] = []
    for await (const group of file.rows())
      for (const { line, fields } of group) {
        lines.push(line)
        rows.push([...fields])
      }
    expect(rows).toEqual([
      ['Acme & Co', '2024-01-01', '0.3', '12.5%'],
      ['', '2024-01-01T18:00:00', 'true'],
      ['', '1900-01-01'],
    ])
    expect(lines).toEqual([5, 6, 7])
    expect(await readAll(await open(await sheet(), { sheet: 'Hidden', header: false }))).toEqual([['7']])
    expect(await refusal(async () => open(await sheet(), { sheet: 'Gone' }))).toContain('no such sheet')
  })

  test('formulas whose result was not saved are counted', async () => {
    const cells =
      '<c r="A5"><f>1+1</f></c><c r="B5"><f>B1</f><v></v></c><c r="C5" t="str"><f>""</f><v></v></c><c r="D5"><v>1</v></c>'
    const changes = {
      'xl/worksheets/one.xml': `<worksheet><sheetData><row r="5">${cells}</row></sheetData></worksheet>`,
    }
    const file = await open(await sheet(changes), { header: false })
    await readAll(file)
    expect(file.uncomputed).toBe(2)
  })

  test('numbers as they are shown: postcodes with their zeros, hours beyond a day, dates since 1904', async () => {
    const codes = ['00000', '&quot;D-&quot;00000', '[h]:mm', '0.00', '00000\\-0000', '#,##0.00\\ [$€-407]', '.00']
    const formats = codes.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${code}"/>`).join('')
    const styles = `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${[200, 201, 202, 203, 204, 205, 206, 14]
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`
    const values = ['1067', '1067', '1.5', '7', '123450001', '1234.5', '5', '44651']
    const cells = (row: string[]) => `<row>${row.map((value, n) => `<c s="${n}"><v>${value}</v></c>`).join('')}</row>`
    const odd = ['1067.0', '10115.5', '-0.25', '7', '', '-1', '5.0', '0']
    const sheets = `<worksheet><sheetData>${cells(values)}${cells(odd)}</sheetData></worksheet>`
    const read = async (from1904: boolean) => {
      const book = (PARTS['xl/workbook.xml'] ?? '').replace('<workbookPr/>', `<workbookPr date1904="${from1904}"/>`)
      const changes = { 'xl/styles.xml': styles, 'xl/worksheets/one.xml': sheets, 'xl/workbook.xml': book }
      return readAll(await open(await sheet(changes), { header: false }))
    }
    const shown = ['01067', '01067', '36:00:00', '7', '123450001', '1234.5', '5']
    expect(await read(false)).toEqual([
      [...shown, '2022-03-31'],
      ['01067', '10115.5', '-06:00:00', '7', '', '-1', '5', '1899-12-31'],
    ])
    expect((await read(true))[0]).toEqual([...shown, '2026-04-01'])
  })

  test('a telephone that is shown with a plus keeps it, and an amount with its sign is a number', async () => {
    const codes = ['&quot;+&quot;0', '\\+0', '+00\\ 000\\ 0000', '+0;-0', '+0.0']
    const formats = codes.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${code}"/>`).join('')
    const styles = `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${codes.map((_, n) => `<xf numFmtId="${200 + n}"/>`).join('')}</cellXfs></styleSheet>`
    const row = (value: string) => `<row>${codes.map((_, n) => `<c s="${n}"><v>${value}</v></c>`).join('')}</row>`
    const sheets = `<worksheet><sheetData>${row('441234567890')}${row('-5.5')}</sheetData></worksheet>`
    const file = await open(await sheet({ 'xl/styles.xml': styles, 'xl/worksheets/one.xml': sheets }), {
      header: false,
    })
    expect(await readAll(file)).toEqual([
      ['+441234567890', '+441234567890', '+441234567890', '441234567890', '441234567890'],
      ['-5.5', '-5.5', '-5.5', '-5.5', '-5.5'],
    ])
  })

  test('the first sheet that is shown and has rows is read, unless another is asked for', async () => {
    const book = (PARTS['xl/workbook.xml'] ?? '').replace(' state="hidden"', '')
    const empty = '<worksheet><sheetData><row r="1"/></sheetData></worksheet>'
    const changes = { 'xl/workbook.xml': book, 'xl/worksheets/two.xml': empty }
    expect((await open(await sheet(changes))).sheet).toBe('Leads')
    const chosen = await open(await sheet(changes), { sheet: 'Hidden' })
    expect([chosen.sheet, await readAll(chosen)]).toEqual(['Hidden', []])
    const none = await open(await sheet({ ...changes, 'xl/worksheets/one.xml': empty }))
    expect([none.sheet, await readAll(none)]).toEqual(['Hidden', []])
  })

  test('entities that grow, and document types altogether, are refused', async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><worksheet><sheetData><row><c t="str"><v>&c;</v></c></row></sheetData></worksheet>`
    const read = async () => readAll(await open(await sheet({ 'xl/worksheets/one.xml': laughs })))
    expect(await refusal(read)).toContain('document type')
    const external = `<!DOCTYPE x SYSTEM "file:///etc/passwd"><sst><si><t>&x;</t></si></sst>`
    expect(await refusal(async () => open(await sheet({ 'xl/sharedStrings.xml': external })))).toContain(
      'document type',
    )
  })

  test('a bomb is refused before it is inflated, whatever it says about its size', async () => {
    const rows = `<worksheet><sheetData>${'<row><c><v>0</v></c></row>'.repeat(2_000_000)}</sheetData></worksheet>`
    expect(await refusal(async () => readAll(await open(await sheet({ 'xl/worksheets/one.xml': rows }))))).toContain(
      'packed beyond',
    )
    // One that claims to be small.
    const bomb = await sheet({ 'xl/worksheets/one.xml': `<worksheet>${' '.repeat(40_000_000)}</worksheet>` })
    const lying = Buffer.from(bomb)
    for (
      let at = lying.indexOf('PK\u0001\u0002', 0, 'latin1');
      at !== -1;
      at = lying.indexOf('PK\u0001\u0002', at + 4, 'latin1')
    )
      if (lying.toString('latin1', at + 46, at + 46 + 21) === 'xl/worksheets/one.xml')
        lying.writeUInt32LE(1000, at + 24)
    expect(await refusal(async () => readAll(await open(lying)))).toContain('damaged')
  })

  test('what is cut, no spreadsheet, without a sheet, or nested without end is refused in words', async () => {
    const whole = await sheet()
    for (const end of [10, 200, whole.length - 30])
      expect(await refusal(() => open(whole.subarray(0, end)))).toContain('damaged')
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from('x'), 'word/document.xml')
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream) parts.push(Buffer.from(part as Buffer))
    expect(await refusal(() => open(Buffer.concat(parts)))).toContain('no spreadsheet')
    expect(await refusal(async () => open(await sheet({ 'xl/workbook.xml': '<workbook/>' })))).toContain('no sheet')
    const deep = `<worksheet>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</worksheet>`
    expect(await refusal(async () => open(await sheet({ 'xl/worksheets/one.xml': deep })))).toContain('nested')
  })

  test('a comment or an attribute without end is cut off, wherever it stands', async () => {
    const endless = '0123456789'.repeat(2_000_000)
    for (const part of [
      `<worksheet><!-- ${endless} --></worksheet>`,
      `<worksheet><sheetData a="${endless}"/></worksheet>`,
    ])
      expect(await refusal(async () => readAll(await open(await sheet({ 'xl/worksheets/one.xml': part }))))).toContain(
        'goes on for megabytes without an end',
      )
  })

  test('cells far to the right and 16,384 columns are refused as too many, not filled with blanks', async () => {
    const far = '<worksheet><sheetData><row r="1"><c r="XFD1" t="str"><v>far</v></c></row></sheetData></worksheet>'
    expect(await refusal(async () => open(await sheet({ 'xl/worksheets/one.xml': far })))).toContain('16384 columns')
    const beyond =
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>a</v></c><c r="ZZZZ1" t="str"><v>x</v></c></row></sheetData></worksheet>'
    expect((await open(await sheet({ 'xl/worksheets/one.xml': beyond }), { header: false })).names).toHaveLength(2)
  })
})

describe('text', () => {
  test('one quoted value without end is cut off by its length, not by the memory of the machine', async () => {
    let given = 0
    async function* endless() {
      yield Buffer.from('Name,Note\nAcme,"')
      for (let piece = 0; piece < 16_384; piece++) {
        given++
        yield Buffer.alloc(65_536, 'x')
      }
    }
    const { format, bytes } = await peek(endless())
    expect(format).toBe('csv')
    const read = async () => readAll(await openStream('csv', bytes, {}, true))
    expect(await refusal(read)).toContain('a quote is probably not closed')
    // No more than a few megabytes of the gigabyte were read.
    expect(given).toBeLessThan(200)
  })

  test('a web page that calls itself a spreadsheet is refused in words', async () => {
    for (const page of ['<html><table><tr><td>Acme', '\ufeff\n<TABLE border=1>', '<?xml version="1.0"?><Workbook/>'])
      expect(await refusal(() => open(page))).toContain('a web page or XML')
    expect((await open('<b>Name</b>,Note\nx,y\n')).names).toEqual(['<b>Name</b>', 'Note'])
  })

  test('16,384 columns are refused by their number', async () => {
    const wide = Array.from({ length: 16_384 }, (_, n) => `n${n}`).join(',')
    expect(await refusal(() => open(`${wide}\n1,2\n`))).toContain('16384 columns')
    const object = JSON.stringify(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`n${n}`, n])))
    expect(await refusal(() => open(`${object}\n`))).toContain('500 columns')
  })
})

describe('lists of objects', () => {
  test('lines and lists read alike: values as they are, members by name wherever they come first', async () => {
    const objects = [
      { Name: 'Acme', Tags: ['a', 'b'] },
      { Size: 5, Name: null },
      { Deep: { x: [1] }, Ok: true },
    ]
    const expected = [
      ['Acme', ['a', 'b']],
      [null, null, 5],
      [null, null, null, { x: [1] }, true],
    ]
    for (const text of [objects.map((one) => JSON.stringify(one)).join('\n\n'), JSON.stringify(objects)]) {
      const file = await open(text)
      expect(file.names).toEqual(['Name', 'Tags', 'Size', 'Deep', 'Ok'])
      expect(await readAll(file)).toEqual(expected)
    }
  })

  test('NUL and halves of characters are mended and told; what is no object is refused alone', async () => {
    const file = await open('{"Na\\u0000me":"a\\u0000b","x":"\\ud800!","y":["\\udc00"]}\n')
    expect(await readAll(file)).toEqual([['ab', '\ufffd!', ['\ufffd']]])
    expect([file.hadNul, file.replaced, file.names]).toEqual([true, true, ['Name', 'x', 'y']])
    const broken = await open('{"a":1}\n[1]\n{"a":\n\n{"a":2}\n')
    expect([broken.names, broken.sample.length]).toEqual([['a'], 2])
    expect(await records(broken)).toEqual([
      { line: 1, fields: [1] },
      { line: 2, fields: ['[1]'], fault: 'it is not an object such as {"Company": "Acme"}' },
      { line: 3, fields: ['{"a":'], fault: 'it is not JSON' },
      { line: 5, fields: [2] },
    ])
    expect((await records(await open('[{"a":1}, 5]')))[1]).toMatchObject({ line: 2, fields: ['5'] })
    const proto = await open('{"__proto__":{"polluted":true},"a":1}\n')
    expect(proto.names).toEqual(['a'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('a value of lists in lists without end is refused alone', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
    expect(await readAll(await open(`{"a":1}\n{"a":${deep(199)}}\n`))).toHaveLength(2)
    for (const levels of [200, 100_000]) {
      expect(
        (await records(await open(`{"a":1}\n{"a":${deep(levels)}}\n{"a":2}\n`))).map(({ fault }) => fault),
      ).toEqual([undefined, 'Nesting is deeper than 200 levels', undefined])
      await expect(open(`[{"a":1},{"a":${deep(levels)}}]`)).rejects.toMatchObject({
        fields: [{ msg: expect.stringContaining('Nesting is deeper than 200 levels at character') }],
      })
    }
  })

  test('a line of any length is refused alone, and takes no memory', async () => {
    async function* long() {
      yield Buffer.from('{"a":1}\n{"a":"')
      for (let piece = 0; piece < 1024; piece++) yield Buffer.alloc(65_536, 'x')
      yield Buffer.from('"}\n{"a":2}')
    }
    expect(await records(await openStream('jsonl', long(), {}, true))).toEqual([
      { line: 1, fields: [1] },
      { line: 2, fields: [''], fault: 'it has more than 4 million characters' },
      { line: 3, fields: [2] },
    ])
  })
})
