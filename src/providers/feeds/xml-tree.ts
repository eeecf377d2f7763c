// Reads XML into a small tree, forgiving and bounded: no entities of its own, no deeper than 100 elements, no more than 200,000 of them.
import { Parser } from 'htmlparser2'

export interface XmlElement {
  /** Local name in lower case, and its namespace prefix. */
  name: string
  prefix: string
  /** As written; names in lower case. */
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 200_000

/** True when its document type declares entities, as those of an XML bomb do. Words about entities in its content are none. */
export function declaresEntities(text: string): boolean {
  const [prolog = ''] = /^(?:\s|\uFEFF|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/.exec(text) ?? []
  const [, subset = ''] = /^<!DOCTYPE[^[>]*\[([\s\S]*)/i.exec(text.slice(prolog.length)) ?? []
  const end = subset.search(/\]\s*>/)
  return /<!ENTITY\s/i.test(end === -1 ? subset : subset.slice(0, end))
}

/** The root element; undefined when there is none. */
export function parseXml(text: string): XmlElement | undefined {
  let root: XmlElement | undefined
  const open: XmlElement[] = []
  let elements = 0
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        if (open.length >= MAX_DEPTH || ++elements > MAX_ELEMENTS) {
          skipped += 1
          return
        }
        const [, prefix = '', name = ''] = /^(?:([^:]*):)?(.*)$/s.exec(qualified.toLowerCase()) ?? []
        const lower = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]))
        const element: XmlElement = { name, prefix, attributes: lower, children: [] }
        open.at(-1)?.children.push(element)
        root ??= element
        open.push(element)
      },
      ontext(data) {
        if (skipped === 0) open.at(-1)?.children.push(data)
      },
      onclosetag() {
        if (skipped > 0) skipped -= 1
        else open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  return root
}

export const elementsOf = (element: XmlElement | undefined): XmlElement[] =>
  (element?.children ?? []).filter((child): child is XmlElement => typeof child !== 'string')

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  elementsOf(element).find((child) => child.name === name)

/** All text in it, in order, trimmed. */
export function textIn(element: XmlElement | undefined): string {
  const parts: string[] = []
  const visit = (one: XmlElement) => {
    for (const child of one.children) typeof child === 'string' ? parts.push(child) : visit(child)
  }
  if (element) visit(element)
  return parts.join('').trim()
}
