// Guesses in which of the old encodings bytes were written: the one in which they would say the likeliest text.
import iconv from 'iconv-lite'

/** Logarithms of how likely a sign is: rough, since only their differences count. */
const OFTEN = -3.5
const CAPITAL = -4.5
const SELDOM = -5
const FOREIGN = -8
/** A sign that stands where words have letters. */
const INSIDE = -10
const NEVER = -20
/** What is bought by far the most often: little text must not outvote it. */
const PRIOR = 1.5
const READ = 64 * 1024

interface Alphabet {
  often: string
  seldom?: string
  /** Words are of these letters alone, and never mixed with Latin ones. */
  script?: RegExp
}

const WEST = 'áéíóúàèâêôãçñäöüåøæßëõ'
const EAST = 'áéíóúýäöüěščřžůłąęśżćőű'
const ALPHABETS: Record<string, Alphabet> = {
  'windows-1252': { often: WEST, seldom: 'ìòùîïûýðþœ' },
  macintosh: { often: WEST, seldom: 'ìòùîïûœ' },
  'windows-1250': { often: EAST, seldom: 'ńźňťďľôăâîşţđçë' },
  'iso-8859-2': { often: EAST, seldom: 'ńźňťďľôăâîşţđçë' },
  'windows-1254': { often: 'çöüğışâİ', seldom: 'îûéáíó' },
  'windows-1251': { often: 'оеаинтсрвлкмдпу', seldom: 'яыьгзбчйхжшюцщэфъіїєґёўѓќљњ', script: /\p{Script=Cyrillic}/u },
  'koi8-r': { often: 'оеаинтсрвлкмдпу', seldom: 'яыьгзбчйхжшюцщэфъё', script: /\p{Script=Cyrillic}/u },
  'windows-1253': { often: 'αοιετσνηυρπκλς', seldom: 'μωγδβθφχζξψάέήίόύώ', script: /\p{Script=Greek}/u },
  'windows-1255': { often: 'יוהלאמרתבשנ', seldom: 'כדחפקעצגסטזםןךףץ', script: /\p{Script=Hebrew}/u },
  'windows-1256': { often: 'اليمنرتوبة', seldom: 'سدهعفقحجكشطخصذضزغءثظىئأإآؤ', script: /\p{Script=Arabic}/u },
}

/** Characters of two bytes: which pairs are common, how many common pairs there are, and how many others. */
interface Pairs {
  common: (lead: number, trail: number) => boolean
  size: number
  /** Half-width letters of one byte. */
  single?: (byte: number) => boolean
}

const within = (byte: number, from: number, to: number) => byte >= from && byte <= to
const PAIRS: Record<string, Pairs> = {
  gb18030: { common: (lead, trail) => within(lead, 0xb0, 0xd7) && trail >= 0xa1, size: 3755 },
  big5: {
    common: (lead, trail) => within(lead, 0xa4, 0xc6) && (trail >= 0xa1 || within(trail, 0x40, 0x7e)),
    size: 5401,
  },
  'euc-kr': { common: (lead, trail) => within(lead, 0xb0, 0xc8) && trail >= 0xa1, size: 2350 },
  'euc-jp': {
    common: (lead, trail) => (lead === 0xa4 || lead === 0xa5 || within(lead, 0xb0, 0xcf)) && trail >= 0xa1,
    size: 3100,
  },
  shift_jis: {
    common: (lead) => lead === 0x82 || lead === 0x83 || within(lead, 0x88, 0x97),
    size: 3100,
    single: (byte) => within(byte, 0xa1, 0xdf),
  },
}
const KANA: Record<string, (lead: number) => boolean> = {
  'euc-jp': (lead) => lead === 0xa4 || lead === 0xa5,
  shift_jis: (lead) => lead === 0x82 || lead === 0x83,
}

/** The name of the likeliest encoding of bytes that are not UTF-8. The files of old Macs end lines with CR alone. */
export function guessCharset(bytes: Buffer, isOldMac: boolean): string {
  const head = bytes.subarray(0, READ)
  const single = Object.keys(ALPHABETS).filter((name) => (name === 'macintosh') === isOldMac)
  const usual = isOldMac ? 'macintosh' : 'windows-1252'
  let best = usual
  let most = -Infinity
  for (const name of [...single, ...Object.keys(PAIRS)]) {
    const alphabet = ALPHABETS[name]
    const likely =
      (alphabet ? likelyText(head, name, alphabet) : likelyPairs(head, name)) + (name === usual ? PRIOR : 0)
    if (likely <= most) continue
    best = name
    most = likely
  }
  return best
}

const LETTER = /\p{L}/u
const isAsciiLetter = (sign: string | undefined) => sign !== undefined && /[A-Za-z]/.test(sign)
const isCapital = (sign: string) => sign !== sign.toLowerCase()
const isSmall = (sign: string) => sign !== sign.toUpperCase()
/** Signs that stand between and around words. */
const AROUND = /[\u2010-\u2027\u2030-\u203a\u00ab\u00bb\u00a0-\u00a9\u00ae\u00b0-\u00b3\u00b5\u00b7\u20ac\u2122\u2116]/

function likelyText(bytes: Buffer, name: string, { often, seldom = '', script }: Alphabet): number {
  const text = [...iconv.decode(bytes, name)]
  let sum = 0
  let run = 0
  text.forEach((sign, at) => {
    if (sign <= '\x7f') {
      run = 0
      return
    }
    const before = text[at - 1] ?? ' '
    const after = text[at + 1] ?? ' '
    if (sign === '\ufffd' || /\p{Cc}|\p{Co}/u.test(sign)) {
      sum += NEVER
      return
    }
    if (!LETTER.test(sign)) {
      run = 0
      // An apostrophe stands inside of words, and a mark such as ® after them.
      const isFree =
        AROUND.test(sign) && !(LETTER.test(after) && /[\u00a0-\u00bb\u20ac]/.test(sign) && LETTER.test(before))
      sum += isFree ? (LETTER.test(after) && !/[\u2018-\u201e\u00ab]/.test(sign) ? -7 : -6) : INSIDE
      return
    }
    run++
    if (script && !script.test(sign)) sum += FOREIGN
    else if (often.includes(sign)) sum += OFTEN
    else if (often.includes(sign.toLowerCase())) sum += CAPITAL
    else sum += seldom.includes(sign.toLowerCase()) ? SELDOM : FOREIGN
    if (script && (isAsciiLetter(before) || isAsciiLetter(after))) sum -= 6
    // Words of Latin letters are mostly plain ones.
    if (!script && run > 2) sum -= 3
    if (isCapital(sign) && LETTER.test(before) && isSmall(before)) sum -= 4
    if (isSmall(sign) && isCapital(before) && LETTER.test(before) && isCapital(text[at - 2] ?? ' ')) sum -= 1
  })
  return sum
}

function likelyPairs(bytes: Buffer, name: string): number {
  const { common, size, single } = PAIRS[name] as Pairs
  const often = -Math.log(size)
  const kana = KANA[name]
  let sum = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number
    if (lead < 0x80) continue
    if (single?.(lead)) {
      sum -= 7
      continue
    }
    const trail = bytes[at + 1]
    // The last character may be cut.
    if (trail === undefined) break
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f) {
      sum += NEVER
      continue
    }
    if (kana?.(lead)) sum -= 5
    else if (common(lead, trail)) sum += often
    else sum -= isMark(lead) ? 9 : 12.5
    // Characters come beside each other; letters with accents, taken for them in pairs, stand alone between plain ones.
    if (isPlainLetter(bytes[at - 1]) && isPlainLetter(bytes[at + 2])) sum -= 4
    else if (isPlainLetter(bytes[at - 1]) || isPlainLetter(bytes[at + 2])) sum -= 2
    at++
  }
  return sum
}

/** Brackets, full-width letters and their like, in most tables. */
const isMark = (lead: number) => lead === 0x81 || within(lead, 0xa1, 0xa3)

const isPlainLetter = (byte: number | undefined) =>
  byte !== undefined && (within(byte, 0x41, 0x5a) || within(byte, 0x61, 0x7a))
