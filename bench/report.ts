// What a scenario finds, and the table of it all.

export interface Finding {
  what: string
  measured: string
  /** What it was held against, in the same run. */
  beside?: string
  bar?: string
  /** Undefined where there is no bar. */
  pass?: boolean
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
export const ms = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`

const HEAD = ['what', 'measured', 'beside it', 'bar', ''] as const

/** Markdown, columns aligned so that it also reads in a terminal. */
export function table(findings: readonly Finding[]): string {
  const rows = [
    [...HEAD],
    ...findings.map((each) => [
      each.what,
      each.measured,
      each.beside ?? '',
      each.bar ?? '',
      each.pass === undefined ? '' : each.pass ? 'pass' : '**MISS**',
    ]),
  ]
  const widths = HEAD.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head ?? []), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}
