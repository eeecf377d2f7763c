// Reads a report of the mutation runner, and keeps the table of figures in docs/MUTATION.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A change that no test noticed. */
export interface Survivor {
  /** File and line. */
  place: string
  was: string
  became: string
}

/** The schema of mutation-testing-elements, as far as it is read here. */
export interface MutationReport {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

interface Mutant {
  status: string
  replacement?: string
  location: { start: Position; end: Position }
}

interface Position {
  /** Both from 1. */
  line: number
  column: number
}

const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError'])
const NOT_NOTICED = new Set(['Survived', 'NoCoverage'])

export function readReport({ files }: MutationReport): { mutants: number; noticed: number; survivors: Survivor[] } {
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, source: source.split('\n'), mutant })),
  )
  const survivors = all.flatMap(({ file, source, mutant }) =>
    NOT_NOTICED.has(mutant.status) ? [survivorOf(file, source, mutant)] : [],
  )
  const noticed = all.filter(({ mutant }) => NOTICED.has(mutant.status)).length
  return { mutants: noticed + survivors.length, noticed, survivors }
}

function survivorOf(file: string, source: readonly string[], { location: { start, end }, replacement }: Mutant) {
  const first = source[start.line - 1] ?? ''
  const last = source[end.line - 1] ?? ''
  const changed = first.slice(0, start.column - 1) + (replacement ?? '') + last.slice(end.column - 1)
  return { place: `${file}:${start.line}`, was: first.trim(), became: changed.trim().replaceAll('\n', ' ') }
}

export interface GroupFigures {
  name: string
  mutants: number
  noticed: number
  most: number
  seed: number
}

const TABLE = join('docs', 'MUTATION.md')

/** Replaces the line of the group in the table, or adds it at its end. */
export function writeFigures(root: string, figures: GroupFigures): void {
  const path = join(root, TABLE)
  writeFileSync(path, withFigures(readFileSync(path, 'utf8'), figures))
}

export function withFigures(text: string, { name, mutants, noticed, most, seed }: GroupFigures): string {
  const score = mutants === 0 ? '–' : (noticed / mutants).toFixed(2)
  const row = `| ${name} | ${score} | ${noticed} of ${mutants} | ${most} | ${seed} |`
  const lines = text.trimEnd().split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`))
  if (at >= 0) lines[at] = row
  else lines.push(row)
  return `${lines.join('\n')}\n`
}
