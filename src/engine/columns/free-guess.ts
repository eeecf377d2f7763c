// Guesses an address for free before a paid provider is called: by its pattern, from the inputs of the finders, and only if it is verified.
import type { Verifier, WaterfallColumn, WaterfallStep } from './kinds/waterfall.kind.ts'

const GUESSED = 'work_email'
const GUESSER = 'email-pattern'
/** The step that guesses: it goes first, and no order names it. */
export const GUESS_STEP = 'free-guess'
/** Makes no paid calls; where it cannot tell, the finders are called as usual. */
const OWN_VERIFIER: Verifier = { provider: 'email-verifier', input: 'email' }

/** Inputs of the guesser, and what other lookups call the same. */
const CALLED: Record<string, readonly string[]> = {
  company_domain: ['company_domain', 'domain', 'website', 'url', 'company_website'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  full_name: ['full_name', 'name'],
}

type Guessing = Pick<WaterfallColumn, 'steps' | 'verify'>

/** The step that guesses; undefined where no step takes a domain and a name, or a step of the column guesses already. */
export function guessStep({ steps, verify }: Guessing): (WaterfallStep & { id: string }) | undefined {
  const enabled = steps.filter(({ enabled }) => enabled !== false)
  if (enabled.some(({ provider }) => provider === GUESSER)) return undefined
  const inputs = Object.fromEntries(
    Object.entries(CALLED).flatMap(([name, others]) => {
      const template = enabled.flatMap((step) => others.flatMap((other) => step.inputs[other] || []))[0]
      return template === undefined ? [] : [[name, template]]
    }),
  )
  const isEnough = inputs.company_domain !== undefined && Object.keys(inputs).length > 1
  if (!isEnough) return undefined
  return { id: GUESS_STEP, provider: GUESSER, inputs, accept: { kind: 'verified' }, verify: verify ?? OWN_VERIFIER }
}

/** Why a column cannot guess first; null when it can. */
export function guessProblem(column: Guessing & Pick<WaterfallColumn, 'output'>): string | null {
  if (column.output !== GUESSED) return `only a column for ${GUESSED} can guess first`
  if (column.steps.some(({ provider }) => provider === GUESSER)) return null
  return guessStep(column) ? null : 'there is nothing to guess by: a step has to take a domain and a name'
}
