// Addresses written out for people: "info [at] acme [dot] com", in the words of many languages, and with gaps.

const atWords =
  'at|ät|aet|arroba|chiocciola|arobase|arobas|apenstaartje|apestaart(?:je)?|snabel-?a|krøllalfa|kukac|zavin[aá][cč]|ma[lł]pa|собака|afna|klammeraffe|affenschwanz|alfakr[oø]ll|miukumauku|coada de maimuta|papaki|kuyruk'
const dotWords =
  'dot|punkt|punto|point|ponto|punt|kropka|te[cč]ka|prik|bodka|pont|точка|piste|nokta|punct|to[cč]ka|teleia|dott|d0t'
const open = '[\\[({<|*_~-]'
const close = '[\\])}>|*_~-]'

const bracketAt = `\\s{0,3}${open}{1,2}\\s{0,3}(?:${atWords}|@|a)\\s{0,3}${close}{1,2}\\s{0,3}`
const bracketDot = `\\s{0,3}${open}{1,2}\\s{0,3}(?:${dotWords}|\\.)\\s{0,3}${close}{1,2}\\s{0,3}`
const wordAt = `\\s{1,3}(?:${atWords})\\s{1,3}`
const wordDot = `\\s{1,3}(?:${dotWords})\\s{1,3}`
const local = `[a-z0-9_%+'-]{1,64}(?:(?:\\.|${bracketDot})[a-z0-9_%+'-]{1,64}){0,4}`
const spacedLocal = `[a-z0-9_%+'-]{1,64}(?:(?:\\.|${bracketDot}|${wordDot})[a-z0-9_%+'-]{1,64}){0,4}`
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'

// Letters and digits run on to both sides, so an address never starts or ends inside a word.
const before = '(?<![\\p{L}\\p{N}.@_+-])'
const after = '(?![\\p{L}\\p{N}@])'

/** A marked @, then any mix of plain and marked dots. */
const marked = new RegExp(
  `${before}(${local})${bracketAt}(${label}(?:(?:\\.|${bracketDot}|${wordDot}|\\s\\.\\s)${label}){1,5})${after}`,
  'giu',
)
/** A plain @ with marked dots or gaps. */
const gapped = new RegExp(
  `${before}(${local})\\s{0,3}@\\s{0,3}(${label}(?:(?:\\.|${bracketDot}|${wordDot}|\\s{1,2}\\.\\s{1,2})${label}){1,5})${after}`,
  'giu',
)
/** Both written as bare words. */
const spoken = new RegExp(
  `${before}(${spacedLocal})${wordAt}(${label}(?:(?:\\.|${bracketDot})${label}){0,4}${wordDot}${label}(?:(?:\\.|${wordDot})${label}){0,3})${after}`,
  'giu',
)
/** A bare "at" before a plain domain: often just a sentence, so what stands before it must speak for an address. */
const loose = new RegExp(`${before}(${local})${wordAt}(${label}(?:\\.${label}){1,4})${after}(?![/:])`, 'giu')

/** What every one of the forms has; most lines have none of it. */
const hint = new RegExp(`(?:\\s|${open})(?:${atWords}|@|a)(?:\\s|${close})|@`, 'iu')

const dots = new RegExp(`${bracketDot}|${wordDot}|\\s{1,2}\\.\\s{1,2}`, 'giu')
const addressLabel = /(?:e-?mail|mail|courriel|correo|posta|contact|kontakt|write|escr[ií]b|schreib|adres)[^\n]{0,20}$/i
const sentenceWord =
  /^(?:us|me|you|him|her|them|it|is|are|was|look|meet|find|found|located|available|hosted|live|work|working|here|more|online|visit|and|or|only|now|store|shop|office|website|site|founder|ceo|director|engineer|manager|developer|professor|teacher|partner|team|job|jobs|career|careers)$/i
const roleWord =
  /^(?:info|office|contact|kontakt|hello|hi|sales|support|mail|e?mail|admin|press|presse|team|service|enquir(?:y|ies)|inquir(?:y|ies)|help|jobs|careers|hr|billing|webmaster|post|general|reception|team|marketing|privacy|contacto|contato|vertrieb|kundenservice|buero|verkauf|ventas)$/i

/** Text with full-width signs, character references written out and invisible characters put right, and without web addresses. */
export function plainSigns(text: string): string {
  return text
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (all, hex, decimal) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    })
    .replace(/[＠﹫]/g, '@')
    .replace(/(?<=[\p{L}\p{N}])[．｡。](?=[\p{L}\p{N}])/gu, '.')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\b(?!mailto:)[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,2000}/gi, ' ')
}

/** The addresses in the text that are not written plainly, put into plain form; still to be checked as addresses. */
export function obfuscatedIn(text: string): string[] {
  const found: string[] = []
  const plain = plainSigns(text)
  const add = (name: string, domain: string) => found.push(`${name.replace(dots, '.')}@${domain.replace(dots, '.')}`)
  for (const line of plain.split('\n')) {
    if (line.length < 6 || line.length > 20_000 || !hint.test(line)) continue
    if (line.includes('@'))
      for (const [all, name = '', domain = ''] of line.matchAll(gapped)) {
        // Without gaps and marks it is a plain address, and not for here to judge.
        if (/[\s[({<|*~]/.test(all)) add(name, domain)
      }
    for (const [, name = '', domain = ''] of line.matchAll(marked)) add(name, domain)
    for (const [, name = '', domain = ''] of line.matchAll(spoken)) if (!sentenceWord.test(name)) add(name, domain)
    for (const match of line.matchAll(loose)) {
      const [, name = '', domain = ''] = match
      const told = addressLabel.test(line.slice(Math.max(0, match.index - 30), match.index))
      const speaks = roleWord.test(name) || /[._+\d]/.test(name) || told
      if (speaks && !sentenceWord.test(name) && !/^www\./i.test(domain)) add(name, domain)
    }
  }
  return found
}
