// What a pasted text is: a list of domains, a table, or nothing that a workbook could be made of. Pure.
import { parseTsv } from '../../grid/tsv.logic.ts'

export type Pasted = { kind: 'domains'; domains: string[] } | { kind: 'table'; text: string; rows: number }

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const domain = new RegExp(`^(?:${label}\\.)+[\\p{L}][\\p{L}\\p{N}-]{1,62}$`, 'u')

/** The host of something typed as a domain, an address of a page or an e-mail address; null when it is none. */
export function hostOf(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^[^@\s/]*@/, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
  return bare.length <= 253 && domain.test(bare) ? bare : null
}

/** Most of the lines must be domains for the whole to count as a list of them; duplicates go, the order stays. */
export function readPasted(text: string): Pasted | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  const parts =
    lines.length === 1 ? text.split(/[\s,;]+/).filter(Boolean) : lines.map((line) => line.replace(/[,;]\s*$/, ''))
  const hosts = parts.map(hostOf)
  const found = hosts.filter((host) => host !== null)
  if (found.length > 0 && found.length >= parts.length * 0.8) return { kind: 'domains', domains: [...new Set(found)] }
  // A cell of a spreadsheet may have lines of its own: those are no rows.
  const rows = parseTsv(text).filter((row) => row.some((cell) => cell.trim() !== ''))
  if (rows.length > 1 && rows.every((row) => row.length > 1)) return { kind: 'table', text, rows: rows.length - 1 }
  return null
}

/** What was pasted as a file for the import; a list of domains gets their name above it. */
export function fileOfPasted(text: string): File {
  const read = readPasted(text)
  return read?.kind === 'domains'
    ? new File([`Domain\n${read.domains.join('\n')}\n`], 'Pasted domains.csv', { type: 'text/csv' })
    : new File([text], 'Pasted table.tsv', { type: 'text/tab-separated-values' })
}

/** "companies_2025 (1).csv" as a workbook's name: "companies 2025". */
export function nameFromFile(file: string): string {
  const bare = file
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return bare.slice(0, 200) || 'Imported file'
}
