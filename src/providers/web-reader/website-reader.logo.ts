// Finds the picture that is a firm's sign, where no structured data names it.
import { readCompanyName } from '../names/company-name.ts'
import type { PageFacts, PageSign } from './website-reader.page.ts'

export interface FoundLogo {
  url: string
  confidence: number
  /** What the page says of the picture. */
  quote: string
}

/** Signs of others: customers, payment, prizes, networks, languages, and pictures that only measure. */
const OF_OTHERS =
  /(?<![a-z])(?:partners?|clients?|customers?|sponsors?|awards?|certifi\w*|badges?|members?|visa|master-?card|paypal|klarna|amex|trustpilot|facebook|twitter|instagram|linkedin|youtube|pinterest|whatsapp|google|app-?store|play-?store|flags?|lang|avatar|spinner|loading|pixel|spacer|blank|placeholder|hamburger|search|cart|icon)(?![a-z])/i

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The likeliest of the pictures, with its whole address; `name` is what the firm is called, where that is known. */
export function logoOf(page: PageFacts, url: string, name: string | null): FoundLogo | null {
  const bare = name === null ? '' : plain(readCompanyName(name).name)
  const rank = (sign: PageSign) => {
    const isNamed = bare.length > 2 && plain(sign.alternative).includes(bare)
    if (OF_OTHERS.test(`${sign.src} ${isNamed ? '' : sign.alternative}`)) return 0
    // A picture in the head of the page may be anything; what leads home or is called a logo there is the firm's.
    return (sign.leadsHome ? 2 : 0) + (sign.isCalledLogo ? 1 : 0) + (sign.isInHeader ? 1 : 0) + (isNamed ? 2 : 0)
  }
  const [best] = page.signs
    .map((sign, order) => ({ sign, order, rank: rank(sign), address: wholeAddress(sign.src, page.base, url) }))
    .filter((one) => one.rank >= 2 && one.address !== null)
    .sort((a, b) => b.rank - a.rank || a.order - b.order)
  if (!best?.address) return null
  return {
    url: best.address,
    confidence: best.rank >= 4 ? 0.85 : best.rank === 3 ? 0.75 : 0.6,
    quote: best.sign.alternative || best.sign.src,
  }
}

function wholeAddress(src: string, base: string | null, url: string): string | null {
  const around = base !== null && URL.canParse(base, url) ? new URL(base, url).href : url
  if (!URL.canParse(src.trim(), around)) return null
  const { protocol, href } = new URL(src.trim(), around)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
