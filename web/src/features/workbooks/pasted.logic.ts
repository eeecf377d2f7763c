// What a pasted text is: a list of domains, a table, or nothing that a workbook could be made of. Pure.
import { parseTsv } from '../../grid/clipboard/tsv.logic.ts'

export type PastedTable =
  /** `left_out`: what stands between the domains and is none. */
  { kind: 'domains'; domains: string[]; left_out: string[] } | { kind: 'table'; text: string; rows: number }

/** A list in which each line is the name of a company or of a person. */
export interface PastedNames {
  kind: 'names'
  names: string[]
}

/** Longer lines are sentences. */
const LONGEST_NAME = 120

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

/** Half of the lines must be domains for the whole to count as a list of them; duplicates go, the order stays. */
export function readPasted(text: string): PastedTable | null {
  const parts = partsOf(text)
  if (parts.length === 0) return null
  const found = parts.map(hostOf).filter((host) => host !== null)
  if (found.length > 0 && found.length >= parts.length / 2) {
    const left_out = parts.filter((part) => hostOf(part) === null).map((part) => part.trim())
    return { kind: 'domains', domains: [...new Set(found)], left_out }
  }
  // A cell of a spreadsheet may have lines of its own: those are no rows.
  const rows = parseTsv(text).filter((row) => row.some((cell) => cell.trim() !== ''))
  if (rows.length > 1 && rows.every((row) => row.length > 1)) return { kind: 'table', text, rows: rows.length - 1 }
  return null
}

/** Lines of what a user says is a list, where it is neither of domains nor a table; null for sentences. Duplicates go. */
export function readNames(text: string): PastedNames | null {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const names = [...new Set(lines.filter((line) => line !== ''))]
  const isName = (line: string) => /\p{L}/u.test(line) && line.length <= LONGEST_NAME && !line.includes('\t')
  return names.length > 0 && names.every(isName) ? { kind: 'names', names } : null
}

function partsOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.length === 1 ? text.split(/[\s,;]+/).filter(Boolean) : lines.map((line) => line.replace(/[,;]\s*$/, ''))
}

/** What was pasted as a file for the import; a list of domains gets their name above it, and keeps what is none among them. */
export function fileOfPasted(text: string): File {
  if (readPasted(text)?.kind !== 'domains')
    return new File([text], 'Pasted table.tsv', { type: 'text/tab-separated-values' })
  const lines = new Set(partsOf(text).map((part) => hostOf(part) ?? `"${part.trim().replaceAll('"', '""')}"`))
  return new File([`Domain\n${[...lines].join('\n')}\n`], 'Pasted domains.csv', { type: 'text/csv' })
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
