// The last day of an absence that a note names, in the main languages of mail. Names of months are those of the platform.

import { once } from '../../kernel/once.ts'

/** Locales whose names of months are read; the second of a language is there for names of its own, such as Jänner. */
const LOCALES = [
  ...[
    'en',
    'de',
    'de-AT',
    'fr',
    'es',
    'it',
    'nl',
    'pt',
    'pl',
    'sv',
    'da',
    'nb',
    'fi',
    'cs',
    'sk',
    'hu',
    'ro',
    'tr',
    'ru',
    'uk',
    'el',
  ],
]
/** Where 12/15 is the fifteenth of December. */
const MONTH_FIRST = new Set(['US', 'PH', 'PR', 'GU', 'FM', 'PW', 'MH', 'AS', 'VI'])

const plain = (name: string) => name.normalize('NFC').toLowerCase().replace(/\.$/, '')

/** Month numbers by their names in small letters. Made with the first note: the platform takes a while to tell the names. */
const months = once((): ReadonlyMap<string, number> => {
  const dates = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)))
  const forms = LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).map((length) => ({
      alone: new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' }),
      besideDay: new Intl.DateTimeFormat(locale, { day: 'numeric', month: length, timeZone: 'UTC' }),
    })),
  )
  const told = forms.flatMap(({ alone, besideDay }) =>
    dates.flatMap((date, month) => [
      // A month beside a day may have another ending than one alone.
      ...besideDay
        .formatToParts(date)
        .filter(({ type }) => type === 'month')
        .map(({ value }) => [plain(value), month + 1] as const),
      [plain(alone.format(date)), month + 1] as const,
    ]),
  )
  return new Map([
    ...told.filter(([name]) => /^\p{L}{3,}$/u.test(name)),
    ['sept', 9],
    ['märz', 3],
    ['maerz', 3],
    ['jänner', 1],
    ['feber', 2],
    ['maj', 5],
    ['mei', 5],
  ])
})

const DAY = '(\\d{1,2})(?:\\s?(?:st|nd|rd|th|er|ers|ère|°|º|ª|\\.|:nnen|:e|-én|-ig|-jén|-a|ego|-го|η)(?![\\p{L}\\d]))?'
const YEAR = '(?:[,.]?\\s*(?:de\\s+|del\\s+|von\\s+)?((?:19|20)\\d{2})(?!\\d))?'
const OF = "\\s*(?:of|de|d['’]|di|den|del)?\\s*"

interface NamedDate {
  at: number
  end: number
  year: number | null
  month: number
  day: number
  /** Two figures alone may be a room or a fraction. */
  isBare?: boolean
  /** The other date, when the figures allow two orders of day and month. */
  other: { month: number; day: number } | null
}

interface DateForm {
  pattern: RegExp
  read: (found: RegExpExecArray) => Omit<NamedDate, 'at' | 'end'> | null
}

const forms = once((): DateForm[] => {
  const names = [...months().keys()].sort((a, b) => b.length - a.length).join('|')
  return [
    {
      // 2026-12-15, 2026/12/15, 2026. 12. 15., 2026年12月15日, 2026년 12월 15일
      pattern: /(?<!\d)((?:19|20)\d{2})\s?(?:[-/.]|年|년)\s?(\d{1,2})\s?(?:[-/.]|月|월)\s?(\d{1,2})(?!\d)/gu,
      read: ([, year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day), other: null }),
    },
    {
      // 12月7日(月)～11日
      pattern:
        /(?<!\d)(\d{1,2})\s?[月월]\s?\d{1,2}\s?[日일]?(?:\s?[(（].[)）])?\s?(?:[~～〜–-]|から|至|到|부터)\s?(\d{1,2})\s?[日일]/gu,
      read: ([, month, day]) => ({ year: null, month: Number(month), day: Number(day), other: null }),
    },
    {
      pattern: /(?<!\d)(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/gu,
      read: ([, month, day]) => ({ year: null, month: Number(month), day: Number(day), other: null }),
    },
    {
      // 15 December 2026, le 1er décembre, 10 de diciembre de 2026
      pattern: new RegExp(`(?<![\\d.,/:])${DAY}${OF}(?<!\\p{L})(${names})(?!\\p{L})\\.?${YEAR}`, 'giu'),
      read: ([, day, name, year]) => named(name, day, year),
    },
    {
      // December 7 – 11, 2026
      pattern: new RegExp(
        `(?<!\\p{L})(${names})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?\\s?(?:-|–|—|to|through)\\s?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])${YEAR}`,
        'giu',
      ),
      read: ([, name, day, year]) => named(name, day, year),
    },
    {
      // December 15th, 2026; 2026. december 15-ig
      pattern: new RegExp(`(?<!\\p{L})(${names})\\.?\\s+(?:the\\s+)?${DAY}(?![\\d:])${YEAR}`, 'giu'),
      read: ([, name, day, year]) => named(name, day, year),
    },
    {
      // 15.12.2026, 15.12., 15.12
      pattern: /(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})(?:\.\s?((?:19|20)?\d{2})(?![\d:]|\.\d)|\.(?!\d)|(?![\d.,:%]))/gu,
      read: ([, day, month, year]) => ({ year: yearOf(year), month: Number(month), day: Number(day), other: null }),
    },
    {
      // 12/15/2026, 15/12/26, 15-12-2026, 14/12
      pattern: /(?<![\d./-])(\d{1,2})([/-])(\d{1,2})(?:\2((?:19|20)?\d{2})(?!\d)|(?![\d/-]))/gu,
      read: ([, first, mark, second, year]) => {
        const [a, b] = [Number(first), Number(second)]
        // Two figures with a dash are hours or a range more often than a date.
        if (mark === '-' && year === undefined) return null
        const isBare = year === undefined
        if (a > 12) return { year: yearOf(year), month: b, day: a, isBare, other: null }
        if (b > 12) return { year: yearOf(year), month: a, day: b, isBare, other: null }
        return {
          year: yearOf(year),
          month: b,
          day: a,
          isBare,
          other: mark === '/' && a !== b ? { month: a, day: b } : null,
        }
      },
    },
  ]
})

const named = (name = '', day = '', year?: string) => ({
  year: yearOf(year),
  month: months().get(plain(name)) ?? 0,
  day: Number(day),
  other: null,
})
const yearOf = (text: string | undefined) =>
  text === undefined ? null : Number(text.length === 2 ? `20${text}` : text)

/** Words in a sentence that name the end of an absence. */
const ENDS =
  /(?<!\p{L})(?:until|till|'til|through|thru|back|return\w*|resum\w*|again|available|bis|zurück|wieder|kehre|jusqu|de retour|retour|à partir|reprise|hasta|vuelv\w*|volver\p{L}*|regres\w*|retorn\w*|reincorpor\w*|vuelta|fino|rientr\p{L}*|torn\p{L}*|ritorn\p{L}*|al|até|volt\p{L}*|regress\p{L}*|tot|t\/m|terug|weer|vanaf|do|wrac\p{L}*|wróc\p{L}*|powr\p{L}*|dostępn\p{L}*|till|tillbaka|åter|t\.o\.m|tilbage|tilbake|til|asti|saakka|palaan|vrát\p{L}*|zpět|späť|vissza\p{L}*|ig|până|revin|dön\p{L}*|kadar|до|вернусь|возвращ\p{L}*|повернусь|έως|μέχρι|επιστρ\p{L}*)(?!\p{L})|まで|以降|より|復帰|出社|から|까지|복귀|为止|為止|返回|回来|恢复|直至|至/iu

/**
 * The day that an absence ends by its own words, or the last that its note names. Null for none, for one that is past, and for one more
 * than a year away. `country` is that of the writer: it says whether 05/12 is in May.
 */
export function returnDate(text: string, now: Date, country: string | null = null): string | null {
  const given = text
    .normalize('NFC')
    .replace(/\u00a0/g, ' ')
    .slice(0, 5_000)
  const found: NamedDate[] = []
  for (const { pattern, read } of forms())
    for (const match of given.matchAll(pattern)) {
      const date = read(match as RegExpExecArray)
      const [at, end] = [match.index, match.index + match[0].length]
      if (date && !found.some((one) => at < one.end && end > one.at)) found.push({ ...date, at, end })
    }
  const dated = found.flatMap((one) => {
    const day = dayOf(one, now, country)
    return day === null
      ? []
      : [{ day, isBare: one.isBare === true, isEnd: ENDS.test(sentenceAround(given, one, found)) }]
  })
  const last = (days: typeof dated) =>
    days
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null
  return last(dated.filter(({ isEnd }) => isEnd)) ?? last(dated.filter(({ isBare }) => !isBare)) ?? last(dated)
}

/** The sentence a date stands in; points of dates end none. */
function sentenceAround(text: string, date: NamedDate, dates: readonly NamedDate[]): string {
  let masked = text
  for (const { at, end } of dates) masked = masked.slice(0, at) + '#'.repeat(end - at) + masked.slice(end)
  const before =
    masked
      .slice(0, date.at)
      .split(/[!?。！？\n]|\.\s/)
      .at(-1) ?? ''
  const after = masked.slice(date.end).split(/[!?。！？\n]|\.(?:\s|$)/)[0] ?? ''
  return `${before} # ${after}`
}

const DAY_MS = 86_400_000
/** A day without a year that was a few weeks ago is that of an old note. */
const OLD_NOTE_DAYS = 45
const MOST_DAYS = 366

function dayOf(date: NamedDate, now: Date, country: string | null): string | null {
  const own = dated(date.year, date.month, date.day, now)
  if (date.other === null) return own
  const other = dated(date.year, date.other.month, date.other.day, now)
  if (country !== null) return MONTH_FIRST.has(country.toUpperCase()) ? other : own
  // Nobody is away for long: of two readings the nearer one.
  return [own, other].filter((day) => day !== null).sort()[0] ?? null
}

function dated(year: number | null, month: number, day: number, now: Date): string | null {
  const at = (of: number) => new Date(Date.UTC(of, month - 1, day))
  const today = new Date(now.toISOString().slice(0, 10))
  let date = at(year ?? now.getUTCFullYear())
  if (year === null && date < today) {
    if (today.getTime() - date.getTime() < OLD_NOTE_DAYS * DAY_MS) return null
    date = at(now.getUTCFullYear() + 1)
  }
  if (date.getUTCMonth() !== month - 1 || date < today || date.getTime() - today.getTime() > MOST_DAYS * DAY_MS)
    return null
  return date.toISOString().slice(0, 10)
}
