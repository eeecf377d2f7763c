// Formats of TEXT and FORMATDATE, in the letters that spreadsheets use.
import { dateOf } from './values.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** YYYY YY MMMM MMM MM M DD D dddd ddd HH mm ss Q; text in "quotes" or [brackets] stays; names are English. */
export function formatDate(text: string, format: string): string {
  const instant = dateOf(text)
  if (typeof instant !== 'number') return text
  const date = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const parts: { [token: string]: string } = {
    YYYY: String(year).padStart(4, '0'),
    YY: two(year % 100),
    MMMM: MONTHS[month] ?? '',
    MMM: (MONTHS[month] ?? '').slice(0, 3),
    MM: two(month + 1),
    M: String(month + 1),
    DD: two(day),
    D: String(day),
    dddd: DAYS[date.getUTCDay()] ?? '',
    ddd: (DAYS[date.getUTCDay()] ?? '').slice(0, 3),
    HH: two(date.getUTCHours()),
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    Q: String(Math.floor(month / 3) + 1),
  }
  return format.replace(
    /"([^"]*)"|\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|mm|ss|Q/g,
    (token, quoted, bracketed) => quoted ?? bracketed ?? parts[token] ?? token,
  )
}

/** `0` and `#` for digits, `,` for thousands, `.` for decimals, `%` for hundredths; the rest stands around the number. */
export function formatNumber(value: number, format: string): string {
  const core = /[#0][#0,]*(?:\.[#0]+)?|\.[#0]+/.exec(format)
  if (!core) return format
  const [whole = '', decimals = ''] = core[0].split('.')
  const scaled = format.includes('%') ? value * 100 : value
  const least = decimals.replaceAll('#', '').length
  const digits = Math.abs(scaled).toLocaleString('en-US', {
    minimumFractionDigits: Math.min(least, 20),
    maximumFractionDigits: Math.min(decimals.length, 20),
    minimumIntegerDigits: Math.min(21, Math.max(1, whole.replace(/[#,]/g, '').length)),
    useGrouping: whole.includes(','),
  })
  const sign = scaled < 0 && /[1-9]/.test(digits) ? '-' : ''
  return format.slice(0, core.index) + sign + digits + format.slice(core.index + core[0].length)
}
