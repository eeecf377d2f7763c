// How often the columns that inputs are suggested from are the right ones, on the column sets of public files.
import { readMeanings } from '../../src/records/reading/column-meaning.logic.ts'
import { COLUMN_SETS, type ColumnSet } from './column-sets.ts'
import type { Line } from './matching.ts'

/** A site serves where a domain is asked for, and the other way round. */
const kindOf = (meaning: string | null | undefined) => (meaning === 'domain' ? 'website' : (meaning ?? null))

interface Judged {
  set: string
  header: string
  found: string | null
  wanted: string | null
}

function judge({ source, columns, rows }: ColumnSet): Judged[] {
  const sampled = columns.map(([name], at) => ({ id: String(at), name, values: rows.map((row) => row[at] ?? '') }))
  const meanings = readMeanings(sampled)
  return columns.map(([header, wanted], at) => {
    const found = kindOf(meanings.find(({ id }) => id === String(at))?.meaning)
    return { set: source, header, found, wanted: kindOf(wanted) }
  })
}

export function inputLines(): Line[] {
  const judged = COLUMN_SETS.flatMap(judge)
  const suggested = judged.filter(({ found }) => found !== null)
  const wanted = judged.filter((one) => one.wanted !== null)
  const right = suggested.filter(({ found, wanted }) => found === wanted)
  for (const { set, header, found, wanted } of judged)
    if (found !== wanted)
      console.log(`inputs: ${set}, "${header}": ${found ?? 'nothing'}, labelled ${wanted ?? 'nothing'}`)
  const line = (measure: string, part: number, whole: number, target: number): Line => ({
    set: `${COLUMN_SETS.length} public column sets, ${judged.length} columns`,
    measure,
    found: whole === 0 ? 1 : part / whole,
    target,
    isMost: false,
    anchor: '',
  })
  return [
    line('suggested inputs, precision', right.length, suggested.length, 0.98),
    line('suggested inputs, recall', right.length, wanted.length, 0.9),
  ]
}
