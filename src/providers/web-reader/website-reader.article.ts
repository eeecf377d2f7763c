// Finds the text of an article on its page: the paragraphs of its main part, without navigation, lists of links and what stands beside them.
import type { PageFacts, PageLine, PagePart } from './website-reader.page.ts'

/** A paragraph has so many characters, and most of them are no links. */
const shortestParagraph = 80
const mostLinked = 0.4
const fewestParagraphs = 3
const shortestArticle = 500
const longestArticle = 20_000
/** Lines between two paragraphs of one text: headings, captions, short answers of an interview. */
const longestGap = 8

const SENTENCE = /[.!?…。！？]["'”’»)\]]?(?:\s|$)/u
const STATED = /"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:News|Tech|Scholarly|Report|Opinion)?(?:Article|BlogPosting)"/

const isParagraph = ({ text, linked }: PageLine) =>
  text.length >= shortestParagraph && linked < text.length * mostLinked && SENTENCE.test(text)

/** The text of the article that a page is; null for pages that are none: those that say so, or have nearly all of their paragraphs in one `article`. */
export function articleOf(page: PageFacts): string | null {
  const shown = page.lines.filter(
    ({ part, text, linked }) => part !== 'side' && linked < Math.max(1, text.length) * 0.8,
  )
  const paragraphs = shown.filter(isParagraph)
  const lengthIn = (part: PagePart) =>
    paragraphs.reduce((sum, one) => sum + (one.part === part ? one.text.length : 0), 0)
  const all = paragraphs.reduce((sum, { text }) => sum + text.length, 0)
  const isStated =
    /^article$/i.test(page.metas['og:type'] ?? '') || page.jsonLd.some((text) => STATED.test(text.slice(0, 20_000)))
  const part = (['article', 'main'] as const).find((one) => lengthIn(one) >= shortestArticle)
  if (!isStated && !(part === 'article' && lengthIn('article') > all * 0.8)) return null
  const lines = part === undefined ? shown : shown.filter((one) => one.part === part)
  const text = densestRun(lines)
  return text.length >= shortestArticle ? text.slice(0, longestArticle) : null
}

/** The run of lines with the most text in paragraphs; short lines are kept between two of them only. */
function densestRun(lines: readonly PageLine[]): string {
  let best: string[] = []
  let bestLength = 0
  let run: string[] = []
  let [length, count, since] = [0, 0, 0]
  const end = () => {
    if (count >= fewestParagraphs && length > bestLength)
      [best, bestLength] = [run.slice(0, run.length - since), length]
    run = []
    length = 0
    count = 0
    since = 0
  }
  for (const line of lines) {
    if (isParagraph(line)) {
      run.push(line.text)
      length += line.text.length
      count += 1
      since = 0
    } else if (run.length > 0) {
      run.push(line.text)
      since += 1
      if (since > longestGap) end()
    }
  }
  end()
  return best.join('\n')
}
