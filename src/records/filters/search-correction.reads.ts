// What a search that finds nothing was meant to be: each word that nothing holds becomes the nearest that something does. One way for
// leads and for rows.
import { nearestWord, searchWords, typoPieces } from '../../engine/values/search-words.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { tryWithTimeout, withTimeout } from './found-rows.reads.ts'
import type { Question } from './question.logic.ts'

/** A select of texts, in a column `text` and folded as a search is, that hold any of some pieces of words. */
export interface HoldingTexts {
  sql: string
  values: unknown[]
  /** Which of very many are read. */
  order?: string
}

/** Texts that are read for words similar to the searched one. */
const MOST_TEXTS = 2_000
/** One word may take so long, and all of them: what was asked is answered without. */
const WORD_MS = 2_000
const ALL_MS = 5_000

/** Null where no text holds any of the pieces. */
type FindTexts = (pieces: readonly string[]) => HoldingTexts | null | Promise<HoldingTexts | null>

/** Of a question that found nothing, the question with one letter of a word of its search changed; null where no word is near, or to find one takes too long. */
export async function correctSearch<Q extends Pick<Question, 'search' | 'filter'>>(
  tx: WorkspaceTx,
  question: Q,
  textsHolding: FindTexts,
): Promise<Q | null> {
  const end = performance.now() + ALL_MS
  const words = searchWords(question.search ?? '')
  const corrected: string[] = []
  const read = (pieces: readonly string[], most: number) =>
    tryWithTimeout(tx, () =>
      withTimeout(
        tx,
        async () => {
          const texts = await textsHolding(pieces)
          return texts === null ? [] : readTexts(tx, texts, most)
        },
        WORD_MS,
      ),
    )
  // The question found nothing: where it is one word alone, nothing holds that.
  const isKnown = words.length === 1 && question.filter === null
  for (const word of words) {
    if (performance.now() > end) return null
    const held = isKnown ? [] : await read([word], 1)
    if (held === null) return null
    if (held.length > 0) {
      corrected.push(word)
      continue
    }
    const pieces = typoPieces(word)
    const near = pieces.length === 0 ? null : await read(pieces, MOST_TEXTS)
    const meant = near && nearestWord(word, near)
    if (meant === null) return null
    corrected.push(meant)
  }
  return corrected.every((word, index) => word === words[index]) ? null : { ...question, search: corrected.join(' ') }
}

async function readTexts(tx: WorkspaceTx, { sql, values, order }: HoldingTexts, most: number): Promise<string[]> {
  const sorted = order !== undefined && most > 1 ? `order by ${order}` : ''
  const { rows } = await readWidely(tx, [], () =>
    tx.client.query<{ text: string }>(`${sql} ${sorted} limit $${values.length + 1}`, [...values, most]),
  )
  return rows.map((row) => row.text)
}
