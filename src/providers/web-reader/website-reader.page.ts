// Turns the HTML of a page into flat facts in one pass, without building a tree that a hostile page could make deep or slow.
import { Parser } from 'htmlparser2'

export interface PageLink {
  href: string
  /** What a person would read: the text, else the label, title or picture's alternative text. */
  text: string
  rel: string
  /** In an element that is not shown. */
  hidden: boolean
  /** In a block that is not shown at first, such as a tab. */
  inHiddenBlock: boolean
}

/** A picture that stands for the site, as the page names it. */
export interface PageIcon {
  href: string
  /** Such as `32x32`; blank where the page does not say. */
  sizes: string
  type: string
}

export interface PageLine {
  text: string
  /** Lines in elements of one kind, as the names in a list of cards are, have one number. */
  shape: number
  /** In what part of the page, by its elements. */
  part: PagePart
  /** How many of its characters are in links. */
  linked: number
}

/** `side`: navigation, header, footer, margin, forms. */
export type PagePart = 'article' | 'main' | 'body' | 'side'

/** A picture that may be the firm's sign. */
export interface PageSign {
  src: string
  alternative: string
  /** Called a logo by its class, id, address or alternative text. */
  isCalledLogo: boolean
  /** In a link to the first page. */
  leadsHome: boolean
  /** In the head of the page as readers see it. */
  isInHeader: boolean
}

/** One microdata or RDFa item; properties hold texts and items in document order. */
export interface PageItem {
  types: string[]
  properties: Record<string, (string | PageItem)[]>
}

/** What a page says, as text. Nothing in it is ever followed as an instruction. */
export interface PageFacts {
  title: string
  language: string
  /** First value of each meta name or property, keys in lower case. */
  metas: Record<string, string>
  base: string | null
  canonical: string | null
  icons: PageIcon[]
  links: PageLink[]
  /** Shown text: blocks on lines of their own, inline elements joined without a gap. */
  text: string
  /** The same text with the cells of tables by themselves, each with how it is marked up. */
  lines: PageLine[]
  /** Text of blocks that are not shown at first, such as tabs and panels. What is hidden within a line is a decoy, and is left out. */
  hiddenText: string
  /** Alternative texts of pictures that are called logos. */
  logos: string[]
  /** Pictures that may be the firm's sign, in the order of the page. */
  signs: PageSign[]
  /** Alternative texts of the other pictures. */
  pictures: string[]
  jsonLd: string[]
  scripts: string[]
  /** Attributes that may hold an address in parts, per element. */
  dataAttributes: Record<string, string>[]
  items: PageItem[]
}

const maxDepth = 512
const maxText = 400_000
const maxLinks = 3_000
const maxLogos = 8
const maxIcons = 20
const maxSigns = 30
const longestSource = 2_000
const maxPictures = 300
const maxScript = 200_000
/** What site builders state for machines has room of its own, so that scripts before it do not take it. */
const maxJsonLd = 1_000_000
/** Longer than any page that people read. */
const maxHtml = 10_000_000
const maxItems = 500
const maxAttributeSets = 2_000

const blocks = new Set(
  `address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header
  hgroup hr html legend li main menu nav ol option p pre search section select summary table tbody tfoot thead tr ul button iframe title`.split(
    /\s+/,
  ),
)
const cells = new Set(['td', 'th'])
const unread = new Set([
  'script',
  'style',
  'template',
  'svg',
  'math',
  'title',
  'textarea',
  'iframe',
  'object',
  'canvas',
])
const inlineOnly = new Set(['span', 'i', 'b', 'em', 'strong', 'small', 'u', 's', 'font', 'bdo', 'sup', 'sub'])
const urlAttribute: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  object: 'data',
}

const sides = new Set(['nav', 'header', 'footer', 'aside', 'form', 'menu', 'dialog', 'select'])
/** What is called so stands beside the text, whatever element it is. */
const SIDE_NAME =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|sidebar|footer|breadcrumbs?|related|share|sharing|social|comments?|cookies?|banner|newsletter|widget|pagination|tags)(?:$|[\s_-])/i
const HEADER_NAME = /(?:^|[\s_-])(?:header|masthead|navbar|topbar|top-bar|branding|site-title)(?:$|[\s_-])/i

function partOf(name: string, named: string, around: PagePart): PagePart {
  if (around === 'side') return 'side'
  // The header of an article is a part of it.
  if (sides.has(name) && !(name === 'header' && around !== 'body')) return 'side'
  if (SIDE_NAME.test(named) && name !== 'body' && name !== 'html') return 'side'
  if (name === 'article') return 'article'
  return name === 'main' && around === 'body' ? 'main' : around
}

interface Frame {
  name: string
  /** How it is marked up: its own element and class within those of the element around. */
  markup: string
  /** Cells of a row so far. */
  cells: number
  hidden: boolean
  /** In a block that is not shown at first. */
  inHiddenBlock: boolean
  unread: boolean
  /** Its line breaks are shown as they stand. */
  isPreformatted: boolean
  part: PagePart
  isInHeader: boolean
  /** Shown backwards, or within what is. */
  isBackwards: boolean
  /** Where the text of this element starts, when it is the outermost that is shown backwards. */
  reversedFrom: number | null
  /** The link around, this element's own included; `linkFrom` is where the text of its own starts. */
  link: PageLink | null
  linkFrom: number | null
  /** The item around, this element's own included. */
  item: PageItem | null
  /** Properties of the item around it that this element's text is the value of. */
  textOf: { item: PageItem; names: string[]; from: number } | null
}

class TooDeep extends Error {}

/** Reads a page. Never throws; of a page with absurdly deep nesting it reads what comes before that depth. */
export function readPage(html: string): PageFacts {
  const page: PageFacts = {
    title: '',
    language: '',
    metas: {},
    base: null,
    canonical: null,
    icons: [],
    links: [],
    text: '',
    lines: [],
    hiddenText: '',
    logos: [],
    signs: [],
    pictures: [],
    jsonLd: [],
    scripts: [],
    dataAttributes: [],
    items: [],
  }
  const chunks: string[] = []
  /** The markup of each chunk. */
  const markups: string[] = []
  /** In what part of the page each chunk is, and whether in a link. */
  const parts: { part: PagePart; isLinked: boolean }[] = []
  const hiddenChunks: string[] = []
  let length = 0
  let hiddenLength = 0
  const stack: Frame[] = []
  const hiddenClasses = new Set<string>()
  let raw: { kind: 'title' | 'jsonLd' | 'script' | 'style'; text: string } | null = null
  let scriptRoom = maxScript
  let jsonLdRoom = maxJsonLd
  let itemCount = 0

  const push = (text: string) => {
    if (length >= maxText) return
    chunks.push(text.slice(0, maxText - length))
    markups.push(top()?.markup ?? '')
    parts.push({ part: top()?.part ?? 'body', isLinked: (top()?.link ?? null) !== null })
    length += text.length
  }
  const top = () => stack.at(-1)
  /** Text since a chunk, up to `most` characters. */
  const since = (from: number, most: number) => {
    let text = ''
    for (let at = from; at < chunks.length && text.length < most; at += 1) text += chunks[at]
    return text.slice(0, most)
  }

  function openItem(attributes: Record<string, string>): PageItem | null {
    const type = attributes.itemtype ?? attributes.typeof
    if ((attributes.itemscope === undefined && attributes.typeof === undefined) || itemCount >= maxItems) return null
    itemCount += 1
    return { types: (type ?? '').split(/\s+/).filter(Boolean), properties: {} }
  }

  function addProperty(item: PageItem, names: string[], value: string | PageItem): void {
    for (const name of names) {
      if (Object.hasOwn(item.properties, name)) item.properties[name]?.push(value)
      else if (name !== '__proto__') item.properties[name] = [value]
    }
  }

  function onopentag(name: string, attributes: Record<string, string>): void {
    if (stack.length >= maxDepth) throw new TooDeep()
    const parent = top()
    if (blocks.has(name)) breakLine()
    else if (cells.has(name)) push(' \t ')
    const style = attributes.style ?? ''
    const classes = (attributes.class ?? '').split(/\s+/)
    const isUnshown = attributes.hidden !== undefined || /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
    const isInline = inlineOnly.has(name)
    const hidden = (parent?.hidden ?? false) || isUnshown || (isInline && classes.some((one) => hiddenClasses.has(one)))
    const opensHiddenBlock = isUnshown && !isInline && !(parent?.hidden ?? false)
    const reversed = /direction\s*:\s*rtl/i.test(style) && /unicode-bidi\s*:\s*(?:bidi|isolate)-override/i.test(style)
    const backwards = reversed || (name === 'bdo' && attributes.dir?.toLowerCase() === 'rtl')
    const isWithin = parent?.isBackwards ?? false
    if (parent && cells.has(name)) parent.cells += 1
    const own = `${name}${cells.has(name) ? (parent?.cells ?? '') : ''}.${classes[0] ?? ''}`
    const named = `${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 300)
    const frame: Frame = {
      name,
      part: partOf(name, named, parent?.part ?? 'body'),
      isInHeader: (parent?.isInHeader ?? false) || name === 'header' || name === 'nav' || HEADER_NAME.test(named),
      markup: `${parent?.markup.slice(parent.markup.indexOf('>') + 1) ?? ''}>${own}`,
      cells: 0,
      hidden,
      inHiddenBlock: opensHiddenBlock || ((parent?.inHiddenBlock ?? false) && !(isUnshown && isInline)),
      unread: (parent?.unread ?? false) || unread.has(name),
      isPreformatted: (parent?.isPreformatted ?? false) || name === 'pre',
      isBackwards: isWithin || backwards,
      reversedFrom: backwards && !isWithin ? chunks.length : null,
      link: parent?.link ?? null,
      linkFrom: null,
      item: parent?.item ?? null,
      textOf: null,
    }
    readElement(name, attributes, frame)
    const around = frame.item
    const names = (
      attributes.itemprop ??
      (around && !/:/.test(attributes.property ?? '') ? attributes.property : '') ??
      ''
    )
      .split(/\s+/)
      .filter(Boolean)
    const item = openItem(attributes)
    if (item) {
      if (around && names.length > 0) addProperty(around, names, item)
      else page.items.push(item)
      frame.item = item
    } else if (around && names.length > 0) {
      const value =
        attributes.content ?? attributes.datetime ?? attributes[urlAttribute[name] ?? ''] ?? attributes.value
      if (value !== undefined) addProperty(around, names, value)
      else frame.textOf = { item: around, names, from: chunks.length }
    }
    stack.push(frame)
  }

  const ownHost = () => hostOf(page.canonical) ?? hostOf(page.metas['og:url']) ?? hostOf(page.base)

  function readElement(name: string, attributes: Record<string, string>, frame: Frame): void {
    if (name === 'html') page.language = attributes.lang ?? attributes['xml:lang'] ?? ''
    else if (name === 'base') page.base ??= attributes.href ?? null
    else if (name === 'meta') {
      const key = (attributes.property ?? attributes.name ?? attributes['http-equiv'] ?? '').toLowerCase().trim()
      const content = attributes.content?.trim()
      if (key && content && !Object.hasOwn(page.metas, key) && key !== '__proto__')
        page.metas[key] = content.slice(0, 4000)
    } else if (name === 'link') {
      if (/(?:^|\s)canonical(?:\s|$)/i.test(attributes.rel ?? '')) page.canonical ??= attributes.href ?? null
      const isIcon = /(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?)(?:\s|$)/i.test(attributes.rel ?? '')
      const { href = '', sizes = '', type = '' } = attributes
      if (isIcon && href.trim() !== '' && page.icons.length < maxIcons)
        page.icons.push({ href: href.trim(), sizes, type })
    } else if ((name === 'a' || name === 'area') && attributes.href !== undefined && page.links.length < maxLinks) {
      const label = attributes['aria-label'] ?? attributes.title ?? attributes.alt ?? ''
      const link = {
        href: attributes.href.trim(),
        text: label,
        rel: attributes.rel ?? '',
        hidden: frame.hidden,
        inHiddenBlock: frame.inHiddenBlock,
      }
      page.links.push(link)
      frame.link = link
      if (isContact(link.href)) push(' ')
      frame.linkFrom = chunks.length
    } else if (name === 'img') {
      const alternative = attributes.alt?.trim() ?? ''
      if (/^[[({]?(?:@|at)[\])}]?$/i.test(alternative) && !frame.hidden) push('@')
      if (frame.link && !frame.link.text) frame.link.text = alternative
      const called = `${attributes.class ?? ''} ${attributes.id ?? ''} ${attributes.src ?? ''} ${alternative}`
      // What leads home is the firm's own sign, whatever it is called.
      const isHome = frame.link !== null && leadsHome(frame.link.href, ownHost())
      const isSign = /logo/i.test(called) || isHome
      const src = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes.src ?? ''
      if (!frame.hidden && src !== '' && src.length <= longestSource && page.signs.length < maxSigns) {
        const isCalledLogo = /logo|brand/i.test(called)
        if (isCalledLogo || isHome || frame.isInHeader)
          page.signs.push({
            src,
            alternative: alternative.slice(0, 200),
            isCalledLogo,
            leadsHome: isHome,
            isInHeader: frame.isInHeader,
          })
      }
      if (isSign && alternative.length > 1 && page.logos.length < maxLogos) page.logos.push(alternative)
      else if (alternative.length > 4 && page.pictures.length < maxPictures && !frame.hidden)
        page.pictures.push(alternative.slice(0, 200))
    } else if (
      /(?:^|[\s-])(?:fa|icon|bi|glyphicon|ti|mdi|ri)-at(?:[\s-]|$)/.test(attributes.class ?? '') &&
      !frame.hidden
    )
      push('@')
    if (name === 'title' && page.title === '' && !top()?.unread) raw = { kind: 'title', text: '' }
    else if (name === 'style') raw = { kind: 'style', text: '' }
    else if (name === 'script') {
      const type = (attributes.type ?? '').toLowerCase().split(';', 1)[0]?.trim() ?? ''
      if (type === 'application/ld+json') raw = { kind: 'jsonLd', text: '' }
      else if (type === '' || /javascript|module|ecmascript|babel/.test(type)) raw = { kind: 'script', text: '' }
    }
    if (!frame.hidden && page.dataAttributes.length < maxAttributeSets) {
      const data = Object.entries(attributes).filter(
        ([key]) => key.startsWith('data-') || key === 'onclick' || key === 'onmouseover',
      )
      if (data.length > 0)
        page.dataAttributes.push(
          Object.fromEntries(data.slice(0, 30).map(([key, value]) => [key, value.slice(0, 2000)])),
        )
    }
  }

  function ontext(text: string): void {
    if (raw) {
      const room = { title: 2000, jsonLd: jsonLdRoom, script: scriptRoom, style: maxScript }[raw.kind]
      if (raw.text.length < room) raw.text += text.slice(0, room - raw.text.length)
      return
    }
    const frame = top()
    if (frame?.unread) return
    const kept = text.slice(0, maxText)
    if (!frame?.hidden) push(frame?.isPreformatted ? kept : kept.replace(/\s+/g, ' '))
    else if (frame.inHiddenBlock && hiddenLength < maxText) {
      hiddenChunks.push(kept)
      hiddenLength += kept.length
    }
  }

  function onclosetag(name: string): void {
    const frame = stack.pop()
    if (raw && (name === 'title' || name === 'style' || name === 'script')) finishRaw()
    if (!frame) return
    if (frame.reversedFrom !== null) {
      const shown = [...since(frame.reversedFrom, maxText)].reverse().join('')
      chunks.splice(frame.reversedFrom, chunks.length, shown)
      markups.splice(frame.reversedFrom + 1)
      parts.splice(frame.reversedFrom + 1)
    }
    if (frame.link && frame.linkFrom !== null) {
      const text = clean(since(frame.linkFrom, 300))
      if (text) frame.link.text = text
    }
    if (frame.textOf) {
      const { item, names, from } = frame.textOf
      const text = clean(since(from, 4000))
      if (text) addProperty(item, names, text)
    }
    if (blocks.has(name)) breakLine()
    else if (cells.has(name)) push(' \t ')
    if (frame.linkFrom !== null && isContact(frame.link?.href ?? '')) push(' ')
  }

  function breakLine(): void {
    push('\n')
    if (hiddenChunks.length > 0 && hiddenChunks.at(-1) !== '\n') hiddenChunks.push('\n')
  }

  function finishRaw(): void {
    if (!raw) return
    const { kind, text } = raw
    raw = null
    if (kind === 'title') page.title = clean(text)
    else if (kind === 'style') {
      for (const [, one = ''] of text.matchAll(/\.([\w-]{1,60})\s*\{[^{}]{0,300}?display\s*:\s*none/gi))
        hiddenClasses.add(one)
    } else if (kind === 'jsonLd' && text.trim()) {
      jsonLdRoom -= text.length
      page.jsonLd.push(text)
    } else if (kind === 'script' && text.trim()) {
      scriptRoom -= text.length
      page.scripts.push(text)
    }
  }

  const parser = new Parser({ onopentag, ontext, onclosetag }, { decodeEntities: true })
  try {
    parser.write(html.slice(0, maxHtml))
    parser.end()
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  page.text = tidy(chunks.join(''))
  page.lines = linesOf(chunks, markups, parts)
  page.hiddenText = tidy(hiddenChunks.join(''))
  return page
}

/** Whether a link leads to the first page of the site; a whole address does where the page says that it is at that host. */
export function leadsHome(href: string, host: string | null): boolean {
  const path = /^https?:\/\//i.test(href)
    ? host !== null && hostOf(href) === host
      ? href.replace(/^https?:\/\/[^/?#]+/i, '') || '/'
      : 'elsewhere'
    : href
  return (
    /^(?:\.?\/)?(?:(?:index|home|default)(?:\.(?:html?|php|aspx?))?)?(?:#(?:home|top)?)?$/i.test(path) &&
    path !== '#' &&
    path !== ''
  )
}

export const hostOf = (address: string | null | undefined) =>
  address && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null

/** Links whose text is an address or a number by itself, whatever stands right beside them. */
const isContact = (href: string) => /^\s*(?:mailto|tel|callto):/i.test(href)

/** One line of text: white space and invisible characters as a reader sees them. */
export function clean(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The lines of the chunks, cells by themselves, each with a number for the markup that its text begins in. */
function linesOf(
  chunks: readonly string[],
  markups: readonly string[],
  partsOfChunks: readonly { part: PagePart; isLinked: boolean }[],
): PageLine[] {
  const lines: PageLine[] = []
  const shapes = new Map<string, number>()
  let parts: string[] = []
  let start = -1
  let linked = 0
  const end = () => {
    const text = start < 0 ? '' : clean(parts.join(''))
    if (text !== '') {
      const markup = markups[start] ?? ''
      const shape = shapes.get(markup) ?? shapes.size
      shapes.set(markup, shape)
      lines.push({ text, shape, part: partsOfChunks[start]?.part ?? 'body', linked })
    }
    parts = []
    start = -1
    linked = 0
  }
  for (const [at, chunk] of chunks.entries()) {
    for (const [part, piece] of chunk.split(/[\n\t]/).entries()) {
      if (part > 0) end()
      if (piece.trim() !== '' && start < 0) start = at
      if (partsOfChunks[at]?.isLinked) linked += piece.trim().length
      parts.push(piece)
    }
  }
  end()
  return lines
}

/** Lines of text without blank ones. */
function tidy(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()
}
