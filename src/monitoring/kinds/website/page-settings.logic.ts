// What a user can say about a page: the part to watch, lines to leave out, and which changes are told.
import { RE2JS, RE2JSException } from 're2js'
import type { JsonObject } from '../../../kernel/json.ts'
import { entriesOf, hasWord, textsOf, type WatchOption } from '../kind.ts'
import { type PagePart, selectorFault } from './page-blocks.logic.ts'
import type { PlaceChange, TextGroup } from './page-memory.logic.ts'

const PATTERN = /^\/(.+)\/(i?)$/s

function compiled(entry: string): RE2JS | undefined {
  const [, source, flag] = PATTERN.exec(entry) ?? []
  return source === undefined ? undefined : RE2JS.compile(source, flag === 'i' ? RE2JS.CASE_INSENSITIVE : 0)
}

function patternFault(entry: string): string | undefined {
  try {
    compiled(entry)
    return undefined
  } catch (error) {
    return `${entry} is no pattern: ${error instanceof RE2JSException ? error.message : 'it cannot be read'}`
  }
}

export const PAGE_OPTIONS: readonly WatchOption[] = [
  {
    name: 'selector',
    type: 'text',
    label: 'Part of the page (CSS selector)',
    help: 'Only what stands in these elements is watched, such as "#pricing" or ".plan .price".',
    fault(entry) {
      const fault = selectorFault(entry)
      return fault === undefined ? undefined : `${entry} is no CSS selector: ${fault}`
    },
  },
  {
    name: 'around',
    type: 'text',
    label: 'Part of the page (words in it)',
    help: 'Only the section, card or table that holds these words is watched, such as a heading.',
    from_line: {
      label: 'Watch only this part',
      help: 'A line chosen here watches the section, card or table that it stands in. A selector in the options above is more exact.',
      clears: ['selector'],
    },
  },
  {
    name: 'ignore',
    type: 'texts',
    label: 'Lines to leave out',
    help: 'Lines with one of these texts, or that match a pattern such as /\\d+ people bought/i.',
    fault: patternFault,
  },
  {
    name: 'only',
    type: 'choice',
    label: 'Changes to report',
    help: 'All changes when nothing is chosen.',
    choices: [
      { value: 'added', label: 'Only what is added' },
      { value: 'removed', label: 'Only what is removed' },
      { value: 'numbers', label: 'Only numbers that change' },
    ],
  },
  {
    name: 'below',
    type: 'number',
    label: 'Only when a number is below',
    help: 'A change counts when a price or number in its new text is lower than this.',
  },
  {
    name: 'above',
    type: 'number',
    label: 'Only when a number is above',
    help: 'A change counts when a price or number in its new text is higher than this.',
  },
  {
    name: 'contains',
    type: 'text',
    label: 'Only when the page contains',
    help: 'A change counts while the watched part has these words.',
  },
  {
    name: 'lacks',
    type: 'text',
    label: 'Only when the page does not contain',
    help: 'A change counts while the watched part lacks these words.',
  },
  { name: 'keywords', type: 'texts', label: 'With one of these words', help: 'Other changes are passed over.' },
  {
    name: 'least_percent',
    type: 'number',
    label: 'Least change in percent',
    help: 'Share of the words of the page; without it every change counts.',
  },
]

const textIn = (config: JsonObject, name: string) => {
  const value = config[name]
  return typeof value === 'string' ? value.trim() : ''
}
const numberIn = (config: JsonObject, name: string) => {
  const value = config[name]
  return typeof value === 'number' ? value : undefined
}

export function partOf(config: JsonObject): PagePart {
  const [selector, words] = [textIn(config, 'selector'), textIn(config, 'around')]
  return { ...(selector && { selector }), ...(words && { words }) }
}

/** Whether the user leaves a line out. */
export function leftOutBy(config: JsonObject): ((text: string) => boolean) | null {
  const entries = entriesOf(config, 'ignore')
  if (entries.length === 0) return null
  const tests = entries.map((entry) => {
    const pattern = compiled(entry)
    const words = entry.toLowerCase()
    return pattern ? (text: string) => pattern.test(text) : (text: string) => text.toLowerCase().includes(words)
  })
  return (text) => tests.some((test) => test(text))
}

/** Groups without the lines that the user leaves out. */
export function withoutIgnored(
  groups: readonly TextGroup[],
  config: JsonObject,
): { groups: TextGroup[]; left_out: number } {
  const isLeftOut = leftOutBy(config)
  if (!isLeftOut) return { groups: [...groups], left_out: 0 }
  const kept = groups.map((group) => ({ ...group, texts: group.texts.filter((text) => !isLeftOut(text)) }))
  const count = (all: readonly TextGroup[]) => all.reduce((sum, { texts }) => sum + texts.length, 0)
  return { groups: kept.filter(({ texts }) => texts.length > 0), left_out: count(groups) - count(kept) }
}

const NUMBER = /\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?/g

/** Numbers as people write them: the last point or comma with one or two digits after it parts the fraction. */
export function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? []).map((written) => {
    const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(written) ?? []
    return Number(`${whole.replace(/\D/g, '')}.${fraction || 0}`)
  })
}

const numbersOf = (text: string) => numbersIn(text).join(' ')

/** The changes that the user wants to hear of. */
export function wantedChanges(
  changes: readonly PlaceChange[],
  config: JsonObject,
  pageTexts: readonly string[],
): PlaceChange[] {
  const page = pageTexts.join('\n').toLowerCase()
  const [contains, lacks] = [textIn(config, 'contains').toLowerCase(), textIn(config, 'lacks').toLowerCase()]
  if ((contains && !page.includes(contains)) || (lacks && page.includes(lacks))) return []
  const [below, above] = [numberIn(config, 'below'), numberIn(config, 'above')]
  const keywords = textsOf(config, 'keywords')
  return changes.flatMap((change) => {
    const edits = change.edits.filter(({ before, after }) => {
      if (config.only === 'added' && (before !== '' || after === '')) return false
      if (config.only === 'removed' && after !== '') return false
      if (config.only === 'numbers' && numbersOf(before) === numbersOf(after)) return false
      const numbers = numbersIn(after)
      if (below !== undefined && !numbers.some((one) => one < below)) return false
      if (above !== undefined && !numbers.some((one) => one > above)) return false
      return keywords.length === 0 || hasWord(`${before} ${after}`, keywords)
    })
    return edits.length > 0 ? [{ ...change, edits }] : []
  })
}
