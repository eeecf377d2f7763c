// What made firms are called and where they are: a hundred words and sixty towns for small sets full of namesakes, or as many as a country has.

export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to n. */
  below(n: number): number
  pick<T>(items: readonly T[]): T
  chance(share: number): boolean
}

export interface Vocabulary {
  /** The words of a name, and whether it is one that goes by its first letters. */
  name(c: Chance): { words: string[]; isSociety: boolean }
  street(c: Chance): string
  town(c: Chance): number
  towns: readonly string[]
  postcode(c: Chance, town: number): string
  /** The code of the town in telephone numbers, and the digits behind it. */
  phone(c: Chance, town: number): string
}

const split = (text: string) => text.trim().split(/\s+/)
const FIRST = split(`
north south east west blue red green silver golden summit harbor river lake stone oak pine cedar maple falcon eagle lion bear wolf atlas orion nova delta
sigma omega alpha vertex apex zenith quantum fusion pioneer heritage liberty union central global allied premier prime royal crown anchor beacon bridge
castle crystal diamond emerald granite horizon iron keystone lighthouse meridian mountain ocean pacific atlantic phoenix platinum ridge sterling sunrise`)
const MIDDLE = split(
  'valley point field wood gate line view star land port side mark ford worth ton haven dale crest brook hill',
)
const TRADES = split(`
software systems logistics consulting engineering foods packaging textiles plumbing electric dental insurance brewing media printing robotics
pharma solar tools machinery transport legal design marketing security cleaning furniture optics catering roofing`)
const WORDS = ['institute', 'society', 'agency', 'network', 'association', 'foundation', 'laboratory', 'exchange']
const STREETS = split(`
Main Station Church Mill Park Market King Queen High Garden School Forest Bridge Castle Spring Washington Lincoln Jefferson Franklin Madison`)
const TOWNS = Array.from({ length: 60 }, (_, n) => `${FIRST[(n * 7) % FIRST.length]}${MIDDLE[(n * 3) % MIDDLE.length]}`)

export const SMALL: Vocabulary = {
  name(c) {
    const isSociety = c.chance(0.15)
    const words = isSociety
      ? [c.pick(FIRST), c.pick(FIRST), c.pick(TRADES), c.pick(WORDS)]
      : [c.pick(FIRST) + (c.chance(0.6) ? c.pick(MIDDLE) : ''), c.pick(TRADES)]
    return { words, isSociety }
  },
  street: (c) => c.pick(STREETS),
  town: (c) => c.below(TOWNS.length),
  towns: TOWNS,
  postcode: (c, town) => String(10000 + town * 137 + c.below(12)),
  phone: (c, town) => `${200 + town} 555 ${String(1000 + c.below(9000))}`,
}

const STARTS = split('b br c ch d dr f fl g gr h j k kl l m n p pr qu r s sch sl st t tr v w z')
const MIDDLES = split('a e i o u ai au ea ei ie io ou')
const ENDS = split('l m n r s t x ck ld lt nd nn nt rd rk rn rt sh ss th')

/** The n-th made word, of two syllables or three, always the same. */
function coined(n: number): string {
  let rest = Math.imul(n + 1, 0x9e3779b1) >>> 0
  const take = (items: readonly string[]) => {
    const item = items[rest % items.length] as string
    rest = Math.imul(Math.floor(rest / items.length) + n + 7, 0x85ebca6b) >>> 0
    return item
  }
  const syllables = n % 3 === 0 ? 3 : 2
  const open = Array.from({ length: syllables - 1 }, () => take(STARTS) + take(MIDDLES)).join('')
  return open + take(STARTS) + take(MIDDLES) + take(ENDS)
}

/** Draws ranks by the law of Zipf and Mandelbrot: few are very frequent, most are rare. */
function ranks(size: number, offset: number): (c: Chance) => number {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 1 + offset)
    sums[rank] = sum
  }
  return (c) => {
    const wanted = c.next() * sum
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** What half of all names have besides the word of their own, the most frequent first. */
const COMMON = split(`
group international services holdings systems solutions technologies management consulting industries energy global partners capital construction
trading medical design resources marketing engineering properties transport media logistics health foods`).concat(
  TRADES,
  WORDS,
)

/**
 * As many words as the names of `firms` have: a few say what firms do, as in real registers, the words of their own follow Zipf's law with a long
 * tail. Thousands of towns, of which the largest has one firm in thirty, with postcodes and streets by their size.
 */
export function wideVocabulary(firms: number): Vocabulary {
  const sizes = { words: Math.max(2000, firms), towns: 5000, streets: 4000 }
  const word = ranks(sizes.words, 20)
  const common = ranks(COMMON.length, 2)
  const town = ranks(sizes.towns, 3)
  const street = ranks(sizes.streets, 2)
  const own = (c: Chance) => {
    const rank = word(c)
    return rank < FIRST.length ? (FIRST[rank] as string) : coined(rank)
  }
  const towns = Array.from({ length: sizes.towns }, (_, n) => coined(n * 13 + 5) + (n % 4 === 0 ? MIDDLE[n % 20] : ''))
  return {
    name(c) {
      const isSociety = c.chance(0.05)
      if (isSociety) return { words: [own(c), own(c), COMMON[common(c)] as string, c.pick(WORDS)], isSociety }
      const length = c.next()
      const words = [own(c)]
      if (length > 0.75) words.push(own(c))
      if (length > 0.17) words.push(COMMON[common(c)] as string)
      if (length > 0.9) words.push(COMMON[common(c)] as string)
      return { words: [...new Set(words)], isSociety }
    },
    street(c) {
      const rank = street(c)
      return rank < STREETS.length ? (STREETS[rank] as string) : coined(rank * 7 + 3)
    },
    town,
    towns,
    postcode: (c, place) => String(10000 + place * 17 + c.below(Math.max(1, Math.round(300 / (place + 3))))),
    phone: (c, place) => `${200 + (place % 700)} ${200 + c.below(700)} ${String(1000 + c.below(9000))}`,
  }
}
