// Finds what a site's organisation is called: what its pages state, write under their copyright, in titles and logos, weighed together.
import { readCompanyName } from '../names/company-name.ts'
import { readPersonName } from '../names/person-name.ts'
import { FIRM_WORDS } from '../names/person-name-words.ts'
import { readCountry } from '../places/country.ts'
import { addressesOn } from './website-reader.addresses.ts'
import type { SitePage } from './website-reader.links.ts'
import { clean, hostOf, leadsHome, type PageFacts } from './website-reader.page.ts'
import type { Organisation } from './website-reader.structured.ts'

const separators = /\s+[|–—•·:»«>/~-]+\s+|\s*[|–—•·»«]\s*|:{1,2}\s+|\s-{2,}\s?/
/** What titles say besides a name, in whole. */
const emptyWord =
  /^(?:(?:the )?(?:official )?(?:home ?page|home|start|index|website|web ?site|site|blog)|startseite|welcome|willkommen|accueil|inicio|início|untitled(?: document)?|just a moment\.*|page not found|not found|forbidden|access denied|error|loading\.*|react app|vite app|next\.?js app|(?:contact|about)(?:[ -]?(?:us|me|info(?:rmation)?|details|form|page|center|centre|sales|support|our .{2,20}))?|about|contacts?|contact .{2,20} information|get in touch|find us|our (?:team|company|people|story|locations?)|(?:office )?locations?|directions|hours|team|impressum|imprint|legal notice|mentions légales|kontakt|über uns|contacto|contatti|nous contacter|customer (?:service|care|support)|support|help|faq|privacy policy|terms.{0,20}|services|products|shop|store|news|careers|jobs|login|sign in|menu|search|company name|your (?:company|site|name).{0,12}|my (?:site|blog|website)|feedback|staff(?: directory)?|directory)$/i
/** Pages that every site has, in whole. */
const sectionWord =
  /^(?:home|start|startseite|accueil|inicio|about(?: us)?|über uns|om oss|chi siamo|qui sommes-nous|contact(?: us)?|kontakt|contatti|contacto|contactez-nous|nous contacter|impressum|imprint|legal notice|mentions légales|team|our team|faq|privacy policy|datenschutz|services|products|news|careers|jobs)$/i
const officialSite =
  /^(?:welcome to )?(?:the )?official (?:web ?site|site|home ?page) (?:of|for) (?:the )?(\p{Lu}.{2,80})$/iu
/** What leads to a name in a title or a logo. */
const lead =
  /^(?:welcome (?:to|at)|willkommen (?:bei|auf)|bienvenue (?:à|chez)|bienvenid[oa]s? a|benvenut[io] (?:in|da)|(?:contact|about|from|visit|email|call)(?: us)?(?: at| from)?(?= (?:the )?\p{Lu})|home of|the official (?:web ?site|site|home) of|official (?:web ?site|site) of|logo (?:of|von|de)|(?:back )?to the home ?page of)\s+/iu
const tail = /\s+(?:logo|home ?page|home|website|web site|official site|contact(?: us| information)?|about us)$/i

const madeBy = /\b(?:designed|maintained|powered|developed|hosted|built|created) by\b|\bweb ?(?:site )?design\b/i
/** What a template is called that a firm forgot to name after itself. */
const ofTemplate =
  /\b(?:html5?|css|bootstrap|wordpress|tailwind|joomla|landing page|website|multipurpose)\b.{0,24}\b(?:templates?|themes?)\b/i
const calendarWord =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|new|free|online|english|deutsch)$/i
const domainForm = /^(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,18}$/i

/** Kinds of sources, each with how often what it says is the name. */
const weights = {
  structured: 0.8,
  site_name: 0.65,
  app_name: 0.4,
  copyright: 0.5,
  logo: 0.45,
  brand: 0.35,
  imprint: 0.45,
  social: 0.4,
  title: 0.4,
  /** What a title has beside the name of a page that every site has, such as "Contact us". */
  section_title: 0.4,
  /** "The official site of Acme". */
  official: 0.65,
  /** The line above a street. */
  addressee: 0.4,
  title_part: 0.2,
  spelled: 0.4,
  legal: 0.42,
  spelled_word: 0.15,
  mention: 0.2,
  mentions: 0.4,
} as const
type SourceKind = keyof typeof weights
/** The share that a likeness of 0..3 to the domain adds. */
const likenessWeight = [0, 0.2, 0.4, 0.6]
const leastConfidence = 0.5
/** The title of a contact page hardly names anything but the firm. */
const leastOfSection = 0.4
/** A directory of firms has thousands of names, and each is looked for in the text of every page. */
const maxCandidates = 500
/** How sure a firm called after a person has to be to be the one meant. */
const leastOfSameName = 0.35

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\band\b|&/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** How well a name goes with the first label of the domain, 0..3. */
function likeness(name: string, label: string): number {
  const plain = folded(name)
  const short = folded(label)
  if (plain === '' || short.length < 2) return 0
  const bare = plain.replace(/^the/, '')
  if (plain === short || bare === short.replace(/^the/, '')) return 3
  if (bare.length > 3 && short.length > 3 && short.replace(/^the|(?:and|und)/g, '') === bare.replace(/and|und/g, ''))
    return 3
  if (plain.startsWith(short) || (plain.length > 3 && short.startsWith(plain))) return 2
  const initials = name
    .split(/[\s&.-]+/)
    .map((word) => word[0] ?? '')
    .join('')
    .toLowerCase()
  if (short.length > 2 && initials.startsWith(short)) return 2
  return plain.length > 3 && short.length > 3 && (plain.includes(short) || short.includes(plain)) ? 1 : 0
}

const rights =
  /[.,;|–-]?\s*(?:all rights|alle rechte|tous droits|todos los|tutti i|all right reserved|rights reserved|alla rättigheter|wszelkie|všechna|alle rettigheder|minden jog|todos os).*$/i
const year = String.raw`(?:19|20)\d{2}(?:\s{0,2}[-–—,/]\s{0,2}(?:\d{2,4}|present|today|heute|now))?`

/** The sign or the word, which "Copyright-Vermerk" and "copyright notice" are not. */
const copyrightSign =
  /©|\(c\)|\bcopyrights?\b(?!-|\s(?:notices?|polic(?:y|ies)|laws?|act|infringement|holders?|owners?|information|statement|agent|and|or|und)\b)/i
/** Sign, word and years. No two of these begin alike, or a long row of years would be read in endless ways. */
const signAndYears = String.raw`©|\(c\)|copyrights?|\s|(?:19|20)\d{2}|[-–—,/]\s{0,2}(?:\d{2,3}(?!\d)|present|today|heute|now)|[.,:;|–—/-]`
const SIGN_ONLY = new RegExp(`^[^\\w\\s©(.,:;|–—/-]*(?:${signAndYears})+$`, 'i')
/** "© All rights reserved by Acme". */
const NOTHING_BEFORE_RIGHTS = new RegExp(
  `^(?:${signAndYears})+(?:all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados)[\\s.,:;|–-]*(?:by|to|for|an|von|bei|à|a)?\\s+(?=\\p{Lu})`,
  'iu',
)

/** Names under a copyright sign, whichever of sign, word, years and name comes first. */
function underCopyright(text: string): string[] {
  const names: string[] = []
  const lines = text.split('\n')
  for (const [at, one] of lines.entries()) {
    if (one.length > 600 || !copyrightSign.test(one)) continue
    // Sign and year by themselves, with the name on the next line.
    const line = SIGN_ONLY.test(one) ? `${one} ${lines[at + 1] ?? ''}`.slice(0, 600) : one
    for (const part of line.split(/\s[|•·]\s|\s{2,}/)) {
      const sign = copyrightSign.exec(part)
      if (!sign) continue
      const whole = part.slice(sign.index)
      const behind = (
        NOTHING_BEFORE_RIGHTS.test(whole) ? whole.replace(NOTHING_BEFORE_RIGHTS, '') : whole.replace(rights, '')
      )
        .replace(/^(?:[\s.,:;–-]|©|\(c\)|&copy;?|\bcopyright\b|\bby\b|\bbei\b)+/giu, '')
        .replace(new RegExp(`^${year}[\\s.,:;|–-]*`), '')
        .replace(/^(?:[\s.,:;|–-]|©|\(c\)|\bcopyright\b|\bby\b|\bbei\b)+/giu, '')
      const before = part.slice(0, sign.index).replace(new RegExp(`${year}\\s*$`), '')
      const name = clean(behind).length > 1 ? behind : before
      names.push(
        clean(name)
          .replace(/^(.{2,60}?[\s,](?:inc|llc|l\.l\.c|ltd|limited|corp|gmbh|plc|pty ltd|s\.a|b\.v)\b\.?).*$/i, '$1')
          .replace(/\s+copyright.*$/i, '')
          .replace(new RegExp(`[\\s,]*${year}.*$`), '')
          .replace(
            /\s(?:powered by|design(?:ed)? by|website by|site by|web ?design|is a (?:registered )?trademark|and\/or|or its|privacy|terms|site ?map).*$/i,
            '',
          )
          .replace(/(?<=\p{Ll}{2})\.\s.*$/u, '')
          .replace(/[\s.,;:–|-]+$/, (end) =>
            /(?:inc|ltd|co|corp|l\.l\.c|s\.a|b\.v)$/i.test(name) ? end.trim().slice(0, 1) : '',
          ),
      )
    }
  }
  return names.filter(
    (name) => name.length > 1 && name.length <= 80 && /^[\p{Lu}\p{N}"'“]/u.test(name) && name.split(' ').length <= 9,
  )
}

/** The words of a text that spell the domain's label, as they are written there; "and" and "&" may be left out of it. */
function spelledIn(text: string, label: string): string[] {
  const wanted = folded(label)
  if (wanted.length < 4) return []
  const ends = new Set(
    [wanted, wanted.replace(/(?:inc|ltd|gmbh|llc|usa|uk|group|online|hq|web|site|co)$/, '')].filter(
      (one) => one.length > 3,
    ),
  )
  const names: string[] = []
  for (const line of text.split('\n').slice(0, 400)) {
    if (line.length > 300 || /https?:|www\.|@/.test(line)) continue
    const words = line
      .split(/[\s,;:|()"“”]+/)
      .filter((word) => word !== '' && !/\.(?:com|net|org|de|co|info|biz)\b/i.test(word))
    for (let from = 0; from < words.length && from < 60; from += 1) {
      let run = ''
      for (let to = from; to < words.length && to < from + 7; to += 1) {
        run += folded(words[to] ?? '')
        if (run.length > wanted.length) break
        if (ends.has(run) && /^\p{Lu}|^\p{N}/u.test(words[from] ?? ''))
          names.push(
            words
              .slice(from, to + 1)
              .join(' ')
              .replace(/[.,;:'’-]+$/, ''),
          )
      }
    }
    if (names.length > 40) break
  }
  return names
}

const legalLine =
  /^[\p{Lu}\p{N}][^\n@:;?!]{1,60}?,?\s(?:g?GmbH(?:\s?&\s?Co\.?\s?KG)?|AG|KG|OHG|UG(?:\s?\(haftungsbeschränkt\))?|e\.\s?K\.|Ltd\.?|Limited|LLC|L\.L\.C\.?|LLP|Inc\.?|Incorporated|Corp\.?|Corporation|PLC|Pty\.? Ltd\.?|Pvt\.? Ltd\.?|S\.?A\.?R\.?L\.?|SAS|S\.A\.?|S\.?r\.?l\.?|S\.p\.A\.?|S\.L\.?|B\.?V\.?|N\.V\.?|ApS|A\/S|AS|AB|Oyj?|Sp\. z o\.\s?o\.?|s\.r\.o\.?|Kft\.?)$/u

const imprintLabel =
  /^(?:impressum|imprint|angaben (?:gem|nach|zum|laut)[^:]{0,60}|(?:dienste|website-?)?anbieter(?:in)?(?: (?:dieser|der) (?:web)?(?:site|seite))?|(?:website-?)?betreiber(?:in)?(?: (?:dieser|der) (?:web)?(?:site|seite))?|herausgeber(?:in)?|firmenname|firma|firmenwortlaut|verantwortlich(?:e stelle)?(?: für den inhalt)?|mentions l[ée]gales|[ée]diteur(?: du site)?|raison sociale|denominazione(?: sociale)?|ragione sociale|raz[óo]n social|denominaci[óo]n social|company(?: name)?|legal name|registered name|name of (?:the )?company|bedrijfsnaam|firmanavn|f[öo]retagsnamn)\s*(:)?\s*(.*)$/i

/** What stands first in an imprint, or behind a label that says whose name follows. */
function namesOfImprint(text: string): string[] {
  const names: string[] = []
  const lines = text.split('\n').slice(0, 600)
  for (const [at, line] of lines.entries()) {
    if (line.length > 160) continue
    const [, colon, rest = ''] = imprintLabel.exec(line) ?? []
    const isLabel = colon !== undefined || (rest === '' && /^(?:impressum|imprint|angaben|mentions)/i.test(line))
    if (!isLabel) continue
    const name = rest !== '' ? rest : (lines[at + 1] ?? '')
    if (
      name.length < 70 &&
      /^[\p{Lu}\p{N}]/u.test(name) &&
      !/[@?!:]|\d{4,}|^§|(?:^|\s)(?:gem[aä][sß]|TMG|DDG)(?:\s|$)/u.test(name)
    )
      names.push(name.replace(/,.*$/, ''))
    if (names.length > 4) break
  }
  return names
}

/** "Follow Acme on Twitter": a link to a profile says whose it is. */
const onNetwork =
  /^(?:(?:follow|like|find|friend|join|visit|watch|see|connect with|subscribe to|check out|folgen? sie|suivez|s[ií]guenos)\s)?(.{3,50}?)\s(?:on|at|auf|bei|sur|en|no|su|op|på)\s(?:facebook|twitter|x|instagram|linkedin|youtube|pinterest|google\+|tiktok|xing|vimeo|github)[.!]?$/i

interface Candidate {
  name: string
  kinds: Map<SourceKind, { url: string }>
  /** How often it was written so. */
  writings: Map<string, number>
}

export interface FoundName {
  name: string
  confidence: number
  /** The page that it stands on. */
  url: string
}

const keys = new Map<string, string>()

/** What names are compared by. Pages repeat theirs, and taking one apart takes a while. */
function keyOf(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  if (keys.size > 2_000) keys.clear()
  const key = plainKey(name)
  keys.set(name, key)
  return key
}

const COMMON_ENDING =
  /\.(?:com|net|org|biz|info|io|eu|us|ca|de|ch|at|fr|it|es|nl|be|se|no|dk|fi|pl|(?:co|com|org)\.[a-z]{2})$/i

/** A name that is written as its domain is the one without the ending. */
const plainKey = (name: string) =>
  domainForm.test(name) && COMMON_ENDING.test(name)
    ? folded(name.replace(/^www\./i, '').replace(COMMON_ENDING, ''))
    : nameKey(name)

const nameKey = (name: string) => folded(readCompanyName(name).name).replace(/^the/, '') || folded(name)

/** The organisation's name and how sure it is (0..1); null when nothing on the pages is one. `people` are those whom the pages give a title. */
export function nameOf(
  pages: readonly SitePage[],
  organisations: readonly (Organisation | null)[],
  label: string,
  people: readonly string[] = [],
): FoundName | null {
  const candidates = new Map<string, Candidate>()
  const isNamed = new Set(people.map((person) => person.toLowerCase()))
  const add = (text: string | null | undefined, kind: SourceKind, url: string) => {
    const name = clean(text ?? '')
      .replace(lead, '')
      .replace(tail, '')
      .replace(/^["'“”‘’]+|["'“”]+$/g, '')
      .trim()
    if (name.length < 2 || name.length > 100 || name.split(' ').length > 10) return
    if (madeBy.test(name) || ofTemplate.test(name) || calendarWord.test(name)) return
    // A host below a domain is an address.
    if (/^(?:[\w-]+\.){2,}(?:com|net|org|edu|gov|de|uk|us|info|eu)$/i.test(name) && !/^www\./i.test(name)) return
    if (readCountry(name)) return
    if (emptyWord.test(name) || /^https?:|^www\.|^\d+$|^[^\p{L}\p{N}]+$/iu.test(name)) return
    const key = keyOf(name)
    if (key.length < 2) return
    const known = candidates.get(key) ?? { name, kinds: new Map(), writings: new Map() }
    if (candidates.size >= maxCandidates && !candidates.has(key)) return
    if (!known.kinds.has(kind)) known.kinds.set(kind, { url })
    known.writings.set(name, (known.writings.get(name) ?? 0) + (kind === 'mention' ? 0.5 : 1))
    candidates.set(key, known)
  }
  for (const [at, one] of organisations.entries()) add(one?.name ?? one?.legal_name, 'structured', pages[at]?.url ?? '')
  for (const { facts, url } of pages) {
    const { metas, title, logos, text } = facts
    for (const part of (metas['og:site_name'] ?? '').split(separators)) add(part, 'site_name', url)
    add(metas['application-name'], 'app_name', url)
    for (const name of underCopyright(text.length > 40_000 ? text.slice(-40_000) : text)) add(name, 'copyright', url)
    for (const name of namesOfImprint(text)) add(name, 'imprint', url)
    for (const words of [...facts.links.slice(0, 400).map((link) => link.text), ...facts.pictures]) {
      const [, name] = onNetwork.exec(words) ?? []
      if (name && !/^(?:us|me|our|uns|nous|follow|find)(?:\s|$)/i.test(name)) add(name, 'social', url)
    }
    const brand = facts.links
      .slice(0, 15)
      .find((link) => leadsHome(link.href, hostOf(url)) && !emptyWord.test(link.text) && link.text.length > 2)
    if (brand && !facts.logos.includes(brand.text)) add(brand.text, 'brand', url)
    for (const logo of logos) for (const part of logo.split(separators)) add(part, 'logo', url)
    const parts = (ofTemplate.test(title) ? '' : title)
      .split(separators)
      .map((part) => clean(part))
      .filter((part) => part !== '' && !emptyWord.test(part))
    const [, official] = officialSite.exec(title) ?? []
    if (official) add(official.split(separators)[0], 'official', url)
    for (const line of addresseesOf(facts)) add(line, 'addressee', url)
    const isBesideSection = parts.length === 1 && title.split(separators).some((part) => sectionWord.test(clean(part)))
    for (const whole of parts) {
      // "Acme Kitchen (Springfield, TX 75209)"
      const part = whole.replace(/\s*\([^()]*[\d,][^()]*\)$/, '')
      add(part, isBesideSection ? 'section_title' : parts.length === 1 ? 'title' : 'title_part', url)
      if (legalLine.test(part)) add(part, 'legal', url)
      // "Acme (Springfield)"
      if (part.endsWith(')')) add(part.replace(/\s*\([^()]*\)$/, ''), 'title_part', url)
      // "Acme Tools, Springfield": what stands before a comma, or is a name by its form.
      const [first = ''] = part.split(/,\s/)
      if (first !== part && !/^(?:inc|ltd|llc|l\.l\.c)/i.test(part.slice(first.length + 2)))
        add(first, 'title_part', url)
    }
    for (const name of spelledIn(`${title}\n${text}`, label))
      add(name, name.replace(/^the\s/i, '').includes(' ') ? 'spelled' : 'spelled_word', url)
    for (const line of text.split('\n')) if (line.length < 80 && legalLine.test(line)) add(line, 'legal', url)
  }
  mention(candidates, pages)
  for (const place of placesOf(pages)) {
    const known = candidates.get(keyOf(place))
    if (known && !['structured', 'site_name', 'legal'].some((kind) => known.kinds.has(kind as SourceKind)))
      candidates.delete(keyOf(place))
  }
  const scored = [...candidates].map(([, candidate], order) => {
    const like = likeness(readCompanyName(candidate.name).name || candidate.name, label)
    const chances = [...candidate.kinds.keys()].map((kind) => weights[kind])
    // One word of the domain is on most pages of a site, by itself it is as often a town's or a product's name.
    const isWordOnly = [...candidate.kinds.keys()].every(
      (kind) => kind === 'spelled_word' || kind === 'mention' || kind === 'mentions',
    )
    const likeChance = likenessWeight[isWordOnly ? Math.min(like, 1) : like] ?? 0
    const doubt = [...chances, likeChance].reduce((product, chance) => product * (1 - chance), 1)
    const factors: [boolean, number][] = [
      [like < 3 && isPerson(candidate), isNamed.has(candidate.name.toLowerCase()) ? 0.5 : 0.85],
      [domainForm.test(candidate.name), 0.7],
      [like < 3 && describes(candidate.name), 0.7],
      [like < 3 && isLoneWord(candidate), 0.8],
    ]
    const doubted = factors.reduce((product, [holds, factor]) => product * (holds ? factor : 1), 1)
    return {
      candidate,
      order,
      like,
      confidence: Math.min(0.97, (1 - doubt) * doubted),
    }
  })
  const [first, ...others] = scored
    .filter(
      ({ confidence, candidate: { kinds }, like }) =>
        confidence >= (kinds.has('section_title') ? leastOfSection : leastConfidence) && (like > 0 || isTold(kinds)),
    )
    .sort((a, b) => b.confidence - a.confidence || b.like - a.like || a.order - b.order)
  // "Acme" beside "Acme University": the whole name is the one that a source other than the text gives.
  const isWhole = ({ candidate: { name, kinds } }: (typeof scored)[number]) =>
    name.split(' ').length < 7 &&
    [...kinds.keys()].some((kind) => !['spelled', 'spelled_word', 'mention', 'mentions'].includes(kind))
  const isOneWord =
    first &&
    !first.candidate.name.includes(' ') &&
    !first.candidate.kinds.has('structured') &&
    !first.candidate.kinds.has('site_name')
  const longer = isOneWord
    ? others.find(
        (one) =>
          (one.candidate.name.toLowerCase().split(' ').includes(first.candidate.name.toLowerCase()) ||
            isShortFor(first.candidate.name, one.candidate.name)) &&
          isWhole(one),
      )
    : undefined
  // "Ada Lovelace" beside "Ada Lovelace Engines LLC": a person is not preferred to a firm that is told on the same pages.
  const isPersonFirst =
    first && isPersonal(first.candidate) && !isStated(first.candidate) && !first.candidate.kinds.has('logo')
  const firm = isPersonFirst
    ? scored.find(
        ({ candidate, confidence, like }) =>
          candidate !== first.candidate &&
          saysFirm(candidate.name) &&
          isTold(candidate.kinds) &&
          ((confidence >= leastOfSameName &&
            candidate.name.toLowerCase().startsWith(`${first.candidate.name.toLowerCase()} `)) ||
            (confidence >= leastConfidence && first.like < 3 && like > 0)),
      )
    : undefined
  const best = firm ?? longer ?? first
  if (!best) return null
  const [writing] = [...best.candidate.writings].sort(
    (a, b) =>
      b[1] - a[1] || Number(domainForm.test(a[0])) - Number(domainForm.test(b[0])) || shapeRank(b[0]) - shapeRank(a[0]),
  )
  const [source] = best.candidate.kinds.values()
  return { name: writing?.[0] ?? best.candidate.name, confidence: best.confidence, url: source?.url ?? '' }
}

/** "ADR" for "Agenzia del Risparmio". */
function isShortFor(short: string, name: string): boolean {
  const words = readCompanyName(name)
    .name.split(/[\s-]+/)
    .filter((word) => /\p{L}/u.test(word))
  const initials = words.map((word) => word[0] ?? '').join('')
  return words.length > 2 && /^\p{Lu}{3,6}$/u.test(short) && initials.toUpperCase() === short
}

/** Words of titles alone are a name only when something else says so too. */
const isTold = (kinds: ReadonlyMap<SourceKind, unknown>) =>
  ['structured', 'site_name', 'copyright', 'logo', 'legal', 'imprint', 'brand'].some((kind) =>
    kinds.has(kind as SourceKind),
  ) ||
  kinds.has('title') ||
  kinds.has('section_title') ||
  kinds.size > 1

/** As people write names: capitals at the beginnings of words, rather than everywhere or nowhere. */
const shapeRank = (name: string) => (/\p{Ll}/u.test(name) ? 1 : 0) + (/^\p{Lu}/u.test(name) ? 1 : 0)

/** Which part of the firm a letter goes to. */
const ofOffice =
  /[,\s-]+(?:customer (?:service|care|support)|(?:corporate |world |global )?headquarters|(?:head|main|corporate|registered) office|mailing address|address)$/i

/** The lines above the streets of a page, as letters are addressed. */
function addresseesOf(facts: PageFacts): string[] {
  const lines = facts.text.split('\n')
  return addressesOn(facts, null)
    .slice(0, 6)
    .flatMap(({ street, line }) => {
      const at = [line, line - 1, line - 2].find((one) => street !== null && lines[one]?.includes(street))
      const above = at === undefined ? '' : (lines[at - 1] ?? '').trim()
      const name = above.replace(ofOffice, '')
      const words = name.split(' ')
      const isName = above.length < 60 && words.length > 1 && !/[@:?!]|\d{3}/.test(above)
      // Capitals throughout, as names have them; "Send email" is none.
      return isName && words.every((word) => word.length < 4 || /^[^\p{Ll}]/u.test(word)) ? [name] : []
    })
}

/** Towns and regions of the addresses: a title names them beside the firm. */
const placesOf = (pages: readonly SitePage[]) =>
  pages.flatMap(({ facts }) =>
    addressesOn(facts, null).flatMap(({ city, region }) => [city, region].filter((place) => place !== null)),
  )

/** A single word that only titles and the text have. */
const isLoneWord = ({ name, kinds }: Candidate) =>
  !name.includes(' ') && !['structured', 'site_name', 'copyright', 'logo'].some((kind) => kinds.has(kind as SourceKind))

/** What describes rather than names: many words, or words that sell. */
const describes = (name: string) =>
  name.split(/\s+/).length > 6 ||
  /,.*,|\b(?:best|your|free|cheap|buy|online shopping|welcome|for sale|how to|services? in|experts?|specialists?|leading|quality|professional|affordable)\b/i.test(
    name,
  )

/** Candidates of other sources that the text names in passing as well. */
function mention(candidates: Map<string, Candidate>, pages: readonly SitePage[]): void {
  for (const { facts, url } of pages) {
    const text = ` ${facts.text.slice(0, 60_000)} `
    const low = text.toLowerCase()
    for (const candidate of candidates.values()) {
      const { name, kinds } = candidate
      if (name.length < 2 || !low.includes(name.toLowerCase())) continue
      const count = countOf(text, name)
      if (count > 2 && /^\p{Lu}.*\p{L}/u.test(name)) kinds.set('mentions', kinds.get('mentions') ?? { url })
      else if (count > 0 || name.length > 6) kinds.set('mention', kinds.get('mention') ?? { url })
    }
  }
}

/** How often a text has a name as whole words, up to a few times. */
function countOf(text: string, name: string): number {
  let count = 0
  for (let at = text.indexOf(name); at >= 0 && count < 4; at = text.indexOf(name, at + name.length)) {
    const around = (text[at - 1] ?? ' ') + (text[at + name.length] ?? ' ')
    if (!/[\p{L}\p{N}]/u.test(around)) count += 1
  }
  return count
}

/** Called so where only a firm is named. */
const isStated = ({ kinds }: Candidate) =>
  (['structured', 'site_name', 'copyright', 'legal'] as const).some((kind) => kinds.has(kind))

/** Ends with a legal form, or with what firms are. */
const saysFirm = (name: string) =>
  readCompanyName(name).legal_forms.length > 0 || FIRM_WORDS.has(name.split(' ').at(-1)?.toLowerCase() ?? '')

/** A name of a person, whether or not a firm is called so. */
function isPersonal({ name }: Candidate): boolean {
  if (!/^\p{Lu}[\p{Ll}.'’-]+(?:\s\p{Lu}\.?)?\s\p{Lu}[\p{L}'’-]+$/u.test(name)) return false
  const person = readPersonName(name)
  return typeof person !== 'string' && person.confidence >= 0.8
}

/** A name of a person that nothing calls an organisation's. */
function isPerson({ name, kinds }: Candidate): boolean {
  if (kinds.has('structured') || kinds.has('legal') || readCompanyName(name).legal_forms.length > 0) return false
  if (!/^\p{Lu}[\p{Ll}.'’-]+(?:\s\p{Lu}\.?)?\s\p{Lu}[\p{L}'’-]+$/u.test(name)) return false
  const person = readPersonName(name)
  return typeof person !== 'string' && person.confidence >= 0.8 && kinds.size < 3
}
