// Wire shapes of the enrichment performance settings, with the range each is kept within.
import { type Static, Type } from 'typebox'
import { rangeOf, SettingRange } from '../setting-ranges.ts'

const setting = (minimum: number, maximum: number, normal: number, description: string) =>
  Type.Integer({ description: `${description} Kept within ${minimum} to ${maximum}; ${normal} unless set.` })

/** Lowest, highest and usual value of each setting. */
export const RANGES = {
  row_concurrency: [1, 64, 12],
  provider_workers: [1, 64, 8],
  provider_timeout: [3, 120, 10],
  max_providers: [0, 20, 8],
  retry_passes: [0, 5, 1],
} as const

export type Performance = { -readonly [K in keyof typeof RANGES]: number } & {
  /** `provider_timeout` was set; until then a lookup gets the time that it declares. */
  timeout_chosen?: boolean
}

/** How long a lookup gets for one answer, in milliseconds. */
export function timeoutFor(lookup: { timeout_ms: number }, performance: Performance): number {
  const { timeout_chosen, provider_timeout } = performance
  return timeout_chosen ? Math.min(lookup.timeout_ms, provider_timeout * 1000) : lookup.timeout_ms
}

const fields = {
  row_concurrency: setting(...RANGES.row_concurrency, 'Rows of this workspace worked on at once by one worker.'),
  provider_workers: setting(...RANGES.provider_workers, 'Concurrent calls to one provider by one worker.'),
  provider_timeout: setting(
    ...RANGES.provider_timeout,
    'Seconds to wait for one answer at most. Until it is set a lookup gets the time it declares, longer for slow ones.',
  ),
  max_providers: setting(...RANGES.max_providers, 'Maximum providers called per cell; 0 calls all.'),
  retry_passes: setting(...RANGES.retry_passes, 'How often a call that failed for the moment is tried again.'),
}

export const PerformanceSettings = Type.Object(fields, { $id: 'PerformanceSettings' })

export const PerformanceUpdate = Type.Object(
  {
    row_concurrency: Type.Optional(fields.row_concurrency),
    provider_workers: Type.Optional(fields.provider_workers),
    provider_timeout: Type.Optional(fields.provider_timeout),
    max_providers: Type.Optional(fields.max_providers),
    retry_passes: Type.Optional(fields.retry_passes),
  },
  { $id: 'PerformanceUpdate' },
)

export type PerformanceUpdate = Static<typeof PerformanceUpdate>

/** What each setting is kept within, for clients that ask people for it. */
export const PerformanceRanges = Type.Object({
  row_concurrency: SettingRange,
  provider_workers: SettingRange,
  provider_timeout: SettingRange,
  max_providers: SettingRange,
  retry_passes: SettingRange,
})

export function performanceRanges(): Static<typeof PerformanceRanges> {
  return {
    row_concurrency: rangeOf(RANGES.row_concurrency),
    provider_workers: rangeOf(RANGES.provider_workers),
    provider_timeout: rangeOf(RANGES.provider_timeout),
    max_providers: rangeOf(RANGES.max_providers),
    retry_passes: rangeOf(RANGES.retry_passes),
  }
}
