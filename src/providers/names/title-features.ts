// What a job title is compared by in the linear model of departments: its words, neighbors and the last one.

const LONGEST = 300
const MOST_WORDS = 16

/** Words of a title in the letters a to z; what stands in brackets says more of the job than of its kind, and is left out. */
export function titleWords(title: string): string[] {
  const plain = title
    .slice(0, LONGEST)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^a-z0-9&+]+/g, ' ')
    .trim()
  return plain === '' ? [] : plain.split(' ').slice(0, MOST_WORDS)
}

/** Each feature once: `manager`, `sales_manager`, `$manager` for the last word. */
export function titleFeatures(title: string): string[] {
  const words = titleWords(title)
  const pairs = words.slice(1).map((word, at) => `${words[at]}_${word}`)
  return words.length === 0 ? [] : [...new Set([...words, ...pairs, `$${words.at(-1)}`])]
}
