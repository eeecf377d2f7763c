// Writes a name in the letters a to z, in each way people do, with how usual it is.

export interface Spelling {
  /** Lower-case a to z, hyphens and blanks kept. */
  text: string
  /** 0..1; the spellings of one name add up to 1. */
  share: number
}

/** Two ways to write one letter: with a second letter, or without. */
const DIGRAPHS: Readonly<Record<string, readonly [string, string]>> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u'],
  ø: ['oe', 'o'],
  å: ['aa', 'a'],
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'ng',
  ħ: 'h',
  ə: 'e',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  і: 'i',
  ї: 'yi',
  ґ: 'g',
  ў: 'u',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  ђ: 'dj',
  џ: 'dz',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/**
 * The usual spellings of a name in a to z, likeliest first, at most two; none when it is in a script that has no letter-by-letter spelling.
 * `digraphs` is 0..1: how usual "ae" for "ä" is where the company sits.
 */
export function latinSpellings(name: string, digraphs: number): Spelling[] {
  const small = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`´ʼ]/g, '')
  const long = spelled(small, 0)
  const short = spelled(small, 1)
  if (long === undefined || short === undefined) return []
  if (long === short) return [{ text: long, share: 1 }]
  return [
    { text: long, share: digraphs },
    { text: short, share: 1 - digraphs },
  ].sort((a, b) => b.share - a.share)
}

function spelled(small: string, way: 0 | 1): string | undefined {
  let text = ''
  for (const letter of small) {
    const plain = DIGRAPHS[letter]?.[way] ?? LETTERS[letter] ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
    text += LETTERS[plain] ?? plain
  }
  const clean = text
    .replace(/[.·]/g, ' ')
    .replace(/[\s_]+/g, ' ')
    .replace(/-+/g, '-')
    .replace(/^[\s-]+|[\s-]+$/g, '')
  return /^[a-z]+(?:[ -]+[a-z]+)*$/.test(clean) ? clean : undefined
}
