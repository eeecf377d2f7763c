// Says what changed on a page: a title with before and after at their place, and the whole difference line by line.
import type { PlaceChange } from './page-memory.logic.ts'

export interface PageEdit {
  place: readonly string[]
  /** Blank for what is new. */
  before: string
  /** Blank for what is gone. */
  after: string
}

const LONGEST_PART = 60
const FEW_WORDS = 3

/** Each text that was edited, with what it is now. */
export const editsOf = ({ place, edits }: PlaceChange): PageEdit[] => edits.map((edit) => ({ place, ...edit }))

/** The words that differ, with what they share cut off at both ends. A currency or month before a number belongs to it. */
function differing(before: string, after: string): { lead: string; from: string; to: string } {
  const [a, b] = [before.split(' '), after.split(' ')]
  const hasCurrency = [before, after].every((text) => /[$€£¥₹]\d/.test(text))
  if (Math.max(a.length, b.length) <= FEW_WORDS && !hasCurrency) return { lead: '', from: before, to: after }
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  if (
    start > 0 &&
    /^(?:[^\p{L}\d]{1,3}|[A-Z]{3}|\p{Lu}\p{L}{2,8}\.?)$/u.test(a[start - 1] ?? '') &&
    /^\d/.test(a[start] ?? '')
  )
    start -= 1
  return {
    lead: a.slice(0, start).join(' '),
    from: a.slice(start, a.length - end).join(' '),
    to: b.slice(start, b.length - end).join(' '),
  }
}

const cut = (text: string) => (text.length <= LONGEST_PART ? text : `${text.slice(0, LONGEST_PART - 1).trimEnd()}…`)

/** The place of an edit as a person would say it, without what the page is called. */
const placeWords = ({ place, before, after }: PageEdit, page: string) =>
  place.filter((one) => one !== before && one !== after && !page.includes(one))

/** One edit in words: "Starter $49 → $99", "new: Head of Sales". */
export function editWords(edit: PageEdit, page: string): string {
  const { before, after } = edit
  const name = cut(placeWords(edit, page).slice(-2).join(', '))
  const named = name === '' ? '' : `${name}: `
  if (before === '') return `${named}new “${cut(after)}”`
  if (after === '') return `${named}no longer “${cut(before)}”`
  const { lead, from, to } = differing(before, after)
  const isShort = from !== '' && to !== '' && Math.max(from.length, to.length) <= LONGEST_PART
  if (!isShort) return `${named}“${cut(before)}” → “${cut(after)}”`
  const label = [name, lead.length <= LONGEST_PART ? lead : ''].filter((one) => one !== '').join(', ')
  return `${label && `${label} `}${from} → ${to}`
}

/** The edit that matters most: facts before words, and edits before what came or went. */
export function mainEdit(changes: readonly PlaceChange[]): PageEdit | undefined {
  const weigh = ({ kind }: PlaceChange, { before, after }: PageEdit) =>
    (kind === 'fact' ? 4 : kind === 'words' ? 2 : 0) + (before !== '' && after !== '' ? 1 : 0)
  const all = changes.flatMap((change) => editsOf(change).map((edit) => ({ edit, weight: weigh(change, edit) })))
  const best = all.reduce<(typeof all)[number] | undefined>(
    (found, one) => (found && found.weight >= one.weight ? found : one),
    undefined,
  )
  return best?.edit
}

export function changeTitle(page: string, edits: readonly PageEdit[], main: PageEdit): string {
  const more = edits.length - 1
  return `${page}: ${editWords(main, page)}${more > 0 ? `, and ${more} more ${more === 1 ? 'change' : 'changes'}` : ''}`
}

/** Every edit on a line of its own, with its place. */
export const changeLines = (edits: readonly PageEdit[], page: string) =>
  edits.map((edit) => {
    const { before, after } = edit
    const where = placeWords(edit, page).join(' › ')
    const what = before === '' ? `+ ${after}` : after === '' ? `− ${before}` : `${before} → ${after}`
    return where ? `${where}: ${what}` : what
  })

/** What people call a page: the part of its title that its address names, else the first one. */
export function pageName(title: string, heading: string, url: string): string {
  const parts = title.split(/\s+[|–—·•:-]\s+|\s*\|\s*/).filter(Boolean)
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '') : ''
  const word = last
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  const named = word.length > 2 ? parts.find((part) => part.toLowerCase().includes(word)) : undefined
  return (named ?? parts[0] ?? heading).slice(0, 80)
}
