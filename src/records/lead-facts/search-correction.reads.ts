// What a search that finds nothing was meant to be: each word that no lead holds becomes the nearest that one does.
import { nearestWord, searchWords, typoPieces } from '../../engine/values/search-words.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'

/** So many texts that may hold the word are read, the newest leads first. */
const MOST_TEXTS = 2_000

/** The search with one letter of a word changed, folded; null where no word is near. Call it within `withTimeout`. */
export async function correctSearch(tx: WorkspaceTx, search: string): Promise<string | null> {
  const words = searchWords(search)
  const corrected: string[] = []
  for (const word of words) {
    const meant = (await isHeld(tx, word)) ? word : await readNearest(tx, word)
    if (meant === null) return null
    corrected.push(meant)
  }
  return corrected.every((word, index) => word === words[index]) ? null : corrected.join(' ')
}

async function isHeld(tx: WorkspaceTx, word: string): Promise<boolean> {
  const { rows } = await readWidely(tx, [], () =>
    tx.client.query<{ held: boolean }>(
      'select exists (select from lead_texts where workspace_id = $1 and strpos(text, $2) > 0) as held',
      [tx.workspace_id, word],
    ),
  )
  return rows[0]?.held ?? false
}

async function readNearest(tx: WorkspaceTx, word: string): Promise<string | null> {
  const pieces = typoPieces(word)
  if (pieces.length === 0) return null
  const holds = pieces.map((_, index) => `strpos(text, $${index + 3}) > 0`)
  const { rows } = await readWidely(tx, [], () =>
    tx.client.query<{ text: string }>(
      `select text from lead_texts where workspace_id = $1 and (${holds.join(' or ')}) order by lead_id desc limit $2`,
      [tx.workspace_id, MOST_TEXTS, ...pieces],
    ),
  )
  return nearestWord(
    word,
    rows.map(({ text }) => text),
  )
}
