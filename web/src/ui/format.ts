// Numbers, money, times and durations as people read them. All pure: "now" is handed in.
const whole = new Intl.NumberFormat('en-US')

export function count(value: number): string {
  return whole.format(value)
}

/** "1 row", "214 rows". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`
}

/** USD: cents from one dollar up, up to four decimals below it. */
export function money(usd: number): string {
  if (usd === 0) return '$0'
  const digits = Math.abs(usd) >= 1 ? 2 : 4
  const text = Math.abs(usd).toFixed(digits)
  const trimmed = digits === 4 ? text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2') : text
  if (Number(trimmed) === 0) return '<$0.0001'
  const [units, cents] = trimmed.split('.')
  return `${usd < 0 ? '−' : ''}$${whole.format(Number(units))}.${cents}`
}

/** What something cost: "no cost", "$0.021", "cost unknown". */
export function costWords(usd: number | null): string {
  return usd === null ? 'cost unknown' : usd === 0 ? 'no cost' : money(usd)
}

/** A share of 0..1 as "82%"; never says 100% or 0% of something that is not quite. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '<1%'
  if (share < 1 && share > 0.99) return '99%'
  return `${Math.round(share * 100)}%`
}

/** Seconds in words: "12 seconds", "3 minutes", "2 hours 5 minutes". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return counted(s, 'second')
  const minutes = Math.round(s / 60)
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return minutes % 60 ? `${counted(hours, 'hour')} ${counted(minutes % 60, 'minute')}` : counted(hours, 'hour')
  return counted(Math.round(hours / 24), 'day')
}

/** Milliseconds as "420 ms", "1.3 s", "14 s". */
export function tookWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return `${ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`
}

/** Bytes as "4.2 MB". */
export function bytes(size: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB']
  let value = size
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 minutes ago", "yesterday"; both times are in ms since 1970. */
export function ago(then: number, now: number): string {
  const seconds = (then - now) / 1000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return 'just now'
}

/** A host, an address or a file in front is written as it is. */
const NAMED = /^\S*\w[.@:/]\w/

/** The same words with a capital letter in front. */
export const capital = (text: string): string =>
  NAMED.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)

/** A few names for a sentence: "ana", "ana or bob", "ana, bob or 3 others". */
export function anyOf(names: string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} or ${names.length - 2} others`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '')
}
