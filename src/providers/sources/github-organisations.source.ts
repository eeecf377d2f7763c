// Organisations on GitHub by words, place, language and size.
import { Type } from 'typebox'
import { list, number, record, text } from '../kit/reply-values.ts'
import { github as integration } from '../vendors/github.ts'
import type { HttpSource } from './source.ts'

const PAGE = 100
/** The search shows no result after the thousandth. */
const MOST_PAGES = 10
const pageOf = (at: unknown) => (typeof at === 'number' ? at : 1)
const quoted = (value: unknown) => `"${String(value).replaceAll('"', ' ')}"`

export const githubOrganisations: HttpSource = {
  id: 'github-organisations',
  title: 'GitHub organizations',
  group: 'web',
  place: 30,
  description: 'Organizations by words, place, language of their code and number of repositories.',
  method: 'api',
  license: 'proprietary-api',
  docs_url: 'https://docs.github.com/en/rest/search/search#search-users',
  lead_kind: 'company',
  page_size: PAGE,
  fields: [
    { name: 'login', label: 'Organization', lead: 'company' },
    { name: 'github_url', label: 'GitHub', type: 'url', lead: 'github_url' },
    { name: 'github_id', label: 'GitHub id', lead: 'external_id' },
  ],
  settings: Type.Object(
    {
      words: Type.Optional(Type.String({ minLength: 2, maxLength: 200, title: 'Words' })),
      location: Type.Optional(
        Type.String({ minLength: 2, maxLength: 100, title: 'Place', description: 'Such as Berlin.' }),
      ),
      language: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 50,
          title: 'Language',
          description: 'Of most of its code, such as Rust.',
        }),
      ),
      min_repos: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, title: 'Repositories at least' })),
    },
    { additionalProperties: false },
  ),
  integration,
  keyless: true,
  has: ['items[]'],
  check: ({ words, location, language }) =>
    words || location || language ? [] : [{ setting: 'words', msg: 'Give words, a place or a language' }],
  ask: ({ words, location, language, min_repos }, { at }) => ({
    method: 'GET',
    url: 'https://api.github.com/search/users',
    query: {
      q: [
        words ? String(words) : '',
        'type:org',
        location ? `location:${quoted(location)}` : '',
        language ? `language:${quoted(language)}` : '',
        min_repos ? `repos:>=${min_repos}` : '',
      ]
        .filter(Boolean)
        .join(' '),
      per_page: PAGE,
      page: pageOf(at),
    },
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  }),
  read({ json }, _settings, { at }) {
    const items = list(record(json).items)
    const total = number(record(json).total_count)
    const page = pageOf(at)
    return {
      records: items.flatMap((one) => {
        const login = text(one.login)
        if (!login) return []
        const url = text(one.html_url) ?? `https://github.com/${login}`
        return [
          {
            record_id: String(one.id ?? login),
            values: { login, github_url: url, github_id: `github:${String(one.id ?? login)}` },
            source_url: url,
          },
        ]
      }),
      next: items.length === PAGE && page < MOST_PAGES ? page + 1 : null,
      ...(total !== undefined && { total: Math.min(total, PAGE * MOST_PAGES) }),
      ...(page === MOST_PAGES &&
        total !== undefined &&
        total > PAGE * MOST_PAGES && { note: 'GitHub shows the first 1,000 of a search. Narrow it to get the others' }),
    }
  },
}
