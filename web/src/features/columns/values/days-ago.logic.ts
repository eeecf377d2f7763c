// A time that is so many days before now, as the API writes it: -P30D.

export function daysAgo(value: unknown): number | null {
  const [, days] = (typeof value === 'string' && /^-P(\d{1,5})D$/.exec(value)) || []
  return days === undefined ? null : Number(days)
}

/** Undefined for what is no whole number of days. */
export function sayDaysAgo(typed: string): string | undefined {
  return /^\d{1,5}$/.test(typed.trim()) ? `-P${Number(typed)}D` : undefined
}
