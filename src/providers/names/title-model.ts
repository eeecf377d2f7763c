// Guesses the department of a job title that no rule knows, by a linear model whose weights `bench/quality/train-titles.ts` has learned.
import { titleFeatures } from './title-features.ts'
import { BIASES, CLASSES, LEAST_PROBABILITY, SCALE, WEIGHTS } from './title-weights.generated.ts'

type Guessed = Exclude<(typeof CLASSES)[number], 'other'>

let weights: Map<string, [kind: number, weight: number][]> | undefined

/** `word=a12b-3 …`: for each feature the letters of kinds with their weights. Read when the first title is asked for. */
function readWeights(): Map<string, [number, number][]> {
  return new Map(
    WEIGHTS.split(/\s+/).map((entry) => {
      const [feature = '', list = ''] = entry.split('=')
      const parts = [...list.matchAll(/([a-z])(-?\d+)/g)]
      return [feature, parts.map(([, letter = 'a', weight]) => [letter.charCodeAt(0) - 97, Number(weight) / SCALE])]
    }),
  )
}

/** How likely each kind is, in the order of `CLASSES`. */
function probabilities(title: string): number[] {
  weights ??= readWeights()
  const scores: number[] = [...BIASES]
  for (const feature of titleFeatures(title))
    for (const [kind, weight] of weights.get(feature) ?? []) scores[kind] = (scores[kind] ?? 0) + weight
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** The department of a title; undefined where the model is not sure, or sure that it is none of these. */
export function guessDepartment(title: string): Guessed | undefined {
  const all = probabilities(title)
  const best = all.indexOf(Math.max(...all))
  const kind = CLASSES[best]
  return kind === undefined || kind === 'other' || (all[best] ?? 0) < LEAST_PROBABILITY ? undefined : kind
}
