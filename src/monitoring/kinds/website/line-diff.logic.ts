// What differs between two texts, line by line and then by words, so that a person can read it.

export interface LineDiff {
  added: string[]
  removed: string[]
  /** Share of the words of both texts that differ, 0..1. */
  share: number
}

const wordsIn = (line: string) => line.split(' ').length

/** Lines that only moved are no difference. */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  const left = new Map<string, number>()
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1)
  const added: string[] = []
  for (const line of after) {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    else added.push(line)
  }
  const removed: string[] = []
  for (const line of [...before].reverse()) {
    const count = left.get(line) ?? 0
    if (count === 0) continue
    left.set(line, count - 1)
    removed.unshift(line)
  }
  const all = [...before, ...after].reduce((sum, line) => sum + wordsIn(line), 0)
  const changed = differingWords(added, removed)
  return { added, removed, share: all === 0 ? 0 : changed / all }
}

/** A line that was edited counts by its words that differ, not as a whole. */
function differingWords(added: readonly string[], removed: readonly string[]): number {
  const left = new Map<string, number>()
  const words = (lines: readonly string[]) => lines.flatMap((line) => line.toLowerCase().split(' '))
  const gone = words(removed)
  for (const word of gone) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  const come = words(added)
  for (const word of come) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  return gone.length + come.length - 2 * shared
}

/** At most so many lines of each side, for a summary. */
export function diffText({ added, removed }: LineDiff, most = 20): string {
  const shown = [
    ...removed.slice(0, most).map((line) => `- ${line}`),
    ...added.slice(0, most).map((line) => `+ ${line}`),
  ]
  return shown.join('\n')
}
