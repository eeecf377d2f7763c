// A spreadsheet (XLSX) of one sheet for tests: cells by row, and which of them are merged, such as `A1:B1`.
import yazl from 'yazl'

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export async function spreadsheetOf(
  rows: readonly (readonly (string | number | null)[])[],
  merged: readonly string[] = [],
): Promise<Buffer> {
  const cells = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((value, column) => cellText(value, column, at + 1)).join('')}</row>`,
  )
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${REL}/worksheet" Target="worksheets/one.xml"/></Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="Leads" r:id="a"/></sheets></workbook>',
    'xl/worksheets/one.xml': `<worksheet><sheetData>${cells.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`,
  }
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece as Buffer))
  return Buffer.concat(pieces)
}

function cellText(value: string | number | null, column: number, row: number): string {
  if (value === null) return ''
  const ref = `${String.fromCharCode(65 + column)}${row}`
  if (typeof value === 'number') return `<c r="${ref}"><v>${value}</v></c>`
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
