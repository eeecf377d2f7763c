// Learns which department a job title belongs to from the titles of O*NET, and writes the weights that the product ships.
//
//   npx tsx bench/quality/train-titles.ts <folder with "Alternate Titles.txt" and "Sample of Reported Titles.txt" of the O*NET database>
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { departmentByRules } from '../../src/providers/names/job-title.ts'
import { titleFeatures } from '../../src/providers/names/title-features.ts'
import { ALTERNATE, CLASSES, isForThreshold, isHeld, judgeTitles, REPORTED, readTitles, type Title } from './titles.ts'

const EPOCHS = 12
const FEWEST_TITLES = 4
const SCALE = 10
/** Weights below this, in tenths, are left out. */
const LEAST_WEIGHT = 4
const PRECISION = 0.95

/** A generator with a fixed start, so that the same titles give the same weights. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

interface Model {
  features: Map<string, Float64Array>
  biases: Float64Array
}

function probabilities({ features, biases }: Model, text: string): { all: number[]; rows: Float64Array[] } {
  const rows = titleFeatures(text).flatMap((feature) => features.get(feature) ?? [])
  const scores = Array.from(biases, (bias, kind) => rows.reduce((sum, row) => sum + (row[kind] ?? 0), bias))
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const sum = powers.reduce((total, power) => total + power, 0)
  return { all: powers.map((power) => power / sum), rows }
}

function train(titles: readonly Title[]): Model {
  const counts = new Map<string, number>()
  for (const { text } of titles)
    for (const feature of titleFeatures(text)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= FEWEST_TITLES)
  const features = new Map(kept.map(([feature]) => [feature, new Float64Array(CLASSES.length)]))
  const model: Model = { features, biases: new Float64Array(CLASSES.length) }
  const random = randomFrom(7)
  const order = titles.map((title) => ({ title, kind: CLASSES.indexOf(title.department) }))
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = 0.3 / (1 + epoch / 2)
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      const moved = order[at] as (typeof order)[number]
      order[at] = order[other] as (typeof order)[number]
      order[other] = moved
    }
    for (const { title, kind } of order) step(model, title.text, kind, rate)
  }
  return model
}

function step(model: Model, text: string, right: number, rate: number): void {
  const { all, rows } = probabilities(model, text)
  for (const [kind, probability] of all.entries()) {
    const slope = rate * (probability - (kind === right ? 1 : 0))
    model.biases[kind] = (model.biases[kind] ?? 0) - slope
    for (const row of rows) row[kind] = (row[kind] ?? 0) * (1 - rate * 1e-4) - slope
  }
}

/** The model as it is shipped: weights in tenths, small ones left out. */
function rounded({ features, biases }: Model): Model {
  const round = (weight: number) => (Math.abs(weight * SCALE) < LEAST_WEIGHT ? 0 : Math.round(weight * SCALE) / SCALE)
  const rows = [...features].map(([feature, row]): [string, Float64Array] => [feature, row.map(round)])
  return {
    features: new Map(rows.filter(([, row]) => row.some((weight) => weight !== 0))),
    biases: biases.map((bias) => Math.round(bias * 100) / 100),
  }
}

function guess(model: Model, text: string, least: number): string | undefined {
  const { all } = probabilities(model, text)
  const best = all.indexOf(Math.max(...all))
  return best > 0 && (all[best] ?? 0) >= least ? CLASSES[best] : undefined
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder of the O*NET files.')
const reported = readTitles(join(folder, REPORTED))
const held = reported.filter(isHeld)
const others = [...readTitles(join(folder, ALTERNATE)), ...reported].filter((title) => !isHeld(title))
const model = rounded(train(others.filter((title) => !isForThreshold(title))))
const unknown = reported.filter(
  (title) => !isHeld(title) && isForThreshold(title) && departmentByRules(title.text) === undefined,
)
const steps = Array.from({ length: 10 }, (_, at) => 0.5 + at * 0.05)
const least = steps.find((one) => judgeTitles(unknown, (text) => guess(model, text, one)).precision >= PRECISION) ?? 1
console.log(`sure from ${least.toFixed(2)}, by ${unknown.length} titles that no rule knows`)
const show = (name: string, titles: readonly Title[], read: (text: string) => string | undefined) => {
  const { said, precision, recall } = judgeTitles(titles, read)
  console.log(`${name}: ${said} told, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
}
for (const [name, titles] of [
  ['learned from', others],
  ['held out', held],
] as const) {
  show(`${name}, rules`, titles, departmentByRules)
  show(`${name}, rules, then the model`, titles, (text) => departmentByRules(text) ?? guess(model, text, least))
  const left = titles.filter(({ text }) => departmentByRules(text) === undefined)
  show(`${name}, the model by itself where no rule knows`, left, (text) => guess(model, text, least))
}
const entries = [...model.features].map(([feature, row]) => {
  const list = Array.from(row, (weight, kind) =>
    weight === 0 ? '' : `${String.fromCharCode(97 + kind)}${Math.round(weight * SCALE)}`,
  )
  return `${feature}=${list.join('')}`
})
const lines: string[] = []
for (const entry of entries.sort()) {
  const last = lines.at(-1)
  if (last !== undefined && last.length + entry.length < 150) lines[lines.length - 1] = `${last} ${entry}`
  else lines.push(entry)
}
const path = join(import.meta.dirname, '..', '..', 'src', 'providers', 'names', 'title-weights.generated.ts')
writeFileSync(
  path,
  `// Weights of the model of departments, written by bench/quality/train-titles.ts from titles of the O*NET Database (U.S. Department of Labor, CC BY 4.0), changed.

export const CLASSES = ${JSON.stringify(CLASSES)} as const
/** A guess less likely than this is none. */
export const LEAST_PROBABILITY = ${Number(least.toFixed(2))}
export const SCALE = ${SCALE}
export const BIASES: readonly number[] = ${JSON.stringify([...model.biases])}
export const WEIGHTS = \`${lines.join('\n')}\`
`,
)
console.log(`${lines.join('\n').length} bytes of weights for ${entries.length} features`)
