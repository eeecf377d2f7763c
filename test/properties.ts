// Properties are tried with the same examples in every run, so that a run says something of the change it is for. PROPERTY_SEED=random
// looks further, and a failure tells the seed that plays it again.
import fc from 'fast-check'

const asked = process.env.PROPERTY_SEED
if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_261_123 : Number(asked) })

const times = Number(process.env.PROPERTY_RUNS ?? 1)

/** How many examples of a property are tried where each takes the database; PROPERTY_RUNS=10 tries ten times as many, which a random seed is worth. */
export const scaleRuns = (few: number): number => few * times
