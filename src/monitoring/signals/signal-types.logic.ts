// The types of signals: how strong each is at first, how fast it fades, and how much many of one type can add to a score.

export const SIGNAL_TYPES = [
  'hiring',
  'hiring_surge',
  'new_role',
  'funding',
  'news',
  'tech_change',
  'website_change',
  'job_change',
  'growth',
  'social',
  'github_release',
] as const
export type SignalType = (typeof SIGNAL_TYPES)[number]

export const SIGNAL_STATUSES = ['new', 'seen', 'snoozed', 'actioned', 'dismissed'] as const
export type SignalStatus = (typeof SIGNAL_STATUSES)[number]

export interface TypeWeights {
  /** 0..100, where the finder does not say better. */
  strength: number
  half_life_days: number
  /** At most this much of the score can come from signals of the type, 0..100: forty job posts do not fill it. */
  cap: number
}

export const WEIGHTS: Readonly<Record<SignalType, TypeWeights>> = {
  hiring: { strength: 30, half_life_days: 14, cap: 60 },
  hiring_surge: { strength: 70, half_life_days: 21, cap: 80 },
  new_role: { strength: 60, half_life_days: 21, cap: 75 },
  funding: { strength: 90, half_life_days: 90, cap: 95 },
  news: { strength: 30, half_life_days: 7, cap: 45 },
  tech_change: { strength: 60, half_life_days: 60, cap: 80 },
  website_change: { strength: 30, half_life_days: 14, cap: 50 },
  job_change: { strength: 90, half_life_days: 60, cap: 95 },
  growth: { strength: 50, half_life_days: 30, cap: 70 },
  social: { strength: 20, half_life_days: 14, cap: 30 },
  github_release: { strength: 40, half_life_days: 14, cap: 50 },
}

export const isSignalType = (text: string): text is SignalType => (SIGNAL_TYPES as readonly string[]).includes(text)
