// How a waterfall uses what its providers say: the rules beside its steps, as its form holds them, and in words.
import type { Column } from '../../../api/shapes.ts'
import { counted, money } from '../../../ui/format.ts'
import type { AcceptChoice, Provider, Step, Verifier, WaterfallMode } from '../../columns/workbook.shapes.ts'
import { numberAt, settle } from '../../custom-columns/draft-parts.logic.ts'
import { readAmount } from '../../money/budget.logic.ts'

/** Amounts are as they were typed; blank is none. */
export interface How {
  mode: WaterfallMode
  /** For `merge`: the fields that make the value. */
  fields: string[]
  /** For `cross_check`: how many providers have to agree. */
  agree: number
  verify: Verifier | null
  /** For an email address: it is guessed by its pattern before a paid provider is called. */
  guess: boolean
  max_usd: string
  max_seconds: string
  max_providers: string
  max_age: string
  /** On how many of a hundred rows another provider goes first, and what that may cost in a month; both or none. */
  explore_percent: string
  explore_usd: string
}

export const PLAIN: How = {
  mode: 'stop',
  fields: [],
  agree: 2,
  verify: null,
  guess: false,
  max_usd: '',
  max_seconds: '',
  max_providers: '',
  max_age: '',
  explore_percent: '',
  explore_usd: '',
}

export function readHow(column: Column): How {
  return {
    mode: (column.mode as WaterfallMode | undefined) ?? 'stop',
    fields: (column.fields as string[] | undefined) ?? (column.mode === 'merge' ? [String(column.output)] : []),
    agree: (column.agree as number | undefined) ?? 2,
    verify: (column.verify as Verifier | undefined) ?? null,
    guess: column.free_guess === true,
    max_usd: numberAt(column, 'max_usd_per_row'),
    max_seconds: numberAt(column, 'max_seconds_per_row'),
    max_providers: numberAt(column, 'max_providers'),
    max_age: numberAt(column, 'max_age_days'),
    ...readExplore(column),
  }
}

function readExplore({ explore }: Column): Pick<How, 'explore_percent' | 'explore_usd'> {
  const { percent, usd_per_month } = (explore as { percent: number; usd_per_month: number } | null | undefined) ?? {}
  return { explore_percent: String(percent ?? ''), explore_usd: String(usd_per_month ?? '') }
}

/** Undefined while one of the two is missing. */
function writeExplore({ explore_percent, explore_usd }: How) {
  const [percent, usd_per_month] = [readWhole(explore_percent), readAmount(explore_usd)]
  return percent === undefined || usd_per_month === undefined ? undefined : { percent, usd_per_month }
}

const readDecimal = (text: string) =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined
const readWhole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined)

/** What is wrong with an amount, by the member it is typed in. */
export function wrongAmounts(
  how: How,
): Partial<
  Record<'max_usd' | 'max_seconds' | 'max_providers' | 'max_age' | 'explore_percent' | 'explore_usd', string>
> {
  const within = (value: number | undefined, least: number, most: number) =>
    value !== undefined && value >= least && value <= most
  const said = (text: string, isRight: boolean, words: string) => (text.trim() === '' || isRight ? undefined : words)
  const found = {
    max_usd: said(how.max_usd, within(readAmount(how.max_usd), 0, 1000), 'An amount such as 0.25, at most 1,000.'),
    max_seconds: said(how.max_seconds, within(readDecimal(how.max_seconds), 0.1, 3600), 'Seconds, from 0.1 to 3,600.'),
    max_providers: said(
      how.max_providers,
      within(readWhole(how.max_providers), 0, 50),
      'A whole number up to 50; 0 is all.',
    ),
    explore_percent: said(
      how.explore_percent || how.explore_usd,
      within(readWhole(how.explore_percent), 1, 50),
      'Rows in a hundred, from 1 to 50.',
    ),
    explore_usd: said(
      how.explore_percent || how.explore_usd,
      within(readAmount(how.explore_usd), 0.01, 100_000),
      'An amount for a month, such as 5.',
    ),
    max_age: said(how.max_age, within(readDecimal(how.max_age), 0.01, 36_500), 'Days, such as 90.'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, words]) => words !== undefined))
}

/** Whether an address could be guessed before the steps are called: none of them does it already. */
export function couldGuess({ kind, output, steps }: { kind: string; output: string; steps: readonly Step[] }): boolean {
  const guesses = steps.some(({ provider, enabled }) => provider === 'email-pattern' && enabled !== false)
  return kind === 'waterfall' && output === 'work_email' && !guesses
}

/** The members of the column; of one that is stored, null takes away what is not wanted any more. */
export function writeHow(how: How, kind: 'waterfall' | 'enrichment', isStored: boolean): Record<string, unknown> {
  const given = {
    ...(kind === 'waterfall' && {
      mode: how.mode === 'stop' ? undefined : how.mode,
      fields: how.mode === 'merge' ? how.fields : undefined,
      agree: how.mode === 'cross_check' ? how.agree : undefined,
      verify: how.verify ?? undefined,
      free_guess: how.guess || undefined,
      max_usd_per_row: readAmount(how.max_usd),
      max_seconds_per_row: readDecimal(how.max_seconds),
      max_providers: readWhole(how.max_providers),
      explore: writeExplore(how),
    }),
    max_age_days: readDecimal(how.max_age),
  }
  return settle<Record<string, unknown>>(given, isStored)
}

/** Why it cannot be saved yet, in words; null when it can. */
export function problemOfHow(how: How, asked: number): string | null {
  const [wrong] = Object.values(wrongAmounts(how))
  if (wrong) return `Waterfall settings: ${wrong}`
  if (how.mode === 'merge' && how.fields.length === 0) return 'Choose at least one field to put together.'
  if (how.mode === 'cross_check' && asked < how.agree)
    return `${how.agree} providers have to agree, and ${asked === 1 ? 'only 1 is' : `${asked} are`} called.`
  return null
}

export const ACCEPT_WORDS: Record<AcceptChoice['kind'], string> = {
  any: 'there is any value',
  verified: 'it is verified',
  verified_or_catch_all: 'it is verified, or its domain takes all mail',
  confidence: 'its confidence is high enough',
  formula: 'a formula over its fields holds',
}

function acceptWords(accept: AcceptChoice): string {
  if (accept.kind === 'any') return 'answer'
  if (accept.kind === 'confidence') return `answer of at least ${Math.round(accept.min * 100)}% confidence`
  if (accept.kind === 'formula') return `answer for which ${accept.expression || 'a formula'} holds`
  return accept.kind === 'verified' ? 'verified answer' : 'answer that is verified or of a domain that takes all mail'
}

/** What it does beside asking, in a sentence or three: shown while the settings are folded. */
export function howWords(how: How, accept: AcceptChoice, nameOf: (provider: string) => string): string {
  const ends =
    how.mode === 'merge'
      ? `Puts ${counted(how.fields.length, 'field')} together`
      : how.mode === 'cross_check'
        ? `Goes on until ${how.agree} agree`
        : `Stops at the first ${acceptWords(accept)}`
  const [usd, seconds, most, age] = [
    readAmount(how.max_usd),
    readDecimal(how.max_seconds),
    readWhole(how.max_providers),
    readDecimal(how.max_age),
  ]
  const limits = [
    usd !== undefined && money(usd),
    seconds !== undefined && counted(seconds, 'second'),
    most && counted(most, 'provider'),
  ].filter(Boolean)
  return [
    how.guess && 'Guesses the address first, for free.',
    `${ends}.`,
    how.explore_percent &&
      how.explore_usd &&
      `Tries another provider first on ${how.explore_percent} % of the rows, for at most ${money(readAmount(how.explore_usd) ?? 0)} a month.`,
    how.verify && `Answers are checked by ${nameOf(how.verify.provider)}.`,
    limits.length > 0 && `At most ${limits.join(', ')} a row.`,
    age !== undefined && `Values older than ${counted(age, 'day')} count as stale.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const STATUS_OF: Record<string, string> = { email: 'email_status', phone: 'phone_status' }

/** The lookups that can check a value of this output: those that give a status for that value alone. Cheapest first. */
export function verifiersFor(output: string, providers: readonly Provider[]): { provider: Provider; input: string }[] {
  const type = providers.flatMap((one) => one.outputs).find(({ field }) => field === output)?.type
  const status = STATUS_OF[type ?? '']
  if (!status || !type) return []
  const cost = ({ provider }: { provider: Provider }) => provider.price_usd ?? Number.POSITIVE_INFINITY
  return providers
    .flatMap((provider) => {
      const required = provider.inputs.filter((input) => input.required)
      const [input] = required
      const checks = provider.outputs.some(({ field }) => field === status)
      return checks && input && required.length === 1 && input.type === type ? [{ provider, input: input.name }] : []
    })
    .sort((a, b) => Number(b.provider.ready) - Number(a.provider.ready) || cost(a) - cost(b))
}

/** Every field that some step can give, the column's own first. */
export function fieldsOf(
  output: string,
  steps: readonly Step[],
  providers: readonly Provider[],
): { field: string; label: string; givers: number }[] {
  const asked = steps.flatMap((step) => providers.find(({ id }) => id === step.provider) ?? [])
  const all = new Map<string, { field: string; label: string; givers: number }>()
  for (const { outputs } of asked)
    for (const { field, label } of outputs) {
      const known = all.get(field) ?? { field, label: label.replace(/ \(.*\)$/, ''), givers: 0 }
      all.set(field, { ...known, givers: known.givers + 1 })
    }
  return [...all.values()].sort(
    (a, b) => Number(b.field === output) - Number(a.field === output) || b.givers - a.givers,
  )
}
