// Finds people with their titles on a page: stated for machines, or a line that is a name beside one that is a title.
import { readDepartment, readSeniority } from '../names/job-title.ts'
import { readPersonName } from '../names/person-name.ts'
import { FIRM_WORDS } from '../names/person-name-words.ts'
import { clean, type PageFacts } from './website-reader.page.ts'

export interface FoundPerson {
  full_name: string
  first_name: string
  last_name: string
  job_title: string
  seniority: string | null
  department: string | null
  email: string | null
  profile_url: string | null
  /** 0..1 */
  confidence: number
  quote: string
}

/** What a person can be, in the singular: "Directors" is a heading. */
const roleNoun =
  'president|vice[- ]president|vp|svp|evp|avp|ceo|cfo|coo|cto|cio|cmo|cro|cpo|chro|ciso|founder|co-?founder|owner|co-?owner|proprietor|partner|principal|chair|chair(?:man|woman|person)|director|manager|head|chief|officer|executive|administrator|coordinator|supervisor|superintendent|lead(?:er)?|secretary|treasurer|controller|comptroller|clerk|recorder|mayor|council(?:or|lor|man|woman|member|person)|alderman|commissioner|trustee|judge|sheriff|marshal|inspector|officer|sergeant|captain|lieutenant|dean|provost|professor|lecturer|teacher|instructor|coach|librarian|curator|editor|publisher|writer|author|journalist|reporter|photographer|designer|architect|engineer|developer|programmer|analyst|consultant|advis[eo]r|specialist|strategist|scientist|researcher|technician|mechanic|electrician|plumber|foreman|estimator|planner|buyer|accountant|bookkeeper|auditor|attorney|lawyer|counsel|paralegal|solicitor|barrister|notary|physician|doctor|dentist|nurse|surgeon|therapist|pharmacist|veterinarian|pastor|minister|priest|rabbi|deacon|assistant|associate|receptionist|representative|rep|agent|broker|realtor|ambassador|liaison|organi[sz]er|producer|artist|chef|baker|stylist|florist|driver|pilot|guide|host|ranger|intern|apprentice|fellow|member of the board|board member|webmaster|registrar|bursar|ombudsman|superintendent|concierge|promoter|recruiter|evangelist|buyer|merchandiser|operator|dispatcher|caretaker|custodian'
const foreignRole =
  'gesch[äa]ftsf[üu]hrer(?:in)?|vorstand|vorsitzende[r]?|inhaber(?:in)?|leiter(?:in)?|prokurist(?:in)?|gesellschafter(?:in)?|ansprechpartner(?:in)?|referent(?:in)?|berater(?:in)?|assistent(?:in)?|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|meister(?:in)?|ingenieur(?:in)?|entwickler(?:in)?|directeur|directrice|g[ée]rant(?:e)?|responsable|pr[ée]sident(?:e)?|fondat(?:eur|rice)|charg[ée]e? d.|chef de|conseill(?:er|[èe]re)|director[a]|gerente|jefe|jefa|fundador[a]?|socio|socia|titolare|amministratore|direttore|direttrice|presidente|responsabile|fondatore|eigenaar|oprichter|directeur|bestuurder|zaakvoerder|hoofd|medewerker|vd|verkst[äa]llande direkt[öo]r|s[äa]ljare|ekonomiansvarig|direkt[øo]r|daglig leder|salgssjef|toimitusjohtaja|myyntip[äa][äa]llikk[öo]|prezes|dyrektor|kierownik|specjalista|[řr]editel(?:ka)?|jednatel|manažer|[üu]gyvezet[őo]|igazgat[óo]'
const ROLE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${roleNoun}|${foreignRole})(?![\\p{L}\\p{N}])`, 'iu')
/** The role is what the words come to: "Flute head cork" is a cork. */
const ROLE_AT_END = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${roleNoun})(?:\\s(?:emeritus|emerita|elect|i{1,3}|iv|pro tem(?:pore)?|in chief|at large|general))?$`,
  'iu',
)
const FOREIGN_AT_START = new RegExp(`^(?:\\p{L}+\\s)?(?:${foreignRole})(?![\\p{L}\\p{N}])`, 'iu')
/** "Head projectionist": the rank before what the person is. */
const RANKED =
  /^(?:head|chief|lead|senior|junior|assistant|associate|deputy|master|executive)\s(?:\p{L}+\s){0,2}\p{L}{3,}(?:er|or|ist|ian|ant|ent|man|woman|eer|ess)$/iu
const SEGMENTS = /\s*[,;/(|&+•]\s*|\s[–—-]\s|\s(?:of|for|and|at|to|in|on|with|the)\s/i
/** Compounds are one word in German and its neighbours: "Vertriebsleiterin". */
const COMPOUND =
  /\p{L}{4,}(?:leiter|leiterin|berater|beraterin|assistent|assistentin|manager|managerin|referent|referentin|chef|ansvarig|direktör|sjef)(?!\p{L})/iu

/** Words that no name of a person has, however it is written. */
const notInNames =
  /(?<![\p{L}])(?:contact|us|home|about|our|your|the|and|or|of|for|with|to|in|at|on|by|from|services?|products?|news|events?|hours?|directions?|privacy|policy|terms|phone|tel|fax|e-?mail|mail|address|office|offices|street|st\.|avenue|road|drive|suite|floor|city|town|county|state|school|schools|center|centre|university|college|department|dept|division|board|committee|council|health|care|medical|new|more|read|learn|view|all|click|here|map|menu|search|login|sign|join|shop|store|store|cart|checkout|online|site|website|web|page|blog|media|press|careers?|jobs?|help|support|faq|customer|sales|marketing|business|general|information|info|public|human|resources|relations|affairs|administration|finance|accounting|legal|technical|international|national|north|south|east|west|american|united|states|kingdom|street|park|house|building|plaza|tower|box|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|free|best|quick|links?|follow|connect|facebook|twitter|instagram|linkedin|youtube|copyright|rights|reserved|welcome|team|staff|people|company|group|club|church|association|society|foundation|institute|museum|library|library|hotel|restaurant|bar|cafe|market|garden|gallery|studio|theat(?:er|re)|program(?:me)?|project|research|science|technology|engineering|design|security|policy|development|management|planning|operations|quality|safety|training|education|community|family|children|youth|senior|seniors|volunteer|donate|donation|gift|special|open|closed|now|today|what|who|how|why|when|where|this|that|is|are|was|we|you|it|not|no|yes)(?![\p{L}])/iu
const nameLine =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Miss|Mx|Rev|Sir|Dame|Hon|Herr|Frau|M|Mme|Ing|Dipl|Mag|Sgt|Capt|Lt|Fr|Sr|Dott|Avv|Lic)\.?[\s-]+(?:(?:Dr|Ing|med|h\.c|jur|rer)\.?[\s-]+)*)?\p{Lu}(?:\.\p{Lu}|[\p{L}'’-])*\.?(?:\s(?:\p{Lu}(?:[\p{L}'’-]+|\.)?(?:-\p{Lu}[\p{L}'’]+)?|\p{Lu}\.\p{Lu}\.|van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|ben|al|el|zu|ten|ter|y|["“(]\p{Lu}\p{L}+["”)])){1,4}(?:,?\s(?:Jr|Sr|II|III|IV)\.?)?(?:,\s?[\p{Lu}][\p{L}.®-]{1,9}){0,5}$/u

/** Endings that nouns have and names have not. */
const NOUN = /(?:tions?|sions?|ology|abilit(?:y|ies)|ivity|ables?|ibles?|ments|[ae]nces|ories|software|hardware)$/

interface NameReading {
  full: string
  first: string
  last: string
}

/** The person that a line names; undefined when it is anything else, or nothing but words that could be one. */
function readNameLine(text: string): NameReading | undefined {
  if (text.length < 4 || text.length > 60 || !nameLine.test(text)) return undefined
  const bare = text.replace(/,.*$/, '')
  if (notInNames.test(bare) || ROLE.test(bare)) return undefined
  const words = bare.toLowerCase().split(/\s+/)
  if (words.some((word) => NOUN.test(word))) return undefined
  if (words.some((word) => FIRM_WORDS.has(word))) return undefined
  if (bare === bare.toUpperCase() && words.length < 2) return undefined
  const person = readPersonName(text)
  if (typeof person === 'string' || person.first === '' || person.last === '') return undefined
  if (person.last.replace(/[^\p{L}]/gu, '').length < 2) return undefined
  return { full: person.full, first: person.first, last: person.last }
}

/** A title as it stands on a page; undefined for headings, sentences and departments. */
function readTitleLine(text: string): string | undefined {
  const title = clean(text)
    .replace(/^[\s(–—•*-]+|[\s):;,–—-]+$/g, '')
    .replace(/^(?:title|position|role|funktion|poste)\s?:\s*/i, '')
  if (title.length < 2 || title.length > 90 || title.split(/\s+/).length > 11) return undefined
  if (/[@?!]|https?:|www\.|\d{3,}|\.\s|\.$(?<!\b(?:Sr|Jr|Dept|Asst|Mgr|Dir|Inc|Co)\.)/i.test(title)) return undefined
  if (
    /^(?:contact|call|email|ask|meet|find|see|view|our|your|the|a|an|become|hire|for|if|we|i|please|click|to)\s/i.test(
      title,
    )
  )
    return undefined
  if (!isRole(title)) return undefined
  // A word alone that is as often the head of a column or a button.
  if (
    /^(?:agent|member|associate|head|partner|host|guide|lead|leader|fellow|principal|representative|rep|minister|author|editor|artist|writer|designer|driver|chief|executive|officer|secretary|doctor|developer|broker|consultant|producer|operator)$/i.test(
      title,
    )
  )
    return /^\p{Lu}/u.test(title) ? title : undefined
  return title
}

/** Things have these as well as people: "wafer head", "side chair". They are a person's only by themselves, or with a department. */
const OF_THINGS =
  /(?:^|\s)(?:head|lead|guide|host|agent|rep|promoter|operator|driver|chair|ranger|fellow|broker|planner|organi[sz]er)$/i

/** Whether what stands first, or second behind a comma, is something that a person can be. */
function isRole(title: string): boolean {
  const segments = title.split(SEGMENTS).filter((part) => part !== '')
  return segments.slice(0, 3).some((part) => {
    const isThing =
      OF_THINGS.test(part) &&
      /\s/.test(part) &&
      readDepartment(part) === undefined &&
      !/^(?:co|vice|deputy|board|team|department)\b/i.test(part)
    if (ROLE_AT_END.test(part)) return !isThing
    return RANKED.test(part) || FOREIGN_AT_START.test(part) || COMPOUND.test(part)
  })
}

type Line =
  | { kind: 'name'; name: NameReading; text: string }
  | { kind: 'title'; title: string; text: string }
  | { kind: 'both'; name: NameReading; title: string; text: string }
  | { kind: 'contact' | 'other'; text: string }

const contactLine =
  /@|^(?:(?:tel|phone|fax|e-?mail|mobile|cell|ext|direct|office|t|p|f|m|e)\b[\s.:]*)?[\d\s().+x/-]{5,}$|^(?:tel|phone|fax|e-?mail|email me|linkedin|vcard|read more|bio|view bio|profile)\b.{0,25}$/i

function readLine(text: string): Line {
  if (text.length > 160) return { kind: 'other', text }
  const name = readNameLine(text)
  if (name) return { kind: 'name', name, text }
  const both = splitLine(text)
  if (both) return { kind: 'both', ...both, text }
  const title = readTitleLine(text)
  if (title) return { kind: 'title', title, text }
  return { kind: contactLine.test(text) ? 'contact' : 'other', text }
}

/** "Ada Lovelace, Director", "Director: Ada Lovelace", "Ada Lovelace (Director)", "Geschäftsführer Ada Lovelace". */
function splitLine(text: string): { name: NameReading; title: string } | undefined {
  const plain = clean(
    text.replace(/\b[\w.+-]+@[\w.-]+\b.*$/, '').replace(/[,;|–-]?\s*(?:tel|phone|fax|ext|e-?mail)\b\.?:?.*$/i, ''),
  ).replace(/[\s,;:|–-]+$/, '')
  for (const match of plain.matchAll(/\s?[,|–—:(•\uFFFD]\s?|\s-\s|\s{2,}/g)) {
    const [left, right] = [
      plain.slice(0, match.index).trim(),
      plain
        .slice(match.index + match[0].length)
        .replace(/\)$/, '')
        .trim(),
    ]
    const before = readNameLine(left)
    const titleBehind = before && readTitleLine(right)
    if (before && titleBehind) return { name: before, title: titleBehind }
    const behind = /[:–—|\uFFFD-]/.test(match[0]) ? readNameLine(right) : undefined
    const titleBefore = behind && left.split(' ').length < 8 ? readTitleLine(left) : undefined
    if (behind && titleBefore) return { name: behind, title: titleBefore }
  }
  const front = /^((?:[\p{L}&'’.-]+\s){1,5}?)(?=\p{Lu})/u.exec(plain)
  if (front) {
    for (const space of plain.matchAll(/\s/g)) {
      const [left, right] = [plain.slice(0, space.index), plain.slice(space.index + 1)]
      const person = ROLE_AT_END.test(left) && left.split(' ').length < 6 ? readNameLine(right) : undefined
      if (person && right.includes(' ')) return { name: person, title: left }
    }
  }
  // Under a German or French imprint the title and the name are one run of words.
  const run =
    /^(?:vertreten durch(?: den| die)?:?\s*|vertretungsberechtigte?r?\s*)?(gesch[äa]ftsf[üu]hrer(?:in)?|inhaber(?:in)?|vorstand|g[ée]rant|directeur de (?:la )?publication|titolare|amministratore unico)(?:\s|:\s?)(?:ist\s)?(\p{Lu}.{3,50})$/iu.exec(
      plain,
    )
  const name = run?.[2] ? readNameLine(run[2].split(/,| und | & /)[0]?.trim() ?? '') : undefined
  return run?.[1] && name ? { name, title: run[1] } : undefined
}

const maxLines = 3_000
const maxPeople = 100

/** People with a title in the order of the page, each once. */
export function peopleIn(page: PageFacts): FoundPerson[] {
  const lines = page.text
    .slice(0, 150_000)
    .split('\n')
    .slice(0, maxLines)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(readLine)
  const found = new Map<string, FoundPerson>()
  const add = ({ name, title, text }: Pair, confidence: number) => {
    const key = `${name.first} ${name.last}`.toLowerCase()
    if (found.has(key) || found.size >= maxPeople) return
    found.set(key, personOf(name, title, confidence, text))
  }
  // A name beside a title once is a chance; several times in one way, not far from each other, is a list.
  const pairs: (Pair & { at: number; isNameFirst: boolean })[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line?.kind === 'both') {
      add(line, 0.8)
      continue
    }
    const step = nextOf(lines, at)
    const next = lines[step]
    if (line?.kind === 'name' && next?.kind === 'title') {
      pairs.push({ name: line.name, title: next.title, text: `${line.text}, ${next.text}`, at, isNameFirst: true })
      at = step
    } else if (line?.kind === 'title' && next?.kind === 'name' && step === at + 1) {
      pairs.push({ name: next.name, title: line.title, text: `${line.text}: ${next.text}`, at, isNameFirst: false })
      at = step
    }
  }
  const addresses = page.text.toLowerCase().match(/[\w.+-]{2,64}@[\w.-]{3,100}/g) ?? []
  for (const pair of pairs) {
    const isListed = pairs.some(
      (other) => other !== pair && other.isNameFirst === pair.isNameFirst && Math.abs(other.at - pair.at) <= 12,
    )
    const hasAddress = addresses.some((address) => address.split('@')[0]?.includes(pair.name.last.toLowerCase()))
    const leads = LEADERS.has(readSeniority(pair.title) ?? '')
    if (isListed || hasAddress || leads) add(pair, hasAddress ? 0.85 : isListed ? 0.75 : 0.65)
  }
  return [...found.values()]
}

interface Pair {
  name: NameReading
  title: string
  text: string
}

/** Titles that hardly anything but a person has. */
const LEADERS = new Set(['c_suite', 'founder', 'owner', 'vp', 'director'])

/** The next line that is no telephone or address of the person. */
function nextOf(lines: readonly Line[], at: number): number {
  let next = at + 1
  while (next < at + 3 && lines[next]?.kind === 'contact') next += 1
  return next
}

export function personOf(name: NameReading, title: string, confidence: number, quote: string): FoundPerson {
  return {
    full_name: name.full,
    first_name: name.first,
    last_name: name.last,
    job_title: title,
    seniority: readSeniority(title) ?? null,
    department: readDepartment(title) ?? null,
    email: null,
    profile_url: null,
    confidence,
    quote: quote.slice(0, 300),
  }
}
