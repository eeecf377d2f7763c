// Text constructs of feeds as HTML: plain, escaped, inline or base64; relative links resolved, what could run taken out.
import { Parser } from 'htmlparser2'
import type { XmlElement } from './xml-tree.ts'

const RUNS = /^(?:script|style|iframe|object|embed|applet|form|meta|link|base|frame|frameset)$/
const LINKS: Readonly<Record<string, string>> = {
  a: 'href',
  img: 'src',
  area: 'href',
  video: 'src',
  audio: 'src',
  q: 'cite',
}
const VOID = /^(?:br|hr|img|input|wbr|area|col|source|track)$/

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function resolved(href: string, base: string): string {
  const given = href.trim()
  if (given === '' || base === '' || !URL.canParse(given, base)) return given
  return /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : new URL(given, base).href
}

/** The base in force at an element, from that of what is around it. */
export const baseAt = (element: XmlElement, around: string) =>
  resolved(element.attributes['xml:base'] ?? '', around) || around

function attributesOf(name: string, attributes: Readonly<Record<string, string>>, base: string): string {
  const kept = Object.entries(attributes).filter(([key]) => !/^(?:on|xmlns|xml:|style$)/.test(key))
  return kept
    .map(([key, value]) => {
      const safe = key === LINKS[name] ? resolved(value, base) : value
      return /^\s*(?:javascript|vbscript|data):/i.test(safe)
        ? ''
        : ` ${key}="${escaped(safe).replaceAll('"', '&quot;')}"`
    })
    .join('')
}

/** The content of an XML element written as HTML. */
export function inlineMarkup(element: XmlElement, base: string): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return escaped(child)
      if (RUNS.test(child.name)) return ''
      const below = baseAt(child, base)
      const attributes = attributesOf(child.name, child.attributes, below)
      const open = `<${child.name}${attributes}>`
      return VOID.test(child.name) ? open : `${open}${inlineMarkup(child, below)}</${child.name}>`
    })
    .join('')
}

/** HTML of unknown origin, written again. */
export function safeMarkup(html: string, base: string): string {
  if (!/[<&]/.test(html)) return html
  const out: string[] = []
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (RUNS.test(name)) skipped += 1
        else if (skipped === 0) out.push(`<${name}${attributesOf(name, attributes, base)}>`)
      },
      ontext(text) {
        if (skipped === 0) out.push(text)
      },
      onclosetag(name) {
        if (RUNS.test(name)) skipped = Math.max(0, skipped - 1)
        else if (skipped === 0 && !VOID.test(name)) out.push(`</${name}>`)
      },
    },
    { decodeEntities: false },
  )
  parser.write(html)
  parser.end()
  return out.join('')
}
