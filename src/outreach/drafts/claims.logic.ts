// What a sentence of a draft says about the lead, and what of it no fact stands for: names, numbers in figures and in words, events,
// relations, and anything said of the reader. It errs towards marking: a person reads what is marked, and what is not they may skim.

export interface DraftFact {
  field: string
  value: string
}

export interface SentenceClaims {
  /** Facts that stand for it: those it was said to go by, and those whose names it uses. */
  facts: DraftFact[]
  /** What in it no fact stands for, in its own words. */
  unsupported: string[]
}

/** Words of the sender: what the template or the wishes say of themselves needs no fact of the lead. */
export function readClaims(
  sentence: string,
  cited: readonly DraftFact[],
  all: readonly DraftFact[],
  ofSender: string,
): SentenceClaims {
  const own = plainText(ofSender)
  const facts = [...cited]
  const unsupported: string[] = []
  const saidBySender = (words: string) => holds(own, words)
  for (const name of namesIn(sentence)) {
    const fact = [...cited, ...all].find(({ value }) => holds(plainText(value), name))
    if (fact) {
      if (!facts.some(({ field }) => field === fact.field)) facts.push(fact)
    } else if (!saidBySender(name)) unsupported.push(name)
  }
  const values = facts.map(({ value }) => plainText(value)).join(' \n ')
  for (const number of numbersIn(sentence))
    if (!number.values.some((one) => numberIsIn(values, one) || numberIsIn(own, one)) && !saidBySender(number.words))
      unsupported.push(number.words)
  for (const word of sentence.match(EVENTS) ?? [])
    if (!stemIsIn(values, word) && !stemIsIn(own, word)) unsupported.push(word)
  if (facts.length === 0 && unsupported.length === 0 && isOfReader(sentence) && !saidBySender(sentence))
    unsupported.push(sentence)
  return { facts, unsupported: [...new Set(unsupported)] }
}

const plainText = (text: string) =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/[^\p{L}\p{N}.%$€£+-]+/gu, ' ')} `
const holds = (text: string, words: string) =>
  text.includes(` ${plainText(words).trim()} `) || text.includes(` ${plainText(words).trim()}. `)

/** The beginning of a word stands for its forms. */
const stemIsIn = (text: string, word: string) =>
  text.includes(` ${word.toLowerCase().slice(0, Math.max(4, word.length - 3))}`)

const GERMAN = /(?<!\p{L})(?:der|die|das|und|für|mit|sie|ihre?n?|wir|ich|eine?n?|ist|sind|haben)(?!\p{L})/iu
const NAME = /\p{Lu}[\p{L}\p{N}&'’-]*(?:\s+(?:(?:of|de|van|von|du|la|der)\s+)?\p{Lu}[\p{L}\p{N}&'’-]*)*/gu
const NO_NAME =
  /^(?:I|I'm|I'd|I'll|I've|Hi|Hello|Hey|Dear|Mr|Mrs|Ms|Dr|OK|CEO|CTO|CFO|COO|CRM|API|AI|IT|HR|B2B|SaaS|EU|US|USA|UK|PS|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Best|Regards|Thanks|Congratulations)$/i

/** Capitals inside a sentence are names, but where a language writes its nouns with them. */
function namesIn(sentence: string): string[] {
  const text = sentence.trim().replace(/^["'“„«(]+/, '')
  const isGerman = (text.match(new RegExp(GERMAN.source, 'giu')) ?? []).length >= 2
  return [...text.matchAll(NAME)].flatMap((found) => {
    const words = found[0].split(/\s+/)
    // The first word of a sentence has its capital from there.
    const kept =
      found.index === 0 || /[.!?:]\s+$/.test(text.slice(0, found.index)) ? words.slice(words.length > 1 ? 0 : 1) : words
    const name = kept.join(' ').replace(/['’]s$/, '')
    if (name === '' || kept.every((word) => NO_NAME.test(word))) return []
    if (isGerman && kept.length < 2 && !/\p{Ll}\p{Lu}|\d/u.test(name)) return []
    // Only the name of a greeting is kept.
    const rest = name
      .split(' ')
      .filter((word, at) => at > 0 || !NO_NAME.test(word))
      .join(' ')
    return rest === '' ? [] : [found.index === 0 && words.length > 1 ? withoutFirst(rest, text) : rest]
  })
}

/** "Google Ventures led the round" begins with a name; "Our Berlin office" has one second. */
const COMMON_START =
  /^(?:our|your|the|a|an|we|you|my|this|that|these|those|in|at|on|with|for|from|as|since|when|while|after|before|if|and|but|so|congratulations|hi|hello|dear|saw|noticed|is|are|was|how|what|who|why|nuestro|su|votre|notre|ihre?|unsere?)$/i
const withoutFirst = (name: string, text: string) => {
  const [first = '', ...rest] = name.split(' ')
  return COMMON_START.test(first) && text.startsWith(first) ? rest.join(' ') : name
}

const ONES: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  dozen: 12,
  dozens: 12,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  zwanzig: 20,
  fünfzig: 50,
  dutzend: 12,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  vingt: 20,
  trente: 30,
  cinquante: 50,
  douzaine: 12,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  doce: 12,
  veinte: 20,
  treinta: 30,
  cincuenta: 50,
}
const SCALES: Record<string, number> = {
  hundred: 100,
  hundreds: 100,
  thousand: 1000,
  thousands: 1000,
  million: 1e6,
  millions: 1e6,
  billion: 1e9,
  billions: 1e9,
  hundert: 100,
  hunderte: 100,
  tausend: 1000,
  tausende: 1000,
  millionen: 1e6,
  milliarden: 1e9,
  cent: 100,
  cents: 100,
  mille: 1000,
  milliers: 1000,
  milliard: 1e9,
  cien: 100,
  cientos: 100,
  mil: 1000,
  miles: 1000,
  millón: 1e6,
  millones: 1e6,
}
const NUMBER_WORD = [...Object.keys(ONES), ...Object.keys(SCALES)].sort((a, b) => b.length - a.length).join('|')
const IN_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NUMBER_WORD})(?:[\\s-]+(?:and\\s+)?(?:${NUMBER_WORD}))*(?![\\p{L}\\p{N}])`,
  'giu',
)
const MANIFOLD =
  /(?<!\p{L})(?:doubl(?:ed|ing)|tripl(?:ed|ing)|quadrupl\p{L}+|halved|verdoppelt|verdreifacht|doublé|triplé|duplicó|duplicaron)(?!\p{L})/giu
const IN_FIGURES = /\d[\d.,]*\d|\d/g
/** How long a call takes is no claim about the lead. */
const OF_TIME = /^[\s-]*(?:minutes?|mins?\b|min\.|minuten|minutos|minuti|seconds?|:\d\d|am\b|pm\b|o'clock|uhr)/i

function numbersIn(sentence: string): { words: string; values: number[] }[] {
  const figures = [...sentence.matchAll(IN_FIGURES)]
    .filter((found) => !OF_TIME.test(sentence.slice((found.index ?? 0) + found[0].length)))
    .map((found) => ({ words: found[0], values: [figureOf(found[0])] }))
  const words = [...sentence.matchAll(IN_WORDS)]
    .filter((found) => !OF_TIME.test(sentence.slice((found.index ?? 0) + found[0].length)))
    .map((found) => ({ words: found[0], values: [readNumberWords(found[0])] }))
  return [...figures, ...words, ...(sentence.match(MANIFOLD) ?? []).map((one) => ({ words: one, values: [] }))]
}

function readNumberWords(words: string): number {
  let all = 0
  let part = 0
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    if (word in ONES) part += ONES[word] as number
    else if (word in SCALES) {
      const scale = SCALES[word] as number
      part = (part || 1) * scale
      if (scale >= 1000) {
        all += part
        part = 0
      }
    }
  }
  return all + part
}

const SHORT_SCALES: Record<string, number> = { k: 1000, m: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9, mrd: 1e9 }
const WITH_SCALE = new RegExp(
  `(\\d[\\d.,]*\\d|\\d)(?:\\s?(${[...Object.keys(SCALES), ...Object.keys(SHORT_SCALES)].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L}))?`,
  'giu',
)
const figureOf = (text: string) => Number(text.replace(/[.,](?=\d{3}\b)/g, '').replace(',', '.'))

function numberIsIn(text: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const given = [...text.matchAll(WITH_SCALE)].flatMap(([, figures = '', scale]) => {
    const one = figureOf(figures)
    return scale === undefined
      ? [one]
      : [one, one * (SCALES[scale.toLowerCase()] ?? SHORT_SCALES[scale.toLowerCase()] ?? 1)]
  })
  return given.includes(value) || [...text.matchAll(IN_WORDS)].some((found) => readNumberWords(found[0]) === value)
}

const EVENTS =
  /(?<!\p{L})(?:raised|funding|series [a-f]\b|acqui(?:red|sition|ring)|merge[dr]\p{L}*|hir(?:ed|ing)|launch(?:ed|ing)|opened|opening|expand(?:ed|ing)|expansion|grew|growing|growth|won|award\p{L}*|moved|promot(?:ed|ion)|appointed|joined|partner(?:ed|ship|s)?|announced|ipo|laid off|layoffs|customers? of|clients? of|subsidiary|investors?|owned by|competitors?|colleagues?|mutual|invested|founded|expandier\p{L}*|übernommen|übernahme|finanzierung\p{L}*|eröffnet|gegründet|eingestellt|gewachsen|levé|levée|acquis|rachet\p{L}+|embauch\p{L}+|lancé|ouvert|fondé|adquiri\p{L}+|contrat\p{L}+|lanz\p{L}+|fundad\p{L}+|crecid\p{L}+)(?!\p{L})/giu

const READER =
  /(?<!\p{L})(?:you|you're|you've|your|yours|ihr|ihre[nmrs]?|sie haben|sie sind|vous|votre|vos|usted|ustedes|su empresa|sus)(?!\p{L})/iu
/** An offer, a question or a courtesy says nothing of the reader. */
const OFFER =
  /\?\s*$|(?<!\p{L})(?:let (?:me|us) know|if you|would you|could you|can you|may i|can i|i hope|i(?:'d| would) (?:like|love)|happy to|glad to|look(?:ing)? forward|thank you|thanks|for your time|we can|we could|we help|i can|show you|send you|tell you|give you|help you|reach you|worth your|hear from you|wenn sie|würden|könnten|gerne|si vous|pourriez|merci|seriez|si le|podría|gracias)(?!\p{L})/iu

const isOfReader = (sentence: string) =>
  READER.test(sentence.replace(/[’`]/g, "'")) && !OFFER.test(sentence.replace(/[’`]/g, "'"))
