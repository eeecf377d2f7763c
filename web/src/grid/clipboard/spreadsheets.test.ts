// What the clipboard of real spreadsheets looks like, and what happens to it in columns of every kind.
import { describe, expect, it } from 'vitest'
import { pasteWrite } from '../edit/write.logic.ts'
import type { GridColumn, ValueKind } from '../model/grid.types.ts'
import { anchored, landings, NOTHING, type Selection, selectCell } from '../model/selection.logic.ts'
import { fromClipboard, planPaste, toClipboard, tooNarrow } from './clipboard.logic.ts'

/** The values that a paste at the first cell puts into columns of these kinds; what does not fit is marked by `!`. */
function pasted(texts: { html?: string; plain?: string }, kinds: ValueKind[]): unknown[][] {
  const block = fromClipboard({ html: '', plain: '', ...texts })
  const plan = planPaste(block, { x: 0, y: 0, width: 1, height: 1 }, { cols: kinds.length, rows: block.length })
  if (!plan) return []
  const write = pasteWrite(block, plan)
  return block.map((row, y) =>
    row.map((_, x) => {
      const kind = kinds[x] ?? 'text'
      const column: GridColumn = { id: `c${x}`, name: '', type: 'input', kind, width: 100, computed: false }
      const { value, valid } = write.value({ col: x, row: y }, column)
      return valid ? value : `!${value}`
    }),
  )
}

const excel = (rows: string, [decimal, thousand] = ['\\.', '\\,']) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"${decimal}";
	mso-displayed-thousand-separator:"${thousand}";}
td	{padding-top:1px; mso-number-format:General; white-space:nowrap;}
.xl65 {mso-number-format:"Short Date";}
.xl66 {mso-number-format:"\\@";}
br {mso-data-placement:same-cell;}
-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=256 style='border-collapse:collapse;width:192pt'>
<!--StartFragment-->
 <col width=64 span=4 style='width:48pt'>
${rows}
<!--EndFragment-->
</table>
</body>
</html>`

describe('what Excel copies', () => {
  it('keeps leading zeros, and reads money, percentages, negatives in brackets and results of formulas', () => {
    const html = excel(` <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl66 width=64 style='height:15.0pt;width:48pt'>007</td>
  <td class=xl67 align=right width=64 style='width:48pt'><span style='mso-spacerun:yes'> </span>$1,234.50<span style='mso-spacerun:yes'> </span></td>
  <td class=xl68 align=right width=64 style='width:48pt'>12.5%</td>
  <td align=right width=64 style='width:48pt'>(1,000)</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl66 style='height:15.0pt'>1.10</td>
  <td class=xl67><span style='mso-spacerun:yes'> </span>-€<span style='mso-spacerun:yes'>   </span>99.00</td>
  <td class=xl68 align=right>0%</td>
  <td align=right>1.23E+05</td>
 </tr>`)
    expect(pasted({ html }, ['text', 'currency', 'percent', 'number'])).toEqual([
      ['007', 1234.5, 12.5, -1000],
      ['1.10', -99, 0, 123000],
    ])
    expect(pasted({ html }, ['text', 'text', 'text', 'text'])[0]).toEqual(['007', '$1,234.50', '12.5%', '(1,000)'])
  })

  it('reads numbers as the Excel that copied writes them: 1.234 of a German one is a thousand and more', () => {
    const html = excel(
      ` <tr><td align=right>1.234</td><td align=right>1.234.567,89 €</td><td align=right>31.12.2025</td><td>12,5%</td></tr>`,
      ['\\,', '\\.'],
    )
    expect(pasted({ html }, ['number', 'currency', 'date', 'percent'])).toEqual([
      [1234, 1234567.89, '2025-12-31', 12.5],
    ])
    expect(pasted({ html }, ['text', 'text', 'text', 'text'])[0]?.[0]).toBe('1.234')
    const swiss = excel(` <tr><td align=right>1’234.50</td></tr>`, ['\\.', '\\’'])
    expect(pasted({ html: swiss }, ['number'])).toEqual([[1234.5]])
    const french = excel(` <tr><td align=right>1&nbsp;234,50</td><td>12 rue</td></tr>`, ['\\,', '\\ '])
    expect(pasted({ html: french }, ['number', 'text'])).toEqual([[1234.5, '12 rue']])
  })

  it('keeps line breaks and double spaces in their cell, and merged cells in the first of their places', () => {
    const html = excel(` <tr height=40>
  <td rowspan=2 height=60 class=xl65>Ada &amp; Co</td>
  <td colspan=2 class=xl66>first line<br>
    second <b>line</b></td>
  <td>a<span style='mso-spacerun:yes'>  </span>b</td>
 </tr>
 <tr>
  <td colspan=3 style='mso-ignore:colspan'></td>
 </tr>
 <![if supportMisalignedColumns]>
 <tr height=0 style='display:none'>
  <td width=64 style='width:48pt'></td><td width=64></td><td width=64></td><td width=64></td>
 </tr>
 <![endif]>`)
    expect(pasted({ html }, ['text', 'text', 'text', 'text'])).toEqual(
      [
        ['Ada & Co', 'first line\nsecond line', '', 'a  b'],
        ['', '', '', ''],
      ].map((row) => row.map((text) => text || null)),
    )
  })

  it('brings rows hidden by hand along, as pasting in Excel does', () => {
    const html = excel(` <tr><td>one</td></tr>
 <tr height=0 style='display:none'><td height=0>two</td></tr>
 <tr><td>three</td></tr>`)
    expect(pasted({ html }, ['text'])).toEqual([['one'], ['two'], ['three']])
  })

  it('reads 03/04/2026 as the other days of its column say, and keeps it as text where none says', () => {
    const day = (...days: string[]) =>
      excel(days.map((one) => ` <tr><td class=xl65 align=right>${one}</td></tr>`).join('\n'))
    expect(pasted({ html: day('03/04/2026', '31/12/2025') }, ['date'])).toEqual([['2026-04-03'], ['2025-12-31']])
    expect(pasted({ html: day('3/4/2026', '12/31/2025') }, ['date'])).toEqual([['2026-03-04'], ['2025-12-31']])
    expect(pasted({ html: day('03/04/2026') }, ['date'])).toEqual([['!03/04/2026']])
    expect(pasted({ html: day('31-Dec-25', '1/2/26 14:30', '13/02/26') }, ['date'])).toEqual([
      ['2025-12-31'],
      ['2026-02-01'],
      ['2026-02-13'],
    ])
  })

  it('takes quoted cells with line breaks, tabs and quotes from its text as well', () => {
    const plain = 'name\tnote\r\nAda\t"first\nsecond\tand ""more"""\r\n12" pipe\t\r\n'
    expect(pasted({ plain }, ['text', 'text'])).toEqual([
      ['name', 'note'],
      ['Ada', 'first\nsecond\tand "more"'],
      ['12" pipe', null],
    ])
  })

  it('notices cells that Excel copied as ####', () => {
    expect(tooNarrow(fromClipboard({ html: '', plain: '#######\tC#\n#\t####' }))).toBe(2)
  })
})

describe('what Sheets copies', () => {
  const sheets = (rows: string) =>
    `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody>${rows}</tbody></table></google-sheets-html-origin>`

  it('takes the number that a cell holds and not the one it shows, and days whichever way they are shown', () => {
    const html = sheets(
      `<tr style="height:21px;"><td style="overflow:hidden;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1234.5678}" data-sheets-numberformat="{&quot;1&quot;:4,&quot;2&quot;:&quot;\\&quot;$\\&quot;#,##0.00&quot;,&quot;3&quot;:1}">$1,234.57</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46085}" data-sheets-numberformat="{&quot;1&quot;:5,&quot;2&quot;:&quot;dd/mm/yyyy&quot;,&quot;3&quot;:1}">04/03/2026</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:0.125}" data-sheets-numberformat="{&quot;1&quot;:3,&quot;2&quot;:&quot;0%&quot;,&quot;3&quot;:1}">13%</td><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;007&quot;}">007</td></tr>` +
        `<tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:8}" data-sheets-formula="=R[-1]C[0]*2">8</td><td data-sheets-value="{&quot;1&quot;:4,&quot;4&quot;:1}">TRUE</td><td></td><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;two\\nlines&quot;}">two<br/>lines</td></tr>`,
    )
    expect(pasted({ html }, ['number', 'date', 'percent', 'text'])).toEqual([
      [1234.5678, '2026-03-04', 12.5, '007'],
      [8, '!TRUE', null, 'two\nlines'],
    ])
    expect(pasted({ html }, ['text', 'text', 'number', 'number'])[0]).toEqual(['$1,234.57', '04/03/2026', 12.5, 7])
  })

  it('believes what is shown where what is behind it cannot be read', () => {
    const html = sheets(
      '<tr><td data-sheets-value="{oops">5</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:0.5}">12:00:00</td></tr>',
    )
    expect(pasted({ html }, ['number', 'number'])).toEqual([[5, '!12:00:00']])
  })
})

describe('what LibreOffice copies', () => {
  it('takes the number that a cell holds, and days whichever way they are shown', () => {
    const html = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.6.4.1 (Linux)"/></head><body><table cellspacing="0" border="0"><colgroup span="4" width="85"></colgroup>
	<tr>
		<td height="17" align="right" valign=bottom sdval="1234.5" sdnum="1031;0;#.##0,00 [$€-407]"><font color="#000000">1.234,50 €</font></td>
		<td align="right" valign=bottom sdval="46085" sdnum="1033;1033;MM/DD/YYYY">03/04/2026</td>
		<td align="right" valign=bottom sdval="0.125" sdnum="1033;0;0%">13%</td>
		<td align="left" valign=bottom>two<br>lines</td>
	</tr></table></body></html>`
    expect(pasted({ html }, ['currency', 'date', 'percent', 'text'])).toEqual([
      [1234.5, '2026-03-04', 12.5, 'two\nlines'],
    ])
  })
})

describe('a table without rows', () => {
  const NONE = { cols: 3, rows: 0 }
  const header = (first: number, last: number): Selection =>
    anchored({ ...NOTHING, columns: [{ first, last }] }, NOTHING, NONE, 0)

  it.each([
    ['nothing', NOTHING, 0],
    ['the header of a column', header(1, 1), 1],
    ['headers of two columns', header(1, 2), 1],
    ['a cell of a row that was deleted', selectCell({ col: 2, row: 7 }), 2],
    ['a column that was deleted', header(5, 5), 2],
  ])('is begun by a paste where %s is chosen', (_, selection, x) => {
    const block = fromClipboard({ html: '', plain: 'Acme\t12\nGlobex\t7' })
    const [start] = landings(selection, NONE)
    const plan = start && planPaste(block, start, NONE)
    expect(plan).toEqual({ target: { x, y: 0, width: 2, height: 2 }, newRows: 2, newColumns: Math.max(0, x - 1) })
  })

  it('takes nothing where it has no columns either', () => {
    expect(landings(NOTHING, { cols: 0, rows: 0 })).toEqual([])
  })
})

describe('what other programs copy', () => {
  it('reads a table in a cell as text of that cell, and lists as lines', () => {
    const html = `<p>Before</p><table><thead><tr><th>Name</th></tr></thead><tr><td><table><tr><td>in</td><td>ner</td></tr></table></td></tr>
      <tr><td><ul><li>one</li><li>two</li></ul></td></tr></table><table><tr><td>another</td></tr></table>`
    expect(pasted({ html }, ['text'])).toEqual([['Name'], ['in ner'], ['one\ntwo']])
  })
})

describe('what goes out', () => {
  const KINDS: ValueKind[] = ['text', 'date', 'percent', 'number', 'checkbox', 'long_text']
  const VALUES = [
    ['007', '2026-03-04', 12.5, 1234.5, true, 'two\nlines, and "more"'],
    ['=HYPERLINK("x")', null, null, -3, false, '12-4'],
  ]

  it('keeps a cell of several lines one cell, days days, and formulas from other programs text', () => {
    const { html, plain } = toClipboard(VALUES, KINDS)
    expect(plain.split('\r\n')[0]).toBe('007\t2026-03-04\t12.5%\t1234.5\ttrue\t"two\nlines, and ""more"""')
    expect(html).toContain('two<br style="mso-data-placement:same-cell">lines')
    expect(html).toMatch(
      /<td style="mso-number-format:'yyyy\\-mm\\-dd'" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46085}"[^>]*>2026-03-04</,
    )
    expect(html).toMatch(/<td style="mso-number-format:'\\@'"[^>]*>=HYPERLINK/)
    expect(html).toMatch(/<td style="mso-number-format:'\\@'"[^>]*>12-4</)
    expect(html).toContain('<td>1234.5</td>')
  })

  it('comes back as it was, from the table and from the text', () => {
    const { html, plain } = toClipboard(VALUES, KINDS)
    expect(pasted({ html }, KINDS)).toEqual(VALUES)
    expect(pasted({ plain }, KINDS)).toEqual(VALUES)
  })
})
