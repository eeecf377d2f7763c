// Finds people with their titles on a page: stated for machines, or a line that is a name beside one that is a title.
import { departmentByRules, readDepartment, readSeniority } from '../names/job-title.ts'
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
  'president|vice[- ]president|vp|svp|evp|avp|ceo|cfo|coo|cto|cio|cmo|cro|cpo|chro|ciso|founder|co-?founder|owner|co-?owner|proprietor|partner|principal|chair|chair(?:man|woman|person)|director|manager|head|chief|officer|executive|administrator|coordinator|supervisor|superintendent|lead(?:er)?|secretary|treasurer|controller|comptroller|clerk|recorder|mayor|council(?:or|lor|man|woman|member|person)|alderman|commissioner|trustee|judge|sheriff|marshal|inspector|officer|sergeant|captain|lieutenant|dean|provost|professor|lecturer|teacher|instructor|coach|librarian|curator|editor|publisher|writer|author|journalist|reporter|photographer|designer|architect|engineer|developer|programmer|analyst|consultant|advis[eo]r|specialist|strategist|scientist|researcher|technician|mechanic|electrician|plumber|foreman|estimator|planner|buyer|accountant|bookkeeper|auditor|attorney|lawyer|counsel|paralegal|solicitor|barrister|notary|physician|doctor|dentist|nurse|surgeon|therapist|pharmacist|veterinarian|pastor|minister|priest|rabbi|deacon|assistant|associate|receptionist|representative|rep|agent|broker|realtor|ambassador|liaison|organi[sz]er|producer|artist|chef|baker|stylist|florist|driver|pilot|guide|host|ranger|intern|apprentice|fellow|member of the board|board member|webmaster|registrar|bursar|ombudsman|superintendent|concierge|promoter|recruiter|evangelist|buyer|merchandiser|operator|dispatcher|caretaker|custodian|investigator|mentor|tutor|trainer|collaborator|in-?charge|hod|contributor|draughtsman|draftsman|surveyor|psychologist|physiotherapist|acupuncturist|naturopath|chiropractor|osteopath|optometrist|ophthalmologist|cardiologist|radiologist|dermatologist|pathologist|hygienist|midwife|dietitian|nutritionist|counsell?or|geologist|biologist|chemist|physicist|mathematician|statistician|economist|historian|translator|interpreter|copywriter|illustrator|animator|videographer|composer|musician|conductor|choreographer|bookkeeper|cashier|storekeeper|salesman|saleswoman|tradesman|craftsman|carpenter|welder|machinist|gardener|landscaper|groomer|beautician|barber|hairdresser|tailor|jeweller|butcher|brewer|winemaker|sommelier|barista|waiter|waitress|housekeeper|butler|nanny|vicar|chaplain|elder|principal|headmaster|headmistress|rector|chancellor|vice-chancellor|(?:sales|spokes|resource|contact|chair|point|front)[- ]?person'
const foreignRole =
  'director|vice-?presidente|analista|consultor(?:a)?|ingenier[oa]|engenheir[oa]|ingegnere|ing[ée]nieure?|coordinador(?:a)?|coordenador(?:a)?|coordinat(?:eur|rice)|coordinatore|encargad[oa]|administrador(?:a)?|asistente|assistente|especialista|specialista|sp[ée]cialiste|t[ée]cnic[oa]|technicien(?:ne)?|desarrollador(?:a)?|desenvolvedor(?:a)?|d[ée]veloppeu(?:r|se)|sviluppatore|dise[ñn]ador(?:a)?|abogad[oa]|advogad[oa]|avocate?|avvocato|contador(?:a)?|comptable|secretari[oa]|secr[ée]taire|segretari[oa]|tesorer[oa]|tr[ée]sori[eè]re?|profesor(?:a)?|professor(?:a|e|essa)?|professeure?|m[ée]dic[oa]|m[ée]decin|psic[óo]log[oa]|psychologin|arquitect[oa]|architecte|architetto|gestor(?:a)?|propietari[oa]|propri[ée]taire|co-?fondat(?:eur|rice|ore)|cofundador(?:a)?|mitgr[üu]nder(?:in)?|gr[üu]nder(?:in)?|rechtsanw[äa]lt(?:in)?|steuerberater(?:in)?|architekt(?:in)?|arzt|[äa]rztin|buchhalter(?:in)?|verk[äa]ufer(?:in)?|techniker(?:in)?|trainer(?:in)?|redakteur(?:in)?|vorstandsmitglied|pr[äa]sident(?:in)?|vize-?pr[äa]sident(?:in)?|(?:vize-?)?pr[äa]sidium|kassier(?:er|erin|in)?|schriftf[üu]hrer(?:in)?|obmann|obfrau|beisitzer(?:in)?|hausverwalter(?:in)?|koordinator(?:in)?|projektleiter(?:in)?|voorzitter|penningmeester|secretaris|adviseur|accountmanager|ordf[öo]rande|kass[öo]r|sekreterare|gesch(?:[äa]|ae)ftsf(?:[üu]|ue)hrer(?:in)?|vorstand|vorsitzende[r]?|inhaber(?:in)?|leiter(?:in)?|prokurist(?:in)?|gesellschafter(?:in)?|ansprechpartner(?:in)?|referent(?:in)?|berater(?:in)?|assistent(?:in)?|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|meister(?:in)?|ingenieur(?:in)?|entwickler(?:in)?|directeur|directrice|g[ée]rant(?:e)?|responsable|pr[ée]sident(?:e)?|fondat(?:eur|rice)|charg[ée]e? d.|chef de|conseill(?:er|[èe]re)|directora|gerente|jefe|jefa|fundador[a]?|socio|socia|titolare|amministratore|direttore|direttrice|presidente|responsabile|fondatore|eigenaar|oprichter|directeur|bestuurder|zaakvoerder|hoofd|medewerker|vd|verkst[äa]llande direkt[öo]r|s[äa]ljare|ekonomiansvarig|direkt[øo]r|daglig leder|salgssjef|toimitusjohtaja|myyntip[äa][äa]llikk[öo]|prezes|dyrektor|kierownik|specjalista|[řr]editel(?:ka)?|jednatel|manažer|[üu]gyvezet[őo]|igazgat[óo]'
const ROLE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${roleNoun}|${foreignRole})(?![\\p{L}\\p{N}])`, 'iu')
/** The role is what the words come to: "Flute head cork" is a cork. */
const ROLE_AT_END = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${roleNoun})(?:\\s(?:emeritus|emerita|elect|i{1,3}|iv|pro tem(?:pore)?|in chief|at large|general))?$`,
  'iu',
)
const FOREIGN_AT_START = new RegExp(`^(?:\\p{L}+\\s)?(?:${foreignRole})(?![\\p{L}\\p{N}])`, 'iu')
/** "Head projectionist": the rank before what the person is. */
const RANKED =
  /^(?:head|chief|lead|senior|junior|assistant|associate|deputy|master|executive|vice)\s(?:\p{L}+\s){0,2}\p{L}{3,}(?:er|or|ist|ian|ant|ent|man|woman|eer|ess)$/iu
const SEGMENTS =
  /\s*[,;/(|&+•]\s*|\s[–—-]\s|(?<=\p{L})[–—-](?=\p{Lu}\p{L})|\s(?:of|for|and|at|to|in|on|with|the|de|del|da|do|di|des|du|von|für|fur|und|et|y|e|van|voor|för|og|och|i|d')\s/iu
/** Compounds are one word in German and its neighbours: "Vertriebsleiterin". */
const COMPOUND =
  /\p{L}{4,}(?:leiter|leiterin|berater|beraterin|assistent|assistentin|manager|managerin|referent|referentin|chef|ansvarig|direktör|sjef)(?!\p{L})/iu

/** Words that no name of a person has, however it is written. */
const notInNames =
  /(?<![\p{L}])(?:contact|us|home|about|our|your|the|and|or|of|for|with|to|in|at|on|by|from|services?|products?|news|events?|hours?|directions?|privacy|policy|terms|phone|tel|fax|e-?mail|mail|address|office|offices|street|st\.|avenue|road|drive|suite|floor|city|town|county|state|school|schools|center|centre|university|college|department|dept|division|board|committee|council|health|care|medical|new|more|read|learn|view|all|click|here|map|menu|search|login|sign|join|shop|store|store|cart|checkout|online|site|website|web|page|blog|media|press|careers?|jobs?|help|support|faq|clothing|fashion|shoes|jewelry|furniture|plus|size|customer|sales|marketing|business|general|information|info|public|human|resources|relations|affairs|administration|finance|accounting|legal|technical|international|national|north|south|east|west|american|united|states|kingdom|street|park|house|building|plaza|tower|box|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|free|best|quick|links?|follow|connect|facebook|twitter|instagram|linkedin|youtube|copyright|rights|reserved|welcome|team|staff|people|company|group|club|church|association|society|foundation|institute|museum|library|library|hotel|restaurant|bar|cafe|market|garden|gallery|studio|theat(?:er|re)|program(?:me)?|project|research|science|technology|engineering|design|security|policy|development|management|planning|operations|quality|safety|training|education|community|family|children|youth|senior|seniors|volunteer|donate|donation|gift|special|open|closed|now|today|what|who|how|why|when|where|this|that|is|are|was|we|you|it|not|no|yes)(?![\p{L}])/iu
const honorific =
  'Dr|Prof|Mr|Mrs|Ms|Miss|Mx|Rev|Sir|Dame|Hon|Herr|Frau|M|Mme|Mlle|Ing|Dipl|Mag|Sgt|Capt|Lt|Col|Maj|Fr|Sr|Sra|Srta|Dra|Dott|Dottssa|Avv|Lic|Er|Eng|Engr|Adv|Arch|Shri|Shree|Sri|Sh|Smt|Kumari|Md|Mohd|Don|Doña|Drs|Ir|Mw|Dhr|RA|StB'
const nameLine = new RegExp(
  `^(?:(?:${honorific})\\.?[\\s-]+(?:(?:${honorific}|med|h\\.c|jur|rer)\\.?[\\s-]+)*)?\\p{Lu}(?:\\.\\p{Lu}|[\\p{L}'’-])*\\.?(?:\\s(?:\\p{Lu}(?:[\\p{L}'’-]+|\\.)?(?:-\\p{Lu}[\\p{L}'’]+)?|\\p{Lu}\\.\\p{Lu}\\.|van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|ben|al|el|zu|ten|ter|y|["“(]\\p{Lu}\\p{L}+["”)])){1,4}(?:,?\\s(?:Jr|Sr|II|III|IV)\\.?)?(?:,\\s?[\\p{Lu}][\\p{L}.®-]{1,9}){0,5}$`,
  'u',
)
/** "Dr.Ada Lovelace": no blank behind the title. */
const TIGHT = new RegExp(`(?<![\\p{L}])((?:${honorific})\\.)(?=\\p{Lu})`, 'gu')

/** Endings that nouns have and names have not. */
const NOUN = /(?:tions?|sions?|ology|abilit(?:y|ies)|ivity|ables?|ibles?|ments|[ae]nces|ories|software|hardware)$/

interface NameReading {
  full: string
  first: string
  last: string
}

/** The person that a line names; undefined when it is anything else, or nothing but words that could be one. */
function readNameLine(whole: string): NameReading | undefined {
  const text = whole.replace(TIGHT, '$1 ').replace(/[\s,;:–—-]+$|(?<=\p{Ll}{2})\.$/gu, '')
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
    .replace(/\s*\([^()]*$/, '')
    .replace(/^(?:title|position|role|funktion|poste)\s?:\s*/i, '')
  if (title.length < 2 || title.length > 90 || title.split(/\s+/).length > 11) return undefined
  if (/[@?!]|https?:|www\.|\d{3,}|\.\s|(?<!(?:^|\s)\p{Lu}\p{Ll}{0,4}\.)$(?<=\.)/u.test(title)) return undefined
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
      departmentByRules(part) === undefined &&
      !/^(?:co|vice|deputy|board|team|department)\b/i.test(part)
    if (ROLE_AT_END.test(part) && !isThing) return true
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
  // "Ada Lovelace, Director" is no name with letters behind it, as "Ada Lovelace, PhD" is.
  const name = readNameLine(text)
  const both = name && !text.includes(',') ? undefined : splitLine(text)
  if (both) return { kind: 'both', ...both, text }
  if (name) return { kind: 'name', name, text }
  const title = readTitleLine(text)
  if (title) return { kind: 'title', title, text }
  return { kind: contactLine.test(text) ? 'contact' : 'other', text }
}

/** "Ada Lovelace, Director", "Director: Ada Lovelace", "Ada Lovelace (Director)", "Geschäftsführer Ada Lovelace". */
function splitLine(text: string): { name: NameReading; title: string } | undefined {
  const plain = clean(
    text
      .replace(TIGHT, '$1 ')
      .replace(/\b[\w.+-]+@[\w.-]+\b.*$/, '')
      .replace(/[,;|–-]?\s*(?:tel|phone|fax|ext|e-?mail)\b\.?:?.*$/i, '')
      .replace(/\s*[+(]{0,2}\d[\d\s().+/-]{6,}$/, ''),
  ).replace(/[\s,;:|(–-]+$/, '')
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

/** "Ada Lovelace is the founder and director of Acme": a sentence that begins with a name and says what the person is. */
function readSentence(text: string): { name: NameReading; title: string } | undefined {
  const [, who = '', what = ''] =
    /^(.{4,60}?),? (?:is|serves as|works as|was appointed(?: as)?|ist|est|es|è) (?:currently |also |now )?(?:the |an? |our |der |die |unsere? |le |la |el |il |une? )?(\p{L}.{2,80}?)(?= (?:of|at|in|with|who|where|since|and (?:has|is|was)|von|bei|der|des|del|de|chez)(?!\p{L})|[,.]|$)/u.exec(
      text.slice(0, 250),
    ) ?? []
  const name = who === '' ? undefined : readNameLine(who)
  const title = name && readTitleLine(what)
  return name && title ? { name, title } : undefined
}

/** A name where the page marks up names, though no rule knows its words as one. */
function readMarkedName(text: string): NameReading | undefined {
  const known = readNameLine(text)
  if (known) return known
  const plain = text.replace(TIGHT, '$1 ').replace(/[\s.,:;]+$/, '')
  if (plain.length > 50 || /[@\d:?!|/&]/.test(plain) || notInNames.test(plain) || FOREIGN_AT_START.test(plain))
    return undefined
  const words = plain.split(' ')
  const isName =
    /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]{2,12}$/u.test(plain) ||
    (words.length > 1 &&
      words.length < 7 &&
      words.every((word) => /^\p{Lu}/u.test(word) || /^\p{Ll}{1,3}$/u.test(word)))
  const person = isName ? readPersonName(plain) : ''
  if (typeof person === 'string' || person.first === '' || person.last === '') return undefined
  return { full: person.full, first: person.first, last: person.last }
}

/** A title where the page marks up titles: a few words that are no sentence, no button and no name. */
function readMarkedTitle(text: string): string | undefined {
  const known = readTitleLine(text)
  if (known) return known
  const title = text.replace(/^[\s(–—•*-]+|[\s):;,–—-]+$/g, '')
  const isPlain = title.length > 2 && title.length <= 60 && title.split(' ').length <= 7 && /^\p{Lu}/u.test(title)
  if (!isPlain || /[@?!|]|https?:|www\.|\d{3,}|[.]\s|\p{Ll}{5,}\.$/iu.test(title)) return undefined
  return contactLine.test(title) || BUTTON.test(title) ? undefined : title
}

const BUTTON =
  /^(?:(?:read|learn|view|see|show|find) .*|more.*|contact.*|follow.*|connect.*|book .*|download.*|details?|bio(?:graphy)?|profile|placeholder|position|linkedin.*|twitter|facebook|instagram|website|e-?mail.*|call.*|send .*|back|next|previous|menu|close)$/i

const maxLines = 3_000
const maxPeople = 100
/** A list of people is one when the rules know this many of its pairs, and this share of them. */
const leastKnown = 2
const leastShare = 0.4
/** Lines between two pairs of a list. */
const nearPair = 12

/** People with a title in the order of the page, each once. */
export function peopleIn(page: PageFacts): FoundPerson[] {
  const lines = linesOf(page)
  const found = new Map<string, FoundPerson>()
  const add = ({ name, title, text }: Pick<Pair, 'name' | 'title' | 'text'>, confidence: number) => {
    const key = `${name.first} ${name.last}`.toLowerCase()
    if (found.has(key) || found.size >= maxPeople) return
    found.set(key, personOf(name, title, confidence, text))
  }
  const pairs = pairsOf(lines)
  // One text of all of them: a page may have as many addresses as names.
  const written = page.text.toLowerCase().match(/[\w.+-]{2,64}(?=@[\w.-]{3})/g) ?? []
  const mailboxes = `\n${[...new Set(written)].join('\n')}\n`
  const isOfPeople = PEOPLE_PAGE.test(page.title)
  for (const pair of pairs) {
    if (found.size >= maxPeople) break
    if (pair.isWhole) {
      add(pair, 0.8)
      continue
    }
    const isListed = pairs.some(
      (other) =>
        other !== pair &&
        !other.isWhole &&
        other.isNameFirst === pair.isNameFirst &&
        Math.abs(other.at - pair.at) <= nearPair,
    )
    const [first, last] = [pair.name.first.toLowerCase(), pair.name.last.toLowerCase()]
    const hasAddress = mailboxes.includes(last) || (first.length > 2 && mailboxes.includes(`\n${first}\n`))
    // A card ends with how to reach the person.
    const isCard = lines
      .slice(pair.at, pair.at + 5)
      .some(({ kind, text }) => kind === 'contact' && /\d{4}|@/.test(text))
    const leads = LEADERS.has(readSeniority(pair.title) ?? '')
    if (isListed || hasAddress || leads || isCard || isOfPeople) add(pair, hasAddress ? 0.85 : isListed ? 0.75 : 0.65)
  }
  for (const { text } of lines) {
    const told = text.length > 40 ? readSentence(text) : undefined
    if (told && LEADERS.has(readSeniority(told.title) ?? '')) add({ ...told, text }, 0.6)
  }
  for (const text of page.pictures) {
    const told = text.length < 160 ? splitLine(text) : undefined
    if (told) add({ ...told, text }, 0.65)
  }
  return [...found.values()]
}

type MarkedLine = Line & { shape: number }

function linesOf(page: PageFacts): MarkedLine[] {
  return page.lines.slice(0, maxLines).map(({ text, shape }) => ({ ...readLine(text), shape }))
}

interface Candidate extends Pair {
  /** The markup of its two lines. */
  key: string
}

/** Lines that are a name and a title, or both, in the order of the page. */
function pairsOf(lines: readonly MarkedLine[]): Pair[] {
  const behind = (at: number) => {
    const next = nextOf(lines, at)
    return lines[next] ? next : -1
  }
  const candidates = lines.flatMap((line, at): Candidate[] => {
    if (line.kind !== 'name') return []
    const [next, previous] = [lines[behind(at)], lines[at - 1]]
    const { name, text, shape } = line
    return [
      ...(next?.kind === 'title'
        ? [
            {
              name,
              title: next.title,
              text: `${text}, ${next.text}`,
              at,
              isNameFirst: true,
              key: `${shape}>${next.shape}`,
            },
          ]
        : []),
      ...(previous?.kind === 'title'
        ? [
            {
              name,
              title: previous.title,
              text: `${previous.text}: ${text}`,
              at,
              isNameFirst: false,
              key: `${previous.shape}>${shape}`,
            },
          ]
        : []),
    ]
  })
  const counts = new Map<string, number>()
  const byLine = new Map<number, Candidate[]>()
  for (const candidate of candidates) {
    const { at, key, isNameFirst } = candidate
    byLine.set(at, [...(byLine.get(at) ?? []), candidate])
    const order = `${key} ${isNameFirst}`
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  const countOf = ({ key, isNameFirst }: Candidate) => counts.get(`${key} ${isNameFirst}`) ?? 0
  // Names and titles that follow each other could be paired both ways: as most of their kind are.
  const taken = new Set<number>()
  const pairs: Pair[] = []
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'both') pairs.push({ ...line, at, isNameFirst: true, isWhole: true })
    const [best] = (byLine.get(at) ?? [])
      .filter((one) => !taken.has(titleAt(lines, one)))
      .sort((a, b) => countOf(b) - countOf(a) || Number(b.isNameFirst) - Number(a.isNameFirst))
    if (!best) continue
    taken.add(titleAt(lines, best))
    pairs.push(best)
  }
  return [...pairs, ...alike(lines, pairs, counts)].sort((a, b) => a.at - b.at)
}

const titleAt = (lines: readonly MarkedLine[], { at, isNameFirst }: Pair) => (isNameFirst ? nextOf(lines, at) : at - 1)

/** Pairs that are marked up as known ones are, in a list where the rules know enough of them. */
function alike(lines: readonly MarkedLine[], pairs: readonly Pair[], counts: ReadonlyMap<string, number>): Pair[] {
  const found: Pair[] = []
  const paired = new Set(pairs.map(({ at }) => at))
  /** The lines that begin a pair of such markup. */
  const byMarkup = new Map<string, number[]>()
  for (const [at, { shape }] of lines.entries()) {
    const key = `${shape}>${lines[nextOf(lines, at)]?.shape}`
    const known = byMarkup.get(key)
    if (known) known.push(at)
    else byMarkup.set(key, [at])
  }
  for (const [order, known] of counts) {
    const [key = '', isNameFirst] = order.split(' ')
    const [first, second] = key.split('>').map(Number)
    if (known < leastKnown || first === second) continue
    const all = (byMarkup.get(key) ?? []).flatMap((at): Pair[] => {
      const next = nextOf(lines, at)
      const [line, other] = [lines[at], lines[next]]
      if (!line || !other) return []
      const isFirst = isNameFirst === 'true'
      const [named, titled] = isFirst ? [line.text, other.text] : [other.text, line.text]
      const name = readMarkedName(named)
      const title = name && readMarkedTitle(titled)
      return name && title
        ? [{ name, title, text: `${named}, ${titled}`, at: isFirst ? at : next, isNameFirst: isFirst }]
        : []
    })
    if (known >= all.length * leastShare) found.push(...all.filter(({ at }) => !paired.has(at)))
  }
  return found
}

/** What pages of people are called. */
const PEOPLE_PAGE =
  /(?<!\p{L})(?:team|people|staff|leadership|management|directors|officers|faculty|board|executives|equipe|équipe|equipo|equipa|mitarbeiter|ansprechpartner|geschäftsführung|vorstand|über uns|about us|impressum|imprint)(?!\p{L})/iu

interface Pair {
  name: NameReading
  title: string
  text: string
  /** The line of the name. */
  at: number
  isNameFirst: boolean
  /** One line has both. */
  isWhole?: boolean
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
