// The text that a piece of HTML shows, on one line.
import { Parser } from 'htmlparser2'

const BLOCKS = /^(?:p|div|br|li|ul|ol|h\d|tr|td|th|table|section|article|blockquote|hr|dd|dt)$/
const UNSHOWN = /^(?:script|style|template|noscript|svg|iframe)$/

/** Plain text is returned as it is, with its white space joined. */
export function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim()
  const parts: string[] = []
  let hidden = 0
  const parser = new Parser(
    {
      onopentag(name) {
        if (UNSHOWN.test(name)) hidden += 1
        else if (BLOCKS.test(name)) parts.push(' ')
      },
      ontext(text) {
        if (hidden === 0) parts.push(text)
      },
      onclosetag(name) {
        if (UNSHOWN.test(name)) hidden = Math.max(0, hidden - 1)
        else if (BLOCKS.test(name)) parts.push(' ')
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return parts
    .join('')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
