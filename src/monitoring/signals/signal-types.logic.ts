// The types of signals: what people call each, how strong each is at first, how fast it fades, and how much many of one type can add to a score.

export const SIGNAL_STATUSES = ['new', 'seen', 'snoozed', 'actioned', 'dismissed'] as const
export type SignalStatus = (typeof SIGNAL_STATUSES)[number]

export interface TypeWeights {
  /** As people read it. */
  label: string
  /** 0..100, where the finder does not say better. */
  strength: number
  half_life_days: number
  /** At most this much of the score can come from signals of the type, 0..100: forty job posts do not fill it. */
  cap: number
}

export const WEIGHTS = {
  hiring: { label: 'Open job', strength: 30, half_life_days: 14, cap: 60 },
  hiring_surge: { label: 'Hiring surge', strength: 70, half_life_days: 21, cap: 80 },
  new_role: { label: 'New kind of role', strength: 60, half_life_days: 21, cap: 75 },
  funding: { label: 'Funding', strength: 90, half_life_days: 90, cap: 95 },
  news: { label: 'News', strength: 30, half_life_days: 7, cap: 45 },
  tech_change: { label: 'Technology', strength: 60, half_life_days: 60, cap: 80 },
  website_change: { label: 'Website change', strength: 30, half_life_days: 14, cap: 50 },
  job_change: { label: 'Job change', strength: 90, half_life_days: 60, cap: 95 },
  growth: { label: 'Growth', strength: 50, half_life_days: 30, cap: 70 },
  social: { label: 'Social profile', strength: 20, half_life_days: 14, cap: 30 },
  github_release: { label: 'Release', strength: 40, half_life_days: 14, cap: 50 },
} as const satisfies Record<string, TypeWeights>

export type SignalType = keyof typeof WEIGHTS
export const SIGNAL_TYPES = Object.keys(WEIGHTS) as SignalType[]
/** By type, as people read them. */
export const SIGNAL_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(WEIGHTS).map(([type, { label }]) => [type, label]),
)

export const isSignalType = (text: string): text is SignalType => Object.hasOwn(WEIGHTS, text)
