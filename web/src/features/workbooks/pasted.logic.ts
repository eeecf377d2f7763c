// What a pasted text is: a list of domains, a table, or nothing that a workbook could be made of. Pure.

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
  const tabbed = lines.filter((line) => line.includes('\t')).length
  if (lines.length > 1 && tabbed === lines.length) return { kind: 'table', text, rows: lines.length - 1 }
  return null
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
