// GitHub: what an organisation says of itself there. Works without a token, sixty times an hour.
import { failed, found, type HttpLookup, type Integration } from '../kit/kit.ts'
import { number, record, text, webAddress } from '../kit/reply-values.ts'

const API = 'https://api.github.com'
const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

export const github: Integration = {
  id: 'github',
  name: 'GitHub',
  kind: 'code',
  docs_url:
    'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
  fields: [
    {
      name: 'token',
      label: 'Access token',
      secret: true,
      required: true,
      help: 'A personal access token without any permission; it lifts the limit from 60 calls an hour to 5,000.',
    },
  ],
  auth: { in: 'bearer', field: 'token' },
  test: {
    // Asking for the limits does not count against them.
    ask: () => ({ method: 'GET', url: `${API}/rate_limit`, headers: HEADERS }),
    read({ json }) {
      const { limit, remaining } = record(record(record(json).resources).core)
      if (number(limit) === undefined) return { ok: false, words: 'The answer was not understood.' }
      return { ok: true, words: `The token works: ${number(remaining) ?? 0} of ${number(limit)} calls an hour left.` }
    },
  },
}

export const githubOrganisation: HttpLookup = {
  id: 'github-organisation',
  provider: 'github',
  label: 'GitHub organization',
  description: 'Reads what an organization on GitHub says of itself: name, website, description, public address.',
  docs_url: 'https://docs.github.com/en/rest/orgs/orgs#get-an-organization',
  inputs: [
    {
      name: 'github',
      label: 'GitHub',
      type: 'text',
      required: true,
      help: 'The page on GitHub, or the name in its address.',
      aliases: ['github', 'github url', 'github organisation', 'github organization'],
    },
  ],
  outputs: [
    { field: 'company_name' },
    { field: 'website' },
    { field: 'description' },
    { field: 'company_email' },
    { field: 'twitter_url' },
    { field: 'github_url' },
  ],
  price: { usd: 0, rule: 'free' },
  license: 'proprietary-api',
  method: 'api',
  keyless: true,
  integration: github,
  repeat_free: true,
  cache_days: 7,
  limits: { per_second: 5, concurrency: 10 },
  timeout_ms: 15_000,
  statuses: { miss: [404] },
  has: ['login', 'html_url', 'name|description'],
  sample: {
    inputs: { github: 'https://github.com/example' },
    values: { company_name: 'Example', website: 'https://example.com', github_url: 'https://github.com/example' },
  },
  ask: (inputs) => ({ method: 'GET', url: `${API}/orgs/${nameIn(inputs.github ?? '')}`, headers: HEADERS }),
  read({ json }) {
    const org = record(json)
    const page = webAddress(org.html_url)
    if (!text(org.login) || !page) return failed('unmapped', 'The answer of GitHub was not understood.')
    const twitter = text(org.twitter_username)
    return found(
      {
        company_name: text(org.name) ?? null,
        website: webAddress(org.blog) ?? null,
        description: text(org.description) ?? null,
        company_email: text(org.email) ?? null,
        twitter_url: twitter ? `https://x.com/${encodeURIComponent(twitter)}` : null,
        github_url: page,
      },
      0.9,
      { origin: { source_url: page } },
    )
  },
}

/** The organisation in an address or as it stands; what cannot be a name becomes an impossible one. */
function nameIn(given: string): string {
  const name = /github\.com\/+(?:orgs\/)?([^/?#]+)/i.exec(given)?.[1] ?? given.replace(/^@/, '')
  return /^[a-z0-9](?:[a-z0-9-]{0,38})$/i.test(name) ? name : '-'
}
