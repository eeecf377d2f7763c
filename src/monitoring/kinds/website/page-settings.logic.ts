// What a user can say about a page: the part to watch, lines to leave out, and which changes are told.
import { RE2JS, RE2JSException } from 're2js'
import { Type } from 'typebox'
import type { JsonObject } from '../../../kernel/json.ts'
import { type SettingFault, shownAs } from '../../../kernel/setting-form.ts'
import { entriesOf, hasWord, numberOption, textOption, textsOf, textsOption } from '../kind.ts'
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

export const PAGE_OPTIONS = Type.Object({
  selector: textOption({
    title: 'Part of the page (CSS selector)',
    hint: 'Only what stands in these elements is watched, such as "#pricing" or ".plan .price".',
  }),
  around: textOption({
    title: 'Part of the page (words in it)',
    hint: 'Only the section, card or table that holds these words is watched, such as a heading.',
    from_line: {
      label: 'Watch only this part',
      help: 'A line chosen here watches the section, card or table that it stands in. A selector in the options above is more exact.',
      clears: ['selector'],
    },
  }),
  ignore: textsOption({
    title: 'Lines to leave out',
    hint: 'Lines with one of these texts, or that match a pattern such as /\\d+ people bought/i.',
  }),
  only: Type.Optional(
    Type.String({
      enum: ['added', 'removed', 'numbers'],
      ...shownAs({
        title: 'Changes to report',
        hint: '',
        blank: 'All changes',
        labels: {
          added: 'Only what is added',
          removed: 'Only what is removed',
          numbers: 'Only numbers that change',
        },
      }),
    }),
  ),
  below: numberOption({
    title: 'Only when a number is below',
    hint: 'A change counts when a price or number in its new text is lower than this.',
  }),
  above: numberOption({
    title: 'Only when a number is above',
    hint: 'A change counts when a price or number in its new text is higher than this.',
  }),
  contains: textOption({
    title: 'Only when the page contains',
    hint: 'A change counts while the watched part has these words.',
  }),
  lacks: textOption({
    title: 'Only when the page does not contain',
    hint: 'A change counts while the watched part lacks these words.',
  }),
  keywords: textsOption({ title: 'With one of these words', hint: 'Other changes are passed over.' }),
  least_percent: numberOption({
    title: 'Least change in percent',
    hint: 'Share of the words of the page; without it every change counts.',
  }),
})

/** A selector or a pattern that cannot be read. */
export function checkPage(config: JsonObject): SettingFault[] {
  const selector = textIn(config, 'selector')
  const fault = selector && selectorFault(selector)
  const patterns = entriesOf(config, 'ignore').flatMap((entry) => patternFault(entry) ?? [])
  return [
    ...(fault ? [{ setting: 'selector', msg: `${selector} is no CSS selector: ${fault}` }] : []),
    ...patterns.map((msg) => ({ setting: 'ignore', msg })),
  ]
}

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
