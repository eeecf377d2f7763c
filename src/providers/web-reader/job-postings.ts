// Open jobs, and those that a page states for machines: JobPosting of schema.org in JSON-LD.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { joined, list, record, text } from '../kit/reply-values.ts'
import { htmlText } from './html-text.ts'
import { parseJsonLd } from './website-reader.structured.ts'

export interface JobPosting {
  /** As the board or page calls it; its address where that has no id. */
  id: string
  title: string
  location: string
  department: string
  url: string
  /** ISO 8601, or blank. */
  posted_on: string
  /** What the posting says, without markup; blank where the list does not tell. */
  text: string
}

/** A job as it stands in a cell. */
export function jobValue({ title, location, department, url, posted_on }: JobPosting): JsonObject {
  return { title, location, department, url, posted_on }
}

const MAX_DEPTH = 6

/** Every JobPosting of the page, once by its id. */
export function jobPostingsIn(jsonLd: readonly string[], url: string): JobPosting[] {
  const jobs = jsonLd
    .filter((block) => block.includes('JobPosting'))
    .flatMap((block) => postings(parseJsonLd(block), 0))
    .flatMap((posting) => jobOf(posting, url))
  return [...new Map(jobs.map((job) => [job.id, job])).values()]
}

function postings(value: Json, depth: number): Record<string, unknown>[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => postings(one, depth + 1))
  const types = [value['@type'] ?? ''].flat()
  if (types.includes('JobPosting')) return [value]
  return Object.values(value).flatMap((one) => postings(one, depth + 1))
}

function jobOf(posting: Record<string, unknown>, page: string): JobPosting[] {
  const title = text(posting.title) ?? text(posting.name)
  if (!title) return []
  const place = Array.isArray(posting.jobLocation) ? list(posting.jobLocation)[0] : record(posting.jobLocation)
  const { addressLocality, addressRegion, addressCountry } = record(record(place).address)
  const country = text(addressCountry) ?? text(record(addressCountry).name)
  const location = joined(addressLocality, addressRegion, country) ?? ''
  const given = text(posting.url)
  // Any other kind of address, such as a script, must not become a link.
  const address = given && URL.canParse(given, page) ? new URL(given, page) : undefined
  const url = address && /^https?:$/.test(address.protocol) ? address.href : page
  const identifier = posting.identifier
  const id = text(identifier) ?? text(record(identifier).value) ?? (given ? url : `${title}|${location}`)
  return [
    {
      id,
      title: htmlText(title),
      location,
      url,
      department: text(posting.occupationalCategory) ?? '',
      posted_on: /^\d{4}-\d{2}-\d{2}/.exec(text(posting.datePosted) ?? '')?.[0] ?? '',
      text: htmlText(htmlText(text(posting.description) ?? '')).slice(0, 20_000),
    },
  ]
}
