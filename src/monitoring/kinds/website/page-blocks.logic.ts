// What a page says, as blocks of text that know their place: the heading above, the row and column of a table, the card around.
import { selectAll } from 'css-select'
import { DomHandler, DomUtils, Parser } from 'htmlparser2'
import { kindOf, SAYS_SOMETHING } from './block-kinds.logic.ts'

export interface PageBlock {
  /** Names of the elements around, without numbers and generated names: items of one list share it. */
  slot: string
  /** What a person calls the place, outermost first. */
  place: readonly string[]
  text: string
  /** Stands where sites try things out: headlines, banners, quotes, buttons. */
  is_showy: boolean
  /** A cell of a table or the value of a term. */
  is_cell: boolean
}

export interface PageReading {
  blocks: PageBlock[]
  /** The first main heading. */
  heading: string
  /** Words of the whole document, with those of navigation and footers. */
  words: number
  /** The document asks for a browser that runs it. */
  is_drawn_by_script: boolean
}

type Tree = DomHandler['root']
type TreeNode = Tree['childNodes'][number]
type TreeElement = Extract<TreeNode, { attribs: Record<string, string> }>

const MAX_DEPTH = 500
const MAX_BLOCKS = 5_000
const MAX_LENGTH = 200_000
const MAX_OPTIONS = 30

const NEVER = new Set('script style noscript template svg iframe object canvas textarea head'.split(' '))
const BREAKS =
  /^(?:p|div|br|li|ul|ol|h[1-6]|tr|table|thead|tbody|section|article|main|blockquote|hr|dd|dt|dl|header|footer|nav|aside|form|fieldset|legend|label|figure|figcaption|pre|td|th|button|select|option|details|summary|address|caption|dialog)$/
const NOISY_ROLE = /^(?:navigation|contentinfo|dialog|alertdialog|alert|timer|marquee|search)$/
const NOISY_NAME =
  /(?:^|[\s_-])(?:cookies?|cookiebar|consent|gdpr|ccpa|onetrust|usercentrics|didomi|popup|newsletter|subscribe|breadcrumbs?|social|sharing|share-(?:bar|buttons?|links?)|related|recommended|recommendations|recently-viewed|adverts?|ads?|sponsored|countdown|ticker|csrf|captcha|recaptcha|login|sign-?in|mini-?cart|cart-(?:count|drawer|icon)|pagination|visually-hidden|sr-only|skip-link|nav|navbar|chat-?widget|live-?chat)(?:$|[\s_-])/i
const PAGE_FOOTER = /^(?:footer|site-?footer|page-?footer|global-?footer|main-?footer)$/i
const SHOWY_NAME =
  /(?:^|[\s_-])(?:hero|banner|promo|announcements?|announcement-?bar|top-?bar|notice|ribbon|strip|testimonials?|quotes?|carousel|slider|slides?|swiper|marquee|spotlight|featured|trending|popular|teaser|tips?|cta|btn|button|headline|tagline|logos?|ab-?test|variant)(?:$|[\s_-])/i
const SHOWY_TAG = /^(?:h1|aside|blockquote|button|marquee)$/
const SCRIPT_ROOT =
  /<(?:div|main|section)[^>]+id=["']?(?:root|app|__next|__nuxt|svelte|___gatsby|react-root|main-app)\b/i
const FEW_WORDS = 15

const isElement = (node: TreeNode | Tree['parent'] | null | undefined): node is TreeElement =>
  node !== null && node !== undefined && 'attribs' in node

/** The document as a tree that a hostile page cannot make deep. */
function parseTree(html: string): Tree {
  const tree = new DomHandler()
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (depth++ < MAX_DEPTH) tree.onopentag(name, attributes)
      },
      ontext(text) {
        if (depth <= MAX_DEPTH) tree.ontext(text)
      },
      onclosetag() {
        if (--depth < MAX_DEPTH) tree.onclosetag()
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return tree.root
}

/** A part of a page: by CSS selector, or by words that stand in it. */
export interface PagePart {
  selector?: string
  words?: string
}

/** Why a selector cannot be used; undefined when it can. */
export function selectorFault(selector: string): string | undefined {
  try {
    selectAll(selector, parseTree('<p></p>'))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function partsOf(tree: Tree, { selector, words }: PagePart): TreeNode[] {
  const chosen = selector ? (selectAll(selector, tree) as unknown as TreeElement[]) : null
  const outer = chosen?.filter((one) => !chosen.some((other) => other !== one && holds(other, one)))
  if (!words) return outer ?? tree.childNodes
  const wanted = plainText(words).toLowerCase()
  const around = (outer ?? tree.childNodes).flatMap((node) => {
    const found = smallestWith(node, wanted)
    return found ? [withMore(found)] : []
  })
  return around.slice(0, 1)
}

const holds = (outer: TreeElement, inner: TreeElement) => {
  for (let at = inner.parent; at; at = at.parent) if (at === outer) return true
  return false
}

const textOf = (node: TreeNode): string =>
  isElement(node) && NEVER.has(node.name) ? '' : plainText(DomUtils.innerText(node))

/** The innermost element that shows the words. */
function smallestWith(node: TreeNode, words: string): TreeElement | undefined {
  if (!isElement(node) || !textOf(node).toLowerCase().includes(words)) return undefined
  let at = node
  for (;;) {
    const below = at.children.find(
      (child): child is TreeElement => isElement(child) && textOf(child).toLowerCase().includes(words),
    )
    if (!below) return at
    at = below
  }
}

/** The element around words that says more than the words: a heading stands for its section. */
function withMore(found: TreeElement): TreeElement {
  const own = textOf(found)
  let at = found
  while (isElement(at.parent) && !/^(?:body|html)$/.test(at.parent.name)) {
    at = at.parent
    if (textOf(at).length > own.length) return at
  }
  return at
}

const plainText = (text: string) =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Words of a name that people gave: generated ones have digits or capitals within. */
const namesOf = ({ attribs, name }: TreeElement) => {
  const classes = (attribs.class ?? '')
    .split(/\s+/)
    .filter(
      (one) => /^[a-z]+(?:[-_]+[a-z]+)*$/.test(one) && !/^(?:css|sc|jsx|svelte|is|has|active|open)[-_]?/.test(one),
    )
    .slice(0, 3)
  return [name, ...classes].join('.')
}

interface Around {
  path: readonly string[]
  isOut: boolean
  isShowy: boolean
  isInside: boolean
}

interface TableRow {
  columns: string[]
  label: string
  cell: number
}

interface RawBlock extends PageBlock {
  isOut: boolean
  elements: readonly TreeElement[]
}

class Reading {
  readonly blocks: RawBlock[] = []
  heading = ''
  private length = 0
  private line = ''
  private headings: { level: number; text: string }[] = []
  private row: TableRow | null = null
  private term = ''
  private readonly stack: TreeElement[] = []
  /** The number of blocks before each open element. */
  private readonly froms: number[] = []
  private readonly wholePage: boolean

  constructor(wholePage: boolean) {
    this.wholePage = wholePage
  }

  end(around: Around): void {
    const text = plainText(this.line)
    this.line = ''
    if (text === '' || this.blocks.length >= MAX_BLOCKS || this.length >= MAX_LENGTH) return
    this.length += text.length
    const heading = this.headings.map((one) => one.text).filter((one) => one !== text)
    const cell = this.row && this.row.cell > 0 ? [this.row.label, this.row.columns[this.row.cell] ?? ''] : []
    const place = [...heading, ...cell, this.row ? '' : this.term].filter((one) => one !== '' && one !== text)
    this.blocks.push({
      slot: around.path.slice(-4).join('>'),
      place: [...new Set(place)].slice(-3),
      text,
      is_showy: around.isShowy,
      is_cell: cell.length > 0 || this.term !== '',
      isOut: around.isOut,
      elements: [...this.stack],
    })
  }

  visit(node: TreeNode, around: Around): void {
    if (node.type === 'text') {
      this.line += node.data
      return
    }
    if (!isElement(node)) {
      if ('childNodes' in node) for (const child of node.childNodes) this.visit(child, around)
      return
    }
    if (NEVER.has(node.name)) return
    const inside = this.within(node, around)
    const breaks = BREAKS.test(node.name)
    if (breaks) this.end(around)
    else if (node.name === 'sup' && /\d$/.test(this.line)) this.line += ' '
    this.stack.push(node)
    this.froms.push(this.blocks.length)
    const [row, term, headings, from] = [this.row, this.term, this.headings, this.blocks.length]
    this.enter(node)
    if (node.name === 'input' && /^(?:submit|button)$/i.test(node.attribs.type ?? '')) {
      this.end(around)
      this.line = node.attribs.value ?? ''
      this.end(inside)
    }
    const isLong = node.name === 'select' && node.children.filter(isElement).length > MAX_OPTIONS
    for (const child of isLong ? [] : node.children) this.visit(child, inside)
    if (breaks) this.end(inside)
    this.stack.pop()
    this.froms.pop()
    this.leave(node, { row, term, headings, from })
  }

  private within(node: TreeElement, around: Around): Around {
    const { attribs, name } = node
    const named = `${attribs.id ?? ''} ${attribs.class ?? ''}`
    const isInside = around.isInside || /^(?:main|article|section|li|form)$/.test(name)
    const isOut =
      around.isOut ||
      attribs.hidden !== undefined ||
      attribs['aria-hidden'] === 'true' ||
      /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribs.style ?? '') ||
      (this.wholePage &&
        (/^(?:nav|dialog)$/.test(name) ||
          NOISY_ROLE.test(attribs.role ?? '') ||
          (!isInside && (name === 'footer' || named.split(/\s+/).some((one) => PAGE_FOOTER.test(one)))) ||
          // The whole page is often inside something with a telling name.
          (!/^(?:html|body|main|article|form)$/.test(name) && NOISY_NAME.test(named))))
    const isShowy = around.isShowy || SHOWY_TAG.test(name) || SHOWY_NAME.test(named)
    return { path: [...around.path.slice(-5), namesOf(node)], isOut, isShowy, isInside }
  }

  private enter({ name, children }: TreeElement): void {
    const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 7)
    if (level < 7) this.headings = this.headings.filter((one) => one.level < level)
    if (name === 'table') this.row = { columns: [], label: '', cell: -1 }
    else if (name === 'tr' && this.row) this.row = { ...this.row, label: '', cell: -1 }
    else if (/^t[dh]$/.test(name) && this.row) this.row.cell += 1
    else if (name === 'dl' || (name === 'li' && this.term !== '')) this.term = ''
    if (name === 'tr' && this.row) {
      const cells = children.filter((child): child is TreeElement => isElement(child) && /^t[dh]$/.test(child.name))
      if (cells.length > 1 && cells.every((cell) => cell.name === 'th')) this.row.columns = cells.map(textOf)
      else if (cells[0]) this.row.label = textOf(cells[0]).slice(0, 80)
    }
  }

  private leave(
    node: TreeElement,
    before: { row: TableRow | null; term: string; headings: { level: number; text: string }[]; from: number },
  ): void {
    const { name } = node
    if (name === 'tr' && this.row && before.row) this.row = { ...before.row, columns: this.row.columns }
    else if (name === 'table') this.row = before.row
    else if (name === 'dt') this.term = textOf(node).slice(0, 80)
    else if (name === 'dl') this.term = before.term
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level) {
      const text = textOf(node).slice(0, 80)
      if (level === '1') this.heading ||= text
      this.headings = [...this.headings.filter((one) => one.level < Number(level)), { level: Number(level), text }]
      return
    }
    // A heading counts for what stands beside it. At the beginning of an element it counts for what comes after that too.
    const first = this.blocks[before.from]?.text.slice(0, 80)
    const isHeading = first === undefined || this.headings.some(({ text }) => text === first)
    if (!isHeading || this.froms.at(-1) !== before.from) this.headings = before.headings
  }
}

/** A price or a date is of what its card names first. */
function nameByCard(blocks: readonly RawBlock[]): void {
  const first = new Map<TreeElement, RawBlock>()
  const count = new Map<TreeElement, number>()
  for (const block of blocks)
    for (const element of block.elements) {
      if (!first.has(element)) first.set(element, block)
      count.set(element, (count.get(element) ?? 0) + 1)
    }
  for (const block of blocks) {
    if (block.is_cell || kindOf(block.text, block) !== 'fact') continue
    const card = [...block.elements].reverse().find((one) => (count.get(one) ?? 0) > 1)
    const label = card && !/^(?:html|body|main|table|ul|ol|select)$/.test(card.name) ? first.get(card) : undefined
    if (!label || label === block || label.text.length > 60 || !/\p{L}/u.test(label.text)) continue
    if (!block.place.includes(label.text)) block.place = [...block.place, label.text].slice(-3)
  }
}

/** Reads what a page shows, without what stands on every page of a site; of a part, everything. Undefined when the part is not there. */
export function readBlocks(html: string, part: PagePart = {}): PageReading | undefined {
  const tree = parseTree(html)
  const isWhole = !part.selector && !part.words
  const reading = new Reading(isWhole)
  const nodes = partsOf(tree, part)
  if (!isWhole && nodes.length === 0) return undefined
  const around: Around = { path: [], isOut: false, isShowy: false, isInside: false }
  for (const node of nodes) {
    reading.visit(node, around)
    reading.end(around)
  }
  const all = reading.blocks.filter(({ text }) => SAYS_SOMETHING.test(text))
  const lengthOf = (blocks: readonly RawBlock[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)
  const kept = all.filter(({ isOut }) => !isOut)
  // A telling name around everything names nothing.
  const blocks = lengthOf(kept) < lengthOf(all) / 10 ? all : kept
  nameByCard(blocks)
  const words = all.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  const asksForScript =
    SCRIPT_ROOT.test(html) || /<noscript[\s\S]{0,2000}?(?:javascript|activ|enable)[\s\S]*?<\/noscript>/i.test(html)
  return {
    blocks: blocks.map(({ isOut: _isOut, elements: _elements, ...block }) => block),
    heading: reading.heading,
    words,
    is_drawn_by_script: words <= FEW_WORDS && asksForScript,
  }
}

/** The shown lines of the main part, in order. */
export const mainLines = (html: string): string[] => (readBlocks(html)?.blocks ?? []).map(({ text }) => text)
