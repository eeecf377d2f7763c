// Which of the icons that a page names is fetched: of the company's own domain, in a format that is stored, about as large as it is drawn.
import { registrableDomain } from '../../providers/domains/domain.ts'
import type { PageFacts } from '../../providers/web-reader/website-reader.page.ts'

/** Twice the pixels that the grid draws, for sharp screens. */
const WANTED_PIXELS = 32
const MOST_TRIED = 2

/** Addresses in the order in which they are tried, the usual one last. `page` is the address of the page. */
export function chooseIcons(
  page: string,
  { base, icons }: Pick<PageFacts, 'base' | 'icons'>,
  domains: readonly string[],
): string[] {
  const root = base !== null && URL.canParse(base, page) ? new URL(base, page).href : page
  const own = icons.flatMap(({ href, sizes, type }) => {
    if (!URL.canParse(href, root) || /svg/i.test(type)) return []
    const url = new URL(href, root)
    if (!isOfCompany(url, domains) || /\.svgz?$/i.test(url.pathname)) return []
    return [{ address: url.href, pixels: Number.parseInt(sizes, 10) || 0 }]
  })
  const far = (pixels: number) => (pixels === 0 ? WANTED_PIXELS : Math.abs(pixels - WANTED_PIXELS))
  const sorted = own.sort((a, b) => far(a.pixels) - far(b.pixels)).map(({ address }) => address)
  const usual = new URL('/favicon.ico', page)
  return [...new Set([...sorted.slice(0, MOST_TRIED), ...(isOfCompany(usual, domains) ? [usual.href] : [])])]
}

/** Icons on the hosts of others are not fetched: they would learn whom this install looks at. */
export function isOfCompany(url: URL, domains: readonly string[]): boolean {
  return /^https?:$/.test(url.protocol) && domains.includes(registrableDomain(url.hostname) ?? '')
}
