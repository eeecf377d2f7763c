// How a provider is doing, in words: why it is not asked, when that ends, and how long its answers take.
import type { Schemas } from '../../api/shapes.ts'
import { duration, tookWords } from '../../ui/format.ts'
import type { HealthPeriod } from './health.queries.ts'

export const PERIODS: { value: HealthPeriod; label: string; words: string }[] = [
  { value: '1h', label: 'Last hour', words: 'the last hour' },
  { value: '24h', label: 'Last 24 hours', words: 'the last 24 hours' },
  { value: '7d', label: 'Last 7 days', words: 'the last 7 days' },
]

export function readPeriod(given: unknown): HealthPeriod {
  return PERIODS.find(({ value }) => value === given)?.value ?? '24h'
}

/** "340 ms", "2.1 s"; a dash where nothing is known. */
export function latencyWords(ms: number | null): string {
  return ms === null ? '–' : tookWords(ms)
}

type Closed = Pick<NonNullable<Schemas['ProviderHealth']['closed']>, 'kind' | 'reason' | 'detail' | 'until'>

const STANDING: Record<string, string> = {
  auth: 'Its key was rejected',
  quota: 'Its quota is used up',
  throttled: 'It asked to wait',
}

/** Three or four words for a badge. */
export function closedWords({ kind, reason }: Pick<Closed, 'kind' | 'reason'>): string {
  return STANDING[reason ?? ''] ?? STANDING[kind] ?? 'It keeps failing'
}

/** What happens until it is well again, and when that is looked after. */
export function untilWords({ kind, until }: Pick<Closed, 'kind' | 'until'>, now: number): string {
  const meanwhile = 'Steps that use it are skipped until then.'
  if (until === null) return `It is called again when its key changes. ${meanwhile}`
  const left = Math.max(0, Date.parse(until) - now) / 1000
  const when = left < 1 ? 'with the next call' : `in ${duration(left)}`
  return kind === 'throttled'
    ? `It is called again ${left < 1 ? 'from now on' : when}. Rows that need it wait.`
    : `One call tries it again ${when}. ${meanwhile}`
}
