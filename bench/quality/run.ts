// What `npm run quality` runs: the figures of matching, feeds, job boards and mail that comes back, pages, names and fusion on labeled data, beside other engines' and the targets; misses are named.
//
//   npm run quality [-- <folder>] [--only pages]    or DATA=<folder>; a folder `data` beside the checkout is used when there is one.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fusionLines } from './fusion.ts'
import { inputLines } from './inputs.ts'
import { type Line, matchingLines } from './matching.ts'
import { monitoringLines } from './monitoring.ts'
import { pageLines } from './pages.ts'
import { replyAndBounceLines } from './replies.ts'
import { titleLines } from './titles.ts'
import { writingLines } from './writing.ts'

const given =
  process.argv.slice(2).find((word, at, all) => !word.startsWith('--') && all[at - 1] !== '--only') ?? process.env.DATA
const beside = resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data')
const folder = given ?? (existsSync(beside) ? beside : null)
if (folder !== null && !existsSync(join(folder, 'er'))) {
  console.error(`${folder} holds no folder "er" with labeled records.`)
  process.exit(1)
}
if (folder === null)
  console.log('No folder of labeled data: only made data is measured. Name one: npm run quality -- <folder>\n')

const isReached = ({ found, target, isMost }: Line) => (isMost ? found <= target : found >= target)
const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(4))

const parts: Readonly<Record<string, (folder: string | null) => Line[] | Promise<Line[]>>> = {
  matching: matchingLines,
  monitoring: monitoringLines,
  replies: replyAndBounceLines,
  pages: pageLines,
  writing: writingLines,
  titles: titleLines,
  inputs: inputLines,
  fusion: fusionLines,
}
const only = process.argv.flatMap((word, at) => (process.argv[at - 1] === '--only' ? [word] : []))
const chosen = Object.entries(parts).filter(([name]) => only.length === 0 || only.includes(name))
const lines: Line[] = []
for (const [, measure] of chosen) lines.push(...(await measure(folder)))
const widths = [
  Math.max(...lines.map(({ set }) => set.length)),
  Math.max(...lines.map(({ measure }) => measure.length)),
]
const row = (parts: readonly string[]) =>
  parts
    .map((part, at) => (at < 2 ? part.padEnd(widths[at] ?? 0) : part.padEnd(10)))
    .join('  ')
    .trimEnd()
console.log(row(['set', 'measure', 'found', 'target', '', 'others']))
for (const line of lines)
  console.log(
    row([
      line.set,
      line.measure,
      shown(line.found),
      `${line.isMost ? '≤' : '≥'} ${shown(line.target)}`,
      isReached(line) ? 'reached' : 'MISSED',
      line.anchor,
    ]),
  )
const missed = lines.filter((line) => !isReached(line))
console.log(`\n${lines.length - missed.length} of ${lines.length} targets reached.`)
for (const { set, measure, found, target } of missed)
  console.log(`Missed: ${set}, ${measure}: ${shown(found)} (target ${shown(target)})`)
