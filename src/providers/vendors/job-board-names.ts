// Every job board that is known by its addresses, also those whose jobs cannot be read from here.
import { boardIn } from './job-boards.ts'

/** Boards that answer programs only with a key or not at all. */
const UNREAD: readonly { id: string; name: string; sign: RegExp }[] = [
  { id: 'workday', name: 'Workday', sign: /([\w-]+)\.wd\d+\.myworkdayjobs\.com/i },
  { id: 'rippling', name: 'Rippling', sign: /ats\.rippling\.com\/(?:[a-z]{2}-[A-Z]{2}\/)?([\w-]+)/i },
  { id: 'jazzhr', name: 'JazzHR', sign: /([\w-]+)\.applytojob\.com/i },
  { id: 'pinpoint', name: 'Pinpoint', sign: /([\w-]+)\.pinpointhq\.com/i },
]
/** Scripts that put a board into a page without the company's name on it. */
const EMBEDS: readonly { id: string; name: string; sign: RegExp }[] = [
  { id: 'workable', name: 'Workable', sign: /\bwhr_embed\(|workable\.com\/assets\/embed\.js/i },
  { id: 'greenhouse', name: 'Greenhouse', sign: /\bid=["']grnhse_app["']/i },
]

export interface BoardName {
  id: string
  name: string
  /** Null where the page does not say. */
  slug: string | null
}

/** The board that an address or a page names. */
export function boardNameIn(page: string): BoardName | undefined {
  const embed = EMBEDS.find(({ sign }) => sign.test(page))
  const seen = boardIn(page)
  if (seen) return { id: seen.board.id, name: seen.board.name, slug: seen.slug }
  for (const { id, name, sign } of UNREAD) {
    const slug = sign.exec(page)?.[1]
    if (slug && !/^(?:www|api|app|assets)$/i.test(slug)) return { id, name, slug }
  }
  return embed && { id: embed.id, name: embed.name, slug: null }
}
