// Gives names typed all in capitals, or all in small letters, the case a person would write them in; acronyms stay.

/** Names whose own spelling no rule yields. */
const SPELLINGS = new Map(
  `IBM SAP BMW UPS DHL ABB AXA UBS AIG GSK BASF ASML IKEA NVIDIA USAA ASDA SEAT BBVA SAIC TSMC LVMH KPMG HSBC NASA CERN OECD UNHCR LEGO UNICEF UNESCO NATO FIFA UEFA AARP NAACP ADNOC SABIC
  EDF AMD ARM HP GE GM AT&T H&M M&M 3M RWE ING KLM BP BT TUI OMV SKF DSM AMC CBS NBC CNN BBC HBO ESPN FedEx eBay PayPal YouTube LinkedIn GitHub GitLab WhatsApp TikTok
  iRobot McDonald's McKinsey MongoDB WordPress HubSpot DocuSign MasterCard ExxonMobil JPMorgan PepsiCo GlaxoSmithKline AstraZeneca UniCredit BioNTech DuPont
  PricewaterhouseCoopers EY PwC BDO adidas thyssenkrupp easyJet VMware SpaceX OpenAI DeepMind GoDaddy SurveyMonkey BlackRock BlackBerry CrowdStrike ServiceNow
  AccorHotels TotalEnergies NatWest WeWork DoorDash InBev BuzzFeed QuickBooks TurboTax SoundCloud eToro iFood ProSiebenSat.1 L'Oréal`
    .split(/\s+/)
    .map((spelling) => [spelling.toLowerCase(), spelling]),
)

/** Small words that stay small inside a name. */
const SMALL = new Set(
  'a an and at by de del della der des di do dos du e el en et for für i in la las le les los of on or the to und van von y zu'.split(
    ' ',
  ),
)

/** Words of up to three letters that are words, where others of that length are acronyms. */
const SHORT_WORDS = new Set(
  `act add age aid air all ant any ape app arc ark arm art ash ask bad bag bar bat bay bed bee bet big bin bio bit box boy bud bug bus buy cab can cap car cat cow cry cub cup cut day
  dew dig dog dot dry due ear eat eco egg ego elm end era eve eye fab fan far fat few fig fin fir fit fix fly fog fox fun fur gap gas gem get go gold got gum gun guy gym hat hen
  her hip his hit hop hot how hub hug ice ink inn its jam jar jet job joy key kid kit lab law led leg let lid lip log lot low man map mat max men met mix mob mom mud net new nex
  nut oak off oil old one our out own pad pan paw pay pea pen pet pie pig pin pit pod pop pot pro pub put ram raw ray red rev rib rim rip rod row rub rug run sea see sew she sip
  sir sit six sky son sow spa sub sum sun tan tap tax tea ten tie tip toe ton too top toy try tub two up us use van vet via war was wax way web wet who why win wit wow yes yet you
  zen zip zoo san st mt dr mr ms bros ltd fa söhne don iş ve el al bin ben lee kim ali`.split(/\s+/),
)

const ROMAN = /^(?=[ivx])(x{0,2})(ix|iv|v?i{0,3})$/

/** The name in mixed case when it came in one case only; otherwise as it is. */
export function fixCase(name: string): string {
  const letters = name.replace(/[^\p{L}]/gu, '')
  const upper = letters === letters.toUpperCase()
  const lower = letters === letters.toLowerCase()
  if (upper === lower) return name
  const words = name.split(' ')
  // A lone short word in capitals is an acronym or written so on purpose; in small letters it may be either, and stays.
  if (words.length === 1 && letters.length <= 3) return SPELLINGS.get(name.toLowerCase()) ?? name
  // Turkish capitals have their own small letters; everything else is the same in every locale.
  const locale = /[İŞĞ]/.test(name) ? 'tr' : 'en'
  return words.map((word, place) => fixWord(word, locale, upper, place === 0, place === words.length - 1)).join(' ')
}

function fixWord(word: string, locale: string, upper: boolean, first: boolean, last: boolean): string {
  if (/\p{Lo}/u.test(word)) return word
  const small = word.toLocaleLowerCase(locale)
  const spelling = SPELLINGS.get(small)
  if (spelling) return spelling
  if (!first && !last && SMALL.has(small)) return small
  if (!first && ROMAN.test(small)) return small.toUpperCase()
  if (upper && isAcronym(word, small)) return word
  // "amazon.com" is a domain, "u.s." are initials.
  if (/\p{L}{2}\.\p{L}{2,}$/u.test(small)) return capitalise(small, locale)
  return small
    .split(/(?<=[-/&+.(])/)
    .map((part) => capitalise(part, locale))
    .join('')
}

function isAcronym(word: string, small: string): boolean {
  if (/[\p{Nd}&+]/u.test(word) || /^(\p{L}\.){2,}\p{L}?$/u.test(word)) return true
  const letters = small.replace(/[^\p{L}]/gu, '')
  if (SHORT_WORDS.has(letters)) return false
  if (letters.length <= 3) return !/['’-]/.test(word)
  return letters.length <= 5 && /^[a-z]+$/.test(letters) && !/[aeiouy]/.test(letters)
}

function capitalise(part: string, locale: string): string {
  const at = part.search(/\p{L}/u)
  if (at < 0) return part
  const word = part.slice(at)
  const clan = /^(mc|o['’]|d['’]|l['’])(?=\p{L}{3,})/u.exec(word)?.[0] ?? ''
  return part.slice(0, at) + opened(clan, locale) + opened(word.slice(clan.length), locale)
}

function opened(word: string, locale: string): string {
  const [initial = ''] = word
  return initial.toLocaleUpperCase(locale) + word.slice(initial.length)
}
