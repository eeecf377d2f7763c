// The lines of a page that say something: without navigation, notices, forms, and without what changes by itself.
import { Parser } from 'htmlparser2'

const LEFT_OUT = new Set(
  'script style noscript template svg nav footer form select button iframe object canvas time dialog aside input textarea head'.split(
    ' ',
  ),
)
const BLOCKS =
  /^(?:p|div|br|li|ul|ol|h[1-6]|tr|table|section|article|main|blockquote|hr|dd|dt|dl|header|figcaption|pre|td|th)$/
const VOID = /^(?:br|hr|img|input|meta|link|wbr|area|base|col|embed|source|track)$/
const NOISY_ROLE = /^(?:navigation|contentinfo|banner|dialog|alert|status|timer|marquee|search)$/
const NOISY_NAME =
  /(?:^|[\s_-])(?:cookie|consent|gdpr|ccpa|popup|modal|newsletter|subscribe|breadcrumbs?|share|sharing|social|related|recommended|advert|ads?|promo-?bar|announcement-?bar|countdown|counter|ticker|csrf|captcha|login|cart|pagination|visually-hidden|sr-only|skip-link|nav|navbar|menu|footer)(?:$|[\s_-])/i
const MAX_LINES = 5_000
const MAX_LENGTH = 200_000

/** The shown lines of the main part, in order. */
export function mainLines(html: string): string[] {
  const lines: string[] = []
  let line = ''
  let length = 0
  const stack: { name: string; out: boolean }[] = []
  const isOut = () => stack.at(-1)?.out ?? false
  const end = () => {
    const said = line
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (said !== '' && lines.length < MAX_LINES && length < MAX_LENGTH) {
      lines.push(said)
      length += said.length
    }
    line = ''
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (BLOCKS.test(name)) end()
        if (VOID.test(name)) return
        if (stack.length > 500) return
        const named = `${attributes.id ?? ''} ${attributes.class ?? ''}`
        const out =
          isOut() ||
          LEFT_OUT.has(name) ||
          NOISY_ROLE.test(attributes.role ?? '') ||
          attributes.hidden !== undefined ||
          attributes['aria-hidden'] === 'true' ||
          /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.style ?? '') ||
          // The whole page is often inside something with a telling name.
          (!/^(?:html|body|main|article)$/.test(name) && NOISY_NAME.test(named))
        stack.push({ name, out })
      },
      ontext(text) {
        if (!isOut() && line.length < 20_000) line += text
      },
      onclosetag(name) {
        if (BLOCKS.test(name)) end()
        if (VOID.test(name)) return
        const at = stack.findLastIndex((one) => one.name === name)
        if (at >= 0) stack.length = at
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  end()
  return lines
}

const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-zé]*\\.?'
const DAYS = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?'
const VOLATILE: readonly RegExp[] = [
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?/gi,
  new RegExp(
    `\\b(?:${DAYS},?\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+${MONTHS}(?:,?\\s+\\d{4})?|${MONTHS}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?)(?!\\p{L})`,
    'giu',
  ),
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?|uhr|utc|gmt|[ce]e?st)?\b/gi,
  /\b(?:an?|\d+|few)\s+(?:second|minute|hour|day|week|month|year)s?\s+ago\b|\bvor\s+(?:\d+|einer?m?)\s+\p{L}+|\bjust now\b|\byesterday\b/giu,
  /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?\d{4}/gi,
  /\b[\d.,]+\s?[km]?\+?\s+(?:views?|likes?|comments?|shares?|followers?|members? online|visitors?|downloads?|stars?|forks?|online|people (?:are )?(?:viewing|watching)|reads?|votes?|replies)\b/gi,
  /\b(?:views?|likes?|visitors?|visits|online|downloads?)\s*:?\s*[\d.,]+\b/gi,
  /\b[0-9a-f]{16,}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=[\w-]*\d)(?=[\w-]*[a-z])[A-Za-z0-9_-]{24,}\b/gi,
]

/** A line without dates, counters and tokens: what is left is compared. */
export function steadyLine(line: string): string {
  return VOLATILE.reduce((rest, pattern) => rest.replace(pattern, ' '), line)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Lines as they are compared, blank ones left out. */
export const steadyLines = (html: string) =>
  mainLines(html)
    .map(steadyLine)
    .filter((line) => /\p{L}/u.test(line))
