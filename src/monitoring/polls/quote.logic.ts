// Whether words really stand in a document: in what it shows, whatever it is written in.
import { readJson } from '../../kernel/read-json.ts'
import { htmlText } from '../../providers/web-reader/html-text.ts'

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Every text in a JSON document, else the document itself. */
function saidBy(body: string): string {
  const start = body.trimStart()[0]
  if (start === '{' || start === '[') {
    const { value: json, fault } = readJson(body)
    if (fault) return body
    const texts: string[] = []
    const visit = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value)
      else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) visit(one)
    }
    visit(json)
    return texts.join('\n')
  }
  return body.replaceAll('<![CDATA[', '').replaceAll(']]>', '')
}

/** A test of quotes against one document, which is read once. */
export function quoteTest(body: string): (quote: string) => boolean {
  const said = saidBy(body)
  const shown = plain(said.split('\n').map(htmlText).join(' '))
  // Texts in feeds and lists of jobs are often escaped once more.
  const twice = plain(htmlText(shown))
  const source = plain(said)
  return (quote) => {
    const words = plain(quote)
    return words !== '' && (source.includes(words) || shown.includes(words) || twice.includes(words))
  }
}
