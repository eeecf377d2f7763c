// The people that a team page names, with their roles.

import { record, text } from '../../../providers/kit/reply-values.ts'
import { departmentByRules, readSeniority } from '../../../providers/names/job-title.ts'
import { htmlText } from '../../../providers/web-reader/html-text.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import { parseJsonLd } from '../../../providers/web-reader/website-reader.structured.ts'
import { mainLines } from '../website/page-blocks.logic.ts'

export interface TeamMember {
  name: string
  role: string
}

const NAME =
  /^(?:(?:Dr|Prof|Mr|Ms|Mrs|Ing|Dipl)\.?[\s-]+)*\p{Lu}[\p{L}'’.-]*(?:\s+(?:van|von|de|der|den|la|di|da|bin|al|el|le|zu))*(?:\s+\p{Lu}[\p{L}'’.-]*){1,3}$/u
/** Words that stand where a name could and are none. */
const NO_NAME =
  /\b(?:team|about|contact|company|sales|marketing|our|us|more|read|office|management|board|leadership|careers|customer|product|support|engineering|learn|privacy|policy)\b/i
const MOST = 200

const isRole = (line: string) =>
  line.length <= 90 && (readSeniority(line) !== undefined || departmentByRules(line) !== undefined)
const isName = (line: string) => line.length <= 50 && NAME.test(line) && !NO_NAME.test(line) && !isRole(line)

/** Stated for machines, else a line that is a name with a role on it or on the next one. */
export function teamIn(html: string): TeamMember[] {
  const members = new Map<string, TeamMember>()
  const add = (name: string, role: string) => {
    const key = name.toLowerCase()
    if (members.size < MOST && !members.has(key)) members.set(key, { name, role })
  }
  for (const block of readPage(html).jsonLd) {
    for (const person of [parseJsonLd(block)]
      .flat()
      .flatMap((one) => [one, ...[record(one)['@graph']].flat(), ...[record(one).employee].flat()])) {
      const { '@type': type, name, jobTitle } = record(person)
      const [who, role] = [text(name), text(jobTitle)]
      if (type === 'Person' && who && role) add(htmlText(who), htmlText(role))
    }
  }
  const lines = mainLines(html)
  for (const [at, line] of lines.entries()) {
    const [, name = '', role = ''] = /^(.{3,50}?)\s*(?:,|\s[–—|-]\s)\s*(.{2,90})$/.exec(line) ?? []
    if (isName(name) && isRole(role)) add(name, role)
    else if (isName(line) && isRole(lines[at + 1] ?? '')) add(line, lines[at + 1] ?? '')
  }
  return [...members.values()]
}
