// Where the next page of an answer is, and all pages as one answer.
import { answerAt, pathSteps } from '../../../engine/answer-path.ts'
import { scalarText } from '../../../engine/value.ts'
import { isEmpty, type Json } from '../../../kernel/json.ts'
import type { HttpRequest } from '../../../providers/outside.ts'
import type { HttpSettings } from './http-request.logic.ts'

interface Page {
  json: Json
  headers: Readonly<Record<string, string>>
}

/** The address of the next page, null after the last; `asked` is how many pages there are by now. */
export function nextPage(
  { pages, items }: HttpSettings,
  request: HttpRequest,
  page: Page,
  asked: number,
): string | null {
  if (!pages) return null
  const withParam = (name: string, value: string) => {
    const url = new URL(request.url)
    url.searchParams.set(name, value)
    return url.href
  }
  switch (pages.kind) {
    case 'next_link': {
      const said =
        pages.path === undefined ? linkHeader(page.headers.link) : scalarText(answerAt(page.json, pages.path))
      if (!said || !URL.canParse(said, request.url)) return null
      const next = new URL(said, request.url).href
      return next === request.url ? null : next
    }
    case 'cursor': {
      const cursor = scalarText(answerAt(page.json, pages.path))
      return cursor === null || cursor === '' ? null : withParam(pages.param, cursor)
    }
    case 'number':
      return isEmpty(answerAt(page.json, items ?? '')) ? null : withParam(pages.param, String(pages.first + asked))
  }
}

/** The address marked `rel="next"` (RFC 8288). */
function linkHeader(value: string | undefined): string | null {
  for (const [, url, rest = ''] of (value ?? '').matchAll(/<([^>]*)>([^,<]*)/g))
    if (/;\s*rel\s*=\s*"?([^";]*\s)?next(\s[^";]*)?"?/i.test(rest)) return url ?? null
  return null
}

/** The first answer, its list of items continued by those of the others. Without a list to continue, the first answer. */
export function joinPages({ items }: HttpSettings, answers: readonly Json[]): Json {
  const [first = null] = answers
  if (items === undefined || answers.length < 2) return first
  const all = answers.flatMap((answer) => {
    const list = answerAt(answer, items)
    return Array.isArray(list) ? list : []
  })
  return replaced(first, pathSteps(items) ?? [], all)
}

function replaced(value: Json, [step, ...rest]: readonly string[], list: Json[]): Json {
  if (step === undefined) return list
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return { ...value, [step]: replaced(value[step] ?? null, rest, list) }
}
