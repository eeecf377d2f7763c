// Which lines are changed: a sample by a seed, so that a figure can be made again and the survivors be read one by one.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '../../test/random.ts'

export interface SourceLine {
  file: string
  /** From 1. */
  line: number
}

const PRODUCT = /(?<!\.(test|fixture|d))\.ts$/
/** Nothing in them can be changed so that a test could notice it. */
const WITHOUT_DECISION = /^\s*(\/\/|\/?\*|import\b|export \* |export (interface|type)\b|[)\]}(,;]*$)/

/** At most so many lines of these folders and files, in an order that the seed gives. */
export function sampleLines(root: string, places: readonly string[], { most, seed }: { most: number; seed: number }) {
  const files = places
    .flatMap((place) => filesOf(root, place))
    .filter((file) => PRODUCT.test(file))
    .sort()
  const lines = files.flatMap((file): SourceLine[] =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, at) => (WITHOUT_DECISION.test(text) ? [] : [{ file, line: at + 1 }])),
  )
  const random = randomFrom(seed)
  for (let at = lines.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [lines[at] as SourceLine, lines[other] as SourceLine]
    lines[at] = two
    lines[other] = one
  }
  return lines.slice(0, most)
}

function filesOf(root: string, place: string): string[] {
  if (statSync(join(root, place)).isFile()) return [place]
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`)
}
