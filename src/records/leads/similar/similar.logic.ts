// How alike two texts are by their trigrams, counted as pg_trgm counts them; its similarity of 0.5 is that of a near specialization.

const LEAST = 0.5

/** The forms that are similar to a form, without the form itself. */
export function nearForms(form: string, all: readonly string[]): string[] {
  const own = trigramsOf(form)
  return all.filter((other) => other !== form && likeness(own, trigramsOf(other)) >= LEAST)
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const one of a) if (b.has(one)) shared++
  return shared / Math.max(1, a.size + b.size - shared)
}

/** The trigrams of each word with two blanks before it and one after it. */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams
}
