// Whether a headline is about a company: its names as whole words, a second sign for names that are plain words, and who does what.
import type { JsonObject } from '../../../kernel/json.ts'
import { entriesOf } from '../kind.ts'

export interface CompanyNames {
  names: readonly string[]
  /** The registrable domain. */
  domain: string
  /** Words that go with the company: its products, people, town or trade. */
  context: readonly string[]
}

/** The names that the settings give, and that of the domain; `config` is the settings of a watch. */
export function companyNames(config: JsonObject, domain: string): CompanyNames {
  const given = [...entriesOf(config, 'names'), ...entriesOf(config, 'former_names')]
  const label = domain.replace(/^www\./, '').split('.')[0] ?? ''
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  // "C3.ai" and "Acme Works" are how those of c3.ai and acmeworks.com are written.
  const spelled = given.some((name) => letters(name).startsWith(letters(label)))
  return {
    names: [...new Set([...given, ...(spelled || label === '' ? [] : [label])])],
    domain: domain.toLowerCase(),
    context: entriesOf(config, 'context'),
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A name as a whole word, with punctuation or a possessive after it. Names of up to three letters only in capitals or as they were given. */
function nameSource(name: string): { source: string; flags: string } {
  const isShort = name.replace(/[^\p{L}\p{N}]/gu, '').length <= 3
  const written = isShort && name === name.toLowerCase() ? name.toUpperCase() : name
  return { source: `(?<![\\p{L}\\p{N}])${escaped(written)}(?![\\p{L}\\p{N}+#&])`, flags: isShort ? 'u' : 'iu' }
}

function namedAt(text: string, name: string): number {
  const { source, flags } = nameSource(name)
  return new RegExp(source, flags).exec(text)?.index ?? -1
}

/** Plain words that companies are called by: alone they say nothing. */
const COMMON = new Set(
  `access ace active adobe advance agile air alto amber amplitude anchor apex apollo apple arc arrow aspect asana atlas august aurora avenue away bamboo band bank base
  basecamp beacon beam bench better bird block bloom blue bolt bond boost boots box brave bread breeze bridge bright bubble buffer build calm candy canvas capital care
  carbon carrot cart cash casper castle cedar center chain challenge change channel chase check chime circle city clarity clean clear cloud clover club coach coast code
  coin column comet common compass connect copper coral core corner cosmos craft creative crest crown crystal cube current dash data dawn deal deel delta dialog diamond
  direct discover discovery dot dove draft dream drift drop dust eagle early earth echo edge element ember emerge empire endeavor energy engine enigma envoy epic equal
  every exact expert explore express fable factor fair faith fast fathom fetch field figure finch fire first flag flash flex flow fly focus force forest forge fork forward
  foundation founders fox frame freedom fresh front fuel full fund future gain galaxy gap gem general genesis giant glass global globe go gold good grail grain grand
  graph great green grid group grove grow guide gusto harbor harvest haven heap heart hinge hive home honey hood hook hope horizon house hub hunter icon ideal impact index
  indigo infinite ink insight inspire instant intercom iris iron ivy jet journey joy juniper key kin kind king kite knot lab lamp lark latch lattice launch layer lead leaf
  lean ledger legend lemon level lever liberty light lime linear link lion list live local loft logic loom loop love lucid lumen luna lyric magic magnet main maple mark market
  marble mason matter maven may maze medium mercury merge merit mesh meta metric mint mirror mission mode modern moment monday monument moon motion move mural muse mist
  nest net network next noble north notion nova nucleus oak oasis object ocean octopus offer olive omega one open option oracle orange orbit orchard origin osprey otter our
  outreach oxygen palm pander paper parade parcel park partner patch path pattern pave peak pearl people perch petal phoenix pilot pine pink pioneer pipe pivot pixel plaid
  plain planet plant platform play plum plus point polar pop port postal power prime prism probe process proof pulse pure quartz quest quick quote rain rally ramp range
  rapid raven reach ready real rebel red reef relay remote render rent reply resolve retool rhythm ridge rippling rise river rivet road rocket root rose round route ruby
  sage sail salt sand scale scout sea seal search second segment sense sentinel series shape share shell shield shift ship shop signal silver simple sky slack slate slice smart
  snap snow social sol solid sonar sonic source space spark spectrum sphere spire spirit splash spoke spot spring sprout square stack stage star start state station stem step
  stone storm story stream stride stripe strong studio sublime summit sun super surge swift switch sync table tag talent target tango task team tempo ten thread thrive tide
  tiger time titan together top torch total touch tower trace track trade trail transfer tree trend tribe trio true trust turn twin union unity up upstart urban value vault
  vector venture verge verve vibe victory view vine vision visa vista vital voice volt voyage wave way well west whale wild willow wind wing wish wonder wood word work world
  wren yard yes zen zero zest zone zoom`.split(/\s+/),
)

const LEGAL =
  /^\s*,?\s*(?:Inc|Corp|Corporation|Ltd|Limited|LLC|PLC|plc|GmbH|AG|SE|S\.?A\.?S?|S\.?p\.?A|B\.?V|N\.?V|AB|Oy|ApS|A\/S|Group|Technologies|Holdings|Systems|Software|Labs|AI|Health|Bank|Security)\b/u
const COMPANY_VERB =
  /^(?:['’]s)?(?:,[^,]{3,60},)?\s+(?:(?:has|will|to|today|also)\s+)*(?:raises?|raised|acquires?|acquired|buys|bought|secures?|secured|hires?|hired|appoints?|appointed|names?|named|promotes?|launch(?:es|ed)?|unveils?|announces?|announced|files|reports|posts|lays? off|laid off|cuts|partners|signs|closes|closed|lands|landed|expands?|opens?|opened|goes public|joins|wins|sues|settles|ships|introduces|taps|is acquired|was acquired|CEO|CFO|CTO|COO|shares|stock|spokesperson|board)\b/u

/** What stands with a name that is a plain word, so that it is the company. */
function hasSecondSign(text: string, at: number, name: string, item: { url: string }, about: CompanyNames): boolean {
  const after = text.slice(at + name.length)
  const written = text.slice(at, at + name.length)
  const isCapital = /^\p{Lu}/u.test(written)
  if (text.toLowerCase().includes(about.domain) || item.url.toLowerCase().includes(`//${about.domain}`)) return true
  if (item.url.toLowerCase().includes(`.${about.domain}/`)) return true
  if (isCapital && (LEGAL.test(after) || COMPANY_VERB.test(after))) return true
  if (/^\s*\((?:NYSE|NASDAQ|Nasdaq|LSE|ETR|EPA|ASX|TSX|OTC)[^)]*\)/.test(after)) return true
  const others = [...about.context, ...about.names.filter((one) => one !== name && !isCommon(one))]
  return others.some((one) => namedAt(text, one) >= 0)
}

const isCommon = (name: string) => COMMON.has(name.toLowerCase())

export interface Headline {
  title: string
  summary: string
  url: string
}

/** Whether an item names the company. */
export function namesCompany(item: Headline, about: CompanyNames): boolean {
  const text = `${item.title}. ${item.summary}`
  return about.names.some((name) => {
    const at = namedAt(text, name)
    return at >= 0 && (!isCommon(name) || hasSecondSign(text, at, name, item, about))
  })
}

/** What makes someone else of a name: "Acme rival", "Acme-backed", "former Acme". */
const OF_ANOTHER =
  /^(?:['’]s)?[\s-]*(?:rivals?|competitors?|challengers?|alternatives?|backed|funded|owned|powered|founders?|co-?founders?|alum(?:ni|nus|na)?|alums?|spin-?(?:out|off)s?|investors?|customers?|suppliers?|vendors?|partners?|veterans?|clones?|users?|like|style|killers?|reseller)\b/iu
const FORMER =
  /(?:\b(?:former|ex|ousted|previously at|formerly of|formerly at|left|leaves|leaving|departs|after)[\s-]+|\b(?:backed|funded|founded|owned|led|advised) by\s+|\bfrom\s+)$/iu
/** Where someone joins. */
const JOINS = /\b[Jj]oin(?:s|ed)\s+((?:\p{Lu}[\p{L}\p{N}&.'’-]*\s?)+)\s*(?:as|to)\b/u
const OURS = /(?<![\p{L}])(?:we|we['’]ve|we['’]re|our|us)(?![\p{L}])/iu
const PERSON_DEED = /\b(?:joins?|joined|becomes|promoted|named|appointed|steps? down|retires)\b/i
const STARTS_WITH_DEED = /^(?:announcing|introducing|opening|raising|welcoming|meet|closing|welcome)\b/i

/**
 * Whether what an item tells is told of the company, and not of one that is named beside it. `found` is the part of the text that tells it;
 * on the company's own pages "we" and "our" are names too.
 */
export function tellsOfCompany(text: string, found: string, about: CompanyNames, isOwn: boolean): boolean {
  const from = Math.max(0, text.indexOf(found))
  const named = about.names.flatMap((name) => {
    const at = namedAt(text, name)
    return at >= 0 ? [{ at, name }] : []
  })
  const isOther = ({ at, name }: { at: number; name: string }) =>
    OF_ANOTHER.test(text.slice(at + name.length)) || FORMER.test(text.slice(0, at))
  const own = named.filter((one) => !isOther(one))
  const [, joined] = JOINS.exec(found) ?? []
  if (joined !== undefined && !OURS.test(joined) && !about.names.some((name) => namedAt(joined, name) >= 0))
    return false
  if (own.length > 0) {
    // Before what is told, in it, or right after it: "Acme raises", "joins Acme as CFO", "appointed CEO of Acme".
    const to = from + found.length
    return own.some(({ at, name }) =>
      at <= to ? !anotherBetween(text.slice(at + name.length, from)) : /^\s*(?:of|at|by)\s*$/i.test(text.slice(to, at)),
    )
  }
  const isUnnamedPerson = text.slice(0, from).trim() === '' && joined === undefined && PERSON_DEED.test(found)
  return isOwn && named.length === 0 && (OURS.test(text) || STARTS_WITH_DEED.test(text) || isUnnamedPerson)
}

/** Another name between the company and what is told of someone: "At Acme's fair, Beta raises". */
const anotherBetween = (between: string) =>
  /[,:;–—-]\s*\p{Lu}[\p{L}\p{N}]+(?:\s+\p{Lu}[\p{L}\p{N}]+)*\s*$/u.test(between) ||
  /\b(?:in|by|with|for|from|at|as|while|and|after)\s+\p{Lu}[\p{L}\p{N}]+\s*$/u.test(between)
