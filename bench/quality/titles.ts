// Titles of O*NET with the department of their occupation, what of them is held out, and how well departments of titles are told.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { departmentByRules, readDepartment } from '../../src/providers/names/job-title.ts'
import { titleWords } from '../../src/providers/names/title-features.ts'
import type { Line } from './matching.ts'

export const REPORTED = 'Sample of Reported Titles.txt'
export const ALTERNATE = 'Alternate Titles.txt'

/** Departments of occupations, by the codes of the Standard Occupational Classification; those of no other are kept apart as "other". */
const OCCUPATIONS: readonly (readonly [department: string, codes: RegExp])[] = [
  ['executive', /^11-1011/],
  ['marketing', /^(?:11-2011|11-2021|11-203[23]|27-3031|13-1161)/],
  ['sales', /^(?:11-2022|41-3|41-4|41-9031|41-9022|41-9041)/],
  ['customer_success', /^43-4051/],
  ['design', /^(?:27-102|27-1011|27-1014|15-1255)/],
  ['engineering', /^(?:11-9041|17-2|15-125[1-4])/],
  ['it', /^(?:11-3021|15-123|15-1244|15-1241|15-1211)/],
  ['data', /^(?:15-1243|15-1242|15-2)/],
  ['security', /^15-1212/],
  ['finance', /^(?:11-3031|13-2|43-3)/],
  ['legal', /^23-/],
  ['human_resources', /^(?:11-3121|11-3111|11-3131|13-1071|13-1141|13-1151|43-4161)/],
  ['operations', /^(?:11-3051|11-3071|11-3061|11-301[23]|13-102[23]|13-1081|43-5|53-1)/],
  ['research', /^(?:11-9121|19-)/],
  ['education', /^(?:11-903|25-)/],
  ['healthcare', /^(?:11-9111|29-|31-)/],
]
export const CLASSES = ['other', ...OCCUPATIONS.map(([department]) => department)]
export interface Title {
  text: string
  department: string
}

const bucketOf = (title: string) => createHash('md5').update(titleWords(title).join(' ')).digest().readUInt8(0)
/** Half of all titles are measured only. */
export const isHeld = ({ text }: Title) => bucketOf(text) % 2 === 1
/** Two fifths of the others, as far as people reported them, choose how sure the model has to be. */
export const isForThreshold = ({ text }: Title) => [2, 4].includes(bucketOf(text) % 10)

/** Titles of one file, each once; those of two departments are left out. */
export function readTitles(path: string): Title[] {
  const known = new Map<string, Title | null>()
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [code = '', written = ''] = line.split('\t')
    const text = written.replace(/\([^()]*\)/g, ' ').trim()
    const department = OCCUPATIONS.find(([, codes]) => codes.test(code))?.[0] ?? 'other'
    const key = titleWords(text).join(' ')
    const before = known.get(key)
    if (key !== '')
      known.set(key, before === undefined || before?.department === department ? { text, department } : null)
  }
  return [...known.values()].filter((one) => one !== null)
}

/**
 * How often what is said is right, and how many of the titles with a department are told right. A rule that says a department of an occupation
 * without one, such as operations of a foreman, is neither; the model says that by itself, so that there it is wrong.
 */
export function judgeTitles(titles: readonly Title[], read: (text: string) => string | undefined) {
  const said = titles.flatMap(({ text, department }) => {
    const told = read(text)
    const isOpen = department === 'other' && departmentByRules(text) !== undefined
    return told === undefined || isOpen ? [] : [told === department]
  })
  const right = said.filter(Boolean).length
  const could = titles.filter(({ department }) => department !== 'other').length
  return { said: said.length, precision: right / Math.max(1, said.length), recall: right / Math.max(1, could) }
}

/** The half of reported titles that nothing was learned from, where the folder `titles` has the file of O*NET. */
export function titleLines(folder: string | null): Line[] {
  const path = folder === null ? '' : join(folder, 'titles', REPORTED)
  if (!existsSync(path)) return []
  const held = readTitles(path).filter(isHeld)
  const rules = judgeTitles(held, departmentByRules)
  const all = judgeTitles(held, readDepartment)
  const set = `departments of titles, ${held.length} held out`
  return [
    {
      set,
      measure: 'as their occupation, precision',
      found: all.precision,
      target: 0.93,
      anchor: `rules alone ${rules.precision.toFixed(3)}`,
    },
    {
      set,
      measure: 'as their occupation, recall',
      found: all.recall,
      target: rules.recall,
      anchor: `rules alone ${rules.recall.toFixed(3)}`,
    },
  ]
}
