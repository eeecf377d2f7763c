// Wire shapes of how long things are kept, with the range and the usual value of each.
import { type Static, Type } from 'typebox'
import { rangeOf, SettingRange } from '../setting-ranges.ts'

/** Lowest, highest and usual number of days. */
export const DAYS = {
  attempt_days: [1, 3650, 90],
  lookup_cache_days: [1, 3650, 365],
  page_cache_days: [1, 365, 30],
} as const

const days = ([minimum, maximum, usual]: readonly [number, number, number], description: string) =>
  Type.Integer({ minimum, maximum, description: `${description} ${minimum} to ${maximum} days; ${usual} unless set.` })

const fields = {
  attempt_days: days(
    DAYS.attempt_days,
    'How long the request and the response of an attempt are kept. The attempt itself, with its outcome and cost, stays with its cell.',
  ),
  lookup_cache_days: days(
    DAYS.lookup_cache_days,
    'How long answers of lookups may be used again; sooner where the lookup says so.',
  ),
  page_cache_days: days(
    DAYS.page_cache_days,
    'How long pages of websites may be used again; sooner where they expire.',
  ),
}

export const RetentionSettings = Type.Object(fields, { $id: 'RetentionSettings' })
export type Retention = Static<typeof RetentionSettings>

export const RetentionUpdate = Type.Object(
  {
    attempt_days: Type.Optional(fields.attempt_days),
    lookup_cache_days: Type.Optional(fields.lookup_cache_days),
    page_cache_days: Type.Optional(fields.page_cache_days),
  },
  { $id: 'RetentionUpdate', additionalProperties: false },
)
export type RetentionUpdate = Static<typeof RetentionUpdate>

/** What each number of days must be within, for clients that ask people for it. */
export const RetentionRanges = Type.Object({
  attempt_days: SettingRange,
  lookup_cache_days: SettingRange,
  page_cache_days: SettingRange,
})

export function retentionRanges(): Static<typeof RetentionRanges> {
  return {
    attempt_days: rangeOf(DAYS.attempt_days),
    lookup_cache_days: rangeOf(DAYS.lookup_cache_days),
    page_cache_days: rangeOf(DAYS.page_cache_days),
  }
}
