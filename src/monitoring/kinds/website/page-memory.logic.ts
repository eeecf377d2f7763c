// What a watch remembers of a page from poll to poll: each group of texts with how long it stood still, and which of them change by themselves.
import { createHash } from 'node:crypto'
import { type BlockKind, isAvailability, isDayStamp, kindOf, steadyText } from './block-kinds.logic.ts'
import type { PageBlock } from './page-blocks.logic.ts'

/** Texts of one place in one structure, in order: the items of a list, the cell of a table, a paragraph. */
export interface TextGroup {
  key: string
  slot: string
  place: readonly string[]
  kind: BlockKind
  texts: string[]
}

/** One text of a group. What is left out is as usual: quiet since the beginning, never changed, seen as told. */
interface LineMemory {
  /** As last told; blank for one that is not believed yet. */
  t: string
  /** What the last poll saw in its place; blank when it was not there. */
  s?: string
  /** Comparisons in a row without a change. */
  q?: number
  /** The last comparisons, oldest first: 1 where it had changed. */
  p?: string
  /** How long what was told had stood still before `s`. */
  r?: number
  /** It changes by itself. */
  n?: 1
}

/** How often items of a place, or places of a structure, were replaced. Absent: never. */
interface TurnMemory {
  q: number
  p: string
  n?: 1
}

interface GroupMemory {
  slot: string
  place: readonly string[]
  kind: BlockKind
  lines: LineMemory[]
  turns?: TurnMemory
  /** Short hashes of texts that have gone: one that comes back rotates. */
  gone?: string[]
}

export interface PageMemory {
  /** Comparisons so far; at most {@link MOST_QUIET}. */
  polls: number
  groups: { [key: string]: GroupMemory }
  /** Structures whose places come and go, such as what stands below a headline that is another each time. */
  slots: { [slot: string]: TurnMemory }
  /** Polls in a row that saw hardly anything of the page: a notice in its place, until it has stood there for long. */
  collapsed?: number
}

/** What changed at one place. Texts that only moved are in neither. */
export interface PlaceChange {
  place: readonly string[]
  kind: BlockKind
  /** Each text with what it became; blank for what is new or gone. */
  edits: { before: string; after: string }[]
}

export interface MemoryStep {
  memory: PageMemory
  changes: PlaceChange[]
  /** Places that are left out, with what stands there now. */
  ignored: { place: readonly string[]; text: string }[]
  /** The same page again would change nothing. */
  is_settled: boolean
}

const MOST_QUIET = 12
const WINDOW = 12
const MOST_GONE = 60
const MOST_GROUPS = 4_000
/** Places that are gone are remembered for what stood there. */
const MOST_RESIDUES = 200
/** Comparisons without a change, before and after a change together, until it is believed. */
const TRUST: Readonly<Record<BlockKind, number>> = { fact: 1, words: 4, showy: 5 }
/** What comes or goes as a whole is tried out more often than words are. */
const TRUST_IN_COMING = 4
/** Every change of the last polls asks for so many more. */
const TRUST_PER_CHANGE = 2
const QUIET_UNTIL_HEARD = 8
const COLLAPSED = 0.3
const MOST_COLLAPSED = 2

export function groupBlocks(blocks: readonly PageBlock[]): TextGroup[] {
  const groups = new Map<string, TextGroup>()
  for (const block of blocks) {
    const text = steadyText(block.text)
    if (text === '') continue
    const place = block.place.map(steadyText).filter((one) => one !== '')
    const key = hashOf(`${block.slot}|${place.join('|')}`)
    const group = groups.get(key) ?? { key, slot: hashOf(block.slot), place, kind: kindOf(text, block), texts: [] }
    group.texts.push(text)
    groups.set(key, group)
  }
  return [...groups.values()].slice(0, MOST_GROUPS)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

export function beginMemory(groups: readonly TextGroup[]): PageMemory {
  const memory: PageMemory = { polls: 0, groups: {}, slots: {} }
  for (const { key, slot, place, kind, texts } of groups)
    memory.groups[key] = { slot, place, kind, lines: texts.map((t) => ({ t })) }
  return memory
}

const seenIn = ({ t, s }: LineMemory) => s ?? t
const seenTexts = ({ lines }: GroupMemory) => lines.map(seenIn).filter((text) => text !== '')
const toldIn = ({ lines }: GroupMemory) => lines.flatMap(({ t }) => (t === '' ? [] : [t]))

/** All texts that were told. */
export const reportedTexts = ({ groups }: PageMemory) => Object.values(groups).flatMap(toldIn)

/** A memory without the lines that a test names. */
export function forgetLines(memory: PageMemory, isLeftOut: (text: string) => boolean): PageMemory {
  const groups = Object.entries(memory.groups).map(([key, group]): [string, GroupMemory] => [
    key,
    { ...group, lines: group.lines.filter((line) => !isLeftOut(seenIn(line) || line.t)) },
  ])
  return { ...memory, groups: Object.fromEntries(groups) }
}

export function comparePages(before: PageMemory, groups: readonly TextGroup[], now: Date): MemoryStep {
  if (isCollapsed(before, groups) && (before.collapsed ?? 0) < MOST_COLLAPSED)
    return {
      memory: { ...before, collapsed: (before.collapsed ?? 0) + 1 },
      changes: [],
      ignored: ignoredOf(before),
      is_settled: false,
    }
  const seenNow = new Map(groups.map((group) => [group.key, group]))
  const slots = slotsAfter(before, groups)
  const memory: PageMemory = { polls: Math.min(MOST_QUIET, before.polls + 1), groups: {}, slots: slots.memory }
  const found: PlaceChange[] = []
  let residues = 0
  for (const key of new Set([...Object.keys(before.groups), ...seenNow.keys()])) {
    const group = seenNow.get(key)
    const known = before.groups[key]
    const slot = slots.of((group ?? known)?.slot ?? '')
    const { next, change } = stepGroup(known, group, { slot, now, polls: before.polls })
    if (next.lines.length > 0 || ((next.gone || next.turns) && residues++ < MOST_RESIDUES)) memory.groups[key] = next
    if (change.edits.length > 0) found.push(change)
  }
  const isSettled =
    memory.polls >= QUIET_UNTIL_HEARD &&
    Object.values(memory.groups).every(({ lines }) =>
      lines.every(({ s, q, n }) => s === undefined && q === undefined && !n),
    )
  return { memory, changes: withoutMoved(found, before, groups), ignored: ignoredOf(memory), is_settled: isSettled }
}

/** A notice in place of the page: hardly anything of a page of some length is there. */
function isCollapsed(before: PageMemory, groups: readonly TextGroup[]): boolean {
  const known = Object.values(before.groups).flatMap(seenTexts)
  if (known.length < 8) return false
  const there = new Set(groups.flatMap(({ texts }) => texts))
  return known.filter((text) => there.has(text)).length < known.length * COLLAPSED && there.size < known.length / 2
}

const ignoredOf = ({ groups, slots }: PageMemory) =>
  Object.values(groups).flatMap(({ place, slot, lines }) =>
    lines.flatMap((line) => (line.n || slots[slot]?.n ? [{ place, text: seenIn(line) || line.t }] : [])),
  )

/** What the last comparisons say of a text: whether it changes at nearly every poll, or has stood still again for long. */
function isRestless(past: string, wasRestless: boolean, kind: BlockKind): boolean {
  const changes = changesIn(past)
  const share = changes / Math.max(1, past.length)
  if (
    kind === 'fact'
      ? changes >= 6 && share >= 0.5
      : (changes >= 2 && past.length <= 3) || (changes >= 3 && share >= 0.34)
  )
    return true
  return wasRestless && (past.length < QUIET_UNTIL_HEARD || past.slice(-QUIET_UNTIL_HEARD).includes('1'))
}

const changesIn = (past: string) => past.split('1').length - 1

interface Turns {
  /** Before this poll. */
  quiet: number
  changes: number
  /** After it. */
  is_restless: boolean
}

/** One more comparison; undefined when there is nothing to remember. */
function nextTurns(known: TurnMemory | undefined, isChange: boolean, polls: number): TurnMemory | undefined {
  const { q, p, n } = known ?? { q: polls, p: '0'.repeat(polls) }
  const past = `${p}${isChange ? 1 : 0}`.slice(-WINDOW)
  const restless = isRestless(past, n === 1, 'words')
  if (!restless && !past.includes('1')) return undefined
  return { q: isChange ? 0 : Math.min(MOST_QUIET, q + 1), p: past, ...(restless && { n: 1 }) }
}

const turnsOf = (before: TurnMemory | undefined, after: TurnMemory | undefined, polls: number): Turns => ({
  quiet: before?.q ?? polls,
  changes: changesIn(before?.p ?? ''),
  is_restless: after?.n === 1,
})

function slotsAfter(before: PageMemory, groups: readonly TextGroup[]) {
  const places = new Map<string, { last: string[]; now: string[] }>()
  const at = (slot: string) => {
    const lists = places.get(slot) ?? { last: [], now: [] }
    places.set(slot, lists)
    return lists
  }
  for (const [key, group] of Object.entries(before.groups))
    if (seenTexts(group).length > 0) at(group.slot).last.push(key)
  for (const { key, slot } of groups) at(slot).now.push(key)
  for (const slot of Object.keys(before.slots)) at(slot)
  const memory: PageMemory['slots'] = {}
  for (const [slot, { last, now }] of places) {
    const turns = nextTurns(before.slots[slot], !isSame(last, now) && !isFlow(last, now, []), before.polls)
    if (turns) memory[slot] = turns
  }
  return { memory, of: (slot: string) => turnsOf(before.slots[slot], memory[slot], before.polls) }
}

interface GroupContext {
  slot: Turns
  now: Date
  polls: number
}

function stepGroup(
  known: GroupMemory | undefined,
  group: TextGroup | undefined,
  { slot, now, polls }: GroupContext,
): { next: GroupMemory; change: PlaceChange } {
  const texts = group?.texts ?? []
  const kind = group?.kind ?? known?.kind ?? 'words'
  const lines = known?.lines ?? []
  const gone = known?.gone ?? []
  const last = known ? seenTexts(known) : []
  // The place as a whole comes or goes: how often its structure does that counts too.
  const isWhole = last.length === 0 || texts.length === 0
  const flows = !isWhole && isFlow(last, texts, gone)
  const pairs = aligned(lines, texts, flows).map(({ line, text }) => {
    const from = line ? seenIn(line) : ''
    // Another item in the place of one is no edit of it.
    const isOtherThan = (before: string) =>
      before !== text && (before === '' || text === '' || (lines.length > 1 && !isEditOf(before, text)))
    return { line, from, text, isOther: isOtherThan(from), isOtherThanTold: isOtherThan(line?.t ?? '') }
  })
  const others = pairs.filter(({ isOther }) => isOther).length
  const isTurn = !flows && others > 0 && others * 3 >= Math.max(last.length, texts.length)
  const turns = nextTurns(known?.turns, isTurn, polls)
  const ofGroup = turnsOf(known?.turns, turns, polls)
  const edits: PlaceChange['edits'] = []
  const next: LineMemory[] = []
  const left = new Set(gone)
  for (const { line, from, text, isOtherThanTold } of pairs) {
    // A line that has been stable for long is judged alone, independent of the lines around it.
    const isSteady =
      line !== undefined && line.t !== '' && text !== '' && !line.p && (line.q ?? polls) >= QUIET_UNTIL_HEARD
    const ofOthers = isOtherThanTold && !isSteady
    const isWholeTurn = ofOthers && isWhole
    const rotates = (words: string) => words !== '' && gone.includes(hashOf(words))
    const isQuietly =
      ((isOtherThanTold || kind !== 'fact') && !isSteady && (ofGroup.is_restless || slot.is_restless)) ||
      // One that comes back rotates.
      (isOtherThanTold && !isWhole && (rotates(text) || rotates(from)) && (kind !== 'fact' || lines.length > 2)) ||
      (from !== text && text !== '' && from !== '' && isDayStamp(from, text, now))
    const quiet = Math.min(
      line?.q ?? polls,
      ofOthers ? ofGroup.quiet : MOST_QUIET,
      isWholeTurn ? slot.quiet : MOST_QUIET,
    )
    const earlier = Math.max(changesIn(line?.p ?? ''), ofOthers ? ofGroup.changes : 0, isWholeTurn ? slot.changes : 0)
    const ruled = isOtherThanTold && kind === 'fact' ? 'words' : kind
    const context: LineContext = { kind: ruled, quiet, earlier, flows, isOther: isOtherThanTold, isQuietly, polls }
    const step = stepLine(line ?? { t: '', q: quiet }, text, context)
    if (from !== '' && from !== text) left.add(hashOf(from))
    if (step.line) next.push(step.line)
    if (step.edit && !(flows && step.edit.after === '')) edits.push(step.edit)
  }
  const kept = [...left].slice(-MOST_GONE)
  return {
    next: {
      slot: group?.slot ?? known?.slot ?? '',
      place: group?.place ?? known?.place ?? [],
      kind,
      lines: next,
      ...(turns && { turns }),
      ...(kept.length > 0 && { gone: kept }),
    },
    change: { place: group?.place ?? known?.place ?? [], kind, edits },
  }
}

interface LineContext {
  kind: BlockKind
  quiet: number
  /** Changes that are still remembered. */
  earlier: number
  flows: boolean
  isOther: boolean
  isQuietly: boolean
  polls: number
}

function stepLine(
  line: LineMemory,
  text: string,
  { kind, quiet, earlier, flows, isOther, isQuietly, polls }: LineContext,
): { line?: LineMemory; edit?: { before: string; after: string } } {
  const from = seenIn(line)
  const isChanged = from !== text
  // Every change between two states of stock is reported, however frequent.
  const counts = isChanged && !flows && !isQuietly && !(isAvailability(from) && isAvailability(text))
  const p = `${line.p ?? '0'.repeat(Math.min(line.q ?? polls, polls))}${counts ? 1 : 0}`.slice(-WINDOW)
  const n = isRestless(p, line.n === 1, kind)
  const q = isChanged ? 0 : Math.min(MOST_QUIET, (line.q ?? polls) + 1)
  const base = {
    ...(q < Math.min(MOST_QUIET, polls + 1) && { q }),
    ...(p.includes('1') && { p }),
    ...(n && { n: 1 as const }),
  }
  if (n || isQuietly || text === line.t) return text === '' ? {} : { line: { t: text, ...base } }
  const trust = line.s === undefined || isUnseen(line) ? quiet : (line.r ?? 0)
  const standing = isChanged ? 0 : q
  const isEdit = line.t !== '' && text !== '' && !isOther
  const others = Math.max(0, earlier - (isChanged ? 0 : 1))
  const wanted = isEdit
    ? TRUST[kind] + (kind === 'fact' ? Math.floor(others / 2) : TRUST_PER_CHANGE * others)
    : Math.max(TRUST[kind], TRUST_IN_COMING) + TRUST_PER_CHANGE * others
  if (trust + standing >= wanted) {
    const edit = { before: line.t, after: text }
    return text === '' ? { edit } : { line: { t: text, ...base }, edit }
  }
  return { line: { t: line.t, s: text, r: trust, ...base } }
}

/** One that was never seen yet. */
const isUnseen = ({ t, s, r }: LineMemory) => t === '' && (s ?? '') === '' && r === undefined

/** Whether a text is another version of the one before: it shares half its words, or differs in numbers only. */
function isEditOf(before: string, after: string): boolean {
  if (before === after || (isAvailability(before) && isAvailability(after))) return true
  const bare = (text: string) => text.replace(/\d+/g, '0')
  if (bare(before) === bare(after)) return true
  const [a, b] = [new Set(before.toLowerCase().split(' ')), new Set(after.toLowerCase().split(' '))]
  return [...a].filter((word) => b.has(word)).length >= Math.max(a.size, b.size) / 2
}

/** Each remembered line with what stands in its place now; lines in any order are the same lines. */
function aligned(
  lines: readonly LineMemory[],
  texts: readonly string[],
  flows: boolean,
): { line?: LineMemory; text: string }[] {
  const bySeen = new Map<string, number[]>()
  for (const [at, line] of lines.entries()) {
    const key = seenIn(line) || line.t
    bySeen.set(key, [...(bySeen.get(key) ?? []), at])
  }
  const lineOf = texts.map((text) => bySeen.get(text)?.shift() ?? -1)
  const taken = new Set(lineOf)
  const missing = [...lines.keys()].filter((at) => !taken.has(at))
  const fresh = [...texts.keys()].filter((at) => lineOf[at] === -1)
  const kept = lineOf.filter((at) => at !== -1)
  const isSorted = kept.every((at, n) => n === 0 || at > (kept[n - 1] ?? 0))
  const open = missing.filter((at) => seenIn(lines[at] as LineMemory) !== '')
  if (!flows) {
    const gapOfText = (at: number) => at - fresh.filter((one) => one < at).length
    const gapOfLine = (at: number) => kept.filter((one) => one < at).length
    for (const text of fresh) {
      const at = open.findIndex((line) => !isSorted || gapOfLine(line) === gapOfText(text))
      if (at >= 0) lineOf[text] = open.splice(at, 1)[0] ?? -1
    }
  }
  const paired = new Set(lineOf)
  return [
    ...texts.map((text, at) => {
      const line = lines[lineOf[at] ?? -1]
      return { ...(line && { line }), text }
    }),
    ...missing.filter((at) => !paired.has(at)).map((at) => ({ line: lines[at] as LineMemory, text: '' })),
  ]
}

function counts(texts: readonly string[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const text of texts) all.set(text, (all.get(text) ?? 0) + 1)
  return all
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === new Set(one).size

/** A list that grows at its head and drops its tail, as lists of news do, or grows at its end. */
function isFlow(last: readonly string[], now: readonly string[], gone: readonly string[]): boolean {
  const there = new Set(last)
  const kept = now.filter((text) => there.has(text))
  if (last.length < 2 || kept.length < last.length / 2 || there.size < last.length) return false
  if (now.some((text) => !there.has(text) && gone.includes(hashOf(text)))) return false
  const atEnd = now.slice(now.length - kept.length)
  // What drops out makes room for what came.
  const isTailDropped = now.length >= last.length && kept.every((text, at) => last[at] === text && atEnd[at] === text)
  const isAppended = kept.length === last.length && kept.every((text, at) => last[at] === text && now[at] === text)
  return isTailDropped || isAppended
}

const LONG = 15

/** Without texts that stand elsewhere on the page as often as before. Short ones, such as prices, are of their place. */
function withoutMoved(found: readonly PlaceChange[], before: PageMemory, groups: readonly TextGroup[]): PlaceChange[] {
  const then = counts(reportedTexts(before))
  const now = counts(groups.flatMap(({ texts }) => texts))
  const stands = (text: string) => text !== '' && (then.get(text) ?? 0) > 0 && (now.get(text) ?? 0) > 0
  return found.flatMap(({ edits, ...change }) => {
    // Where a place was renamed, everything in it goes here and comes there.
    const isWhole = edits.every(({ before: gone }) => gone === '') || edits.every(({ after }) => after === '')
    const moved = (text: string) =>
      stands(text) && (text.length >= LONG || (isWhole && then.get(text) === now.get(text)))
    const left = edits.flatMap(({ before: gone, after }) => {
      const edit = { before: moved(gone) ? '' : gone, after: moved(after) ? '' : after }
      return edit.before + edit.after === '' ? [] : [edit]
    })
    return left.length > 0 ? [{ ...change, edits: left }] : []
  })
}
