// Jobs that a careers page lists as plain links, without a board and without markup for machines.
import { departmentByRules, readSeniority } from '../../../providers/names/job-title.ts'
import type { JobPosting } from '../../../providers/web-reader/job-postings.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'

const JOB_PATH =
  /\/(?:jobs?|careers?|positions?|openings?|vacanc(?:y|ies)|roles?|stellen(?:angebote)?|karriere|emplois?|offres?|empleos?|vacatures?|lavora-con-noi|join-us)\b/i
const JOB_WORD =
  /\b(?:engineer|developer|manager|designer|analyst|specialist|consultant|assistant|nurse|driver|technician|officer|representative|executive|accountant|counsel|intern(?:ship)?|apprentice|working student|werkstudent|praktikant|entwickler|leiter|sachbearbeiter|ingenieur|développeur|chargée? de|responsable|ingeniero|técnico|medewerker|architect|scientist|recruiter|clerk|cook|operator|electrician|mechanic|teacher|coordinator|administrator|lead|director|head of)(?:in|\(?e?\)?s?)?\b/i
/** What stands among the jobs and is none. */
const NO_JOB =
  /^(?:apply(?: now)?|read more|learn more|more|see (?:all|more).*|view (?:all|job|details|opening|role).*|all (?:jobs|positions|openings|roles)|jobs?|careers?|open (?:positions|roles|jobs)|benefits|culture|life at .*|our (?:values|team|culture|benefits).*|students?|graduates?|internships|teams?|locations?|faq.*|privacy.*|imprint|jetzt bewerben|mehr erfahren|postuler)$/i
const LEAST_SHARE = 0.5

const isTitle = (text: string) =>
  departmentByRules(text) !== undefined || readSeniority(text) !== undefined || JOB_WORD.test(text)

/** Whether a page is about jobs by its address. */
export const isCareersPage = (url: string) => URL.canParse(url) && JOB_PATH.test(new URL(url).pathname)

/** Links of the page whose words are titles of jobs, below one address; none where most of such links are something else. */
export function jobLinksIn(html: string, url: string): JobPosting[] {
  const here = new URL(url)
  const byFolder = new Map<string, Map<string, string>>()
  for (const { href, text, hidden } of readPage(html).links) {
    if (hidden || !URL.canParse(href, url)) continue
    const link = new URL(href, url)
    link.hash = ''
    const title = text.replace(/\s+/g, ' ').trim()
    const isBelow =
      link.pathname !== here.pathname &&
      (isCareersPage(link.href) || link.pathname.startsWith(`${here.pathname.replace(/\/$/, '')}/`))
    if (link.hostname !== here.hostname || !isBelow || title.length < 3 || title.length > 120 || NO_JOB.test(title))
      continue
    const folder = link.pathname.split('/').slice(0, -1).join('/')
    const links = byFolder.get(folder) ?? new Map<string, string>()
    if (!links.has(link.href)) links.set(link.href, title)
    byFolder.set(folder, links)
  }
  const lists = [...byFolder.values()].filter((links) => {
    const titles = [...links.values()].filter(isTitle)
    return titles.length > 0 && titles.length >= links.size * LEAST_SHARE
  })
  const [most] = lists.sort((a, b) => b.size - a.size)
  return [...(most ?? [])].map(([link, title]) => ({
    id: new URL(link).pathname,
    title,
    location: '',
    url: link,
    department: '',
    posted_on: '',
    text: '',
  }))
}
