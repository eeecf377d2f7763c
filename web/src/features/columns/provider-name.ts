// What people call the provider of a value.
import { TEST_DATA } from '../../grid/marks.logic.ts'

/** What the provider of a value is called: by the catalog, or after what its column asks. */
export function providerName(id: string, labels: ReadonlyMap<string, string>): string {
  if (!id.startsWith(TEST_DATA)) return labels.get(id) ?? customName(id)
  const real = id.slice(TEST_DATA.length)
  return `${labels.get(real) ?? customName(real)}, test data`
}

/** Columns that ask with settings of their own name what they ask: `research:openai/gpt-x`, `http:api.acme.com`. */
function customName(id: string): string {
  const [kind = '', ...rest] = id.split(':')
  const what = rest.join(':')
  if (kind === 'http') return what === 'any' ? 'HTTP request' : what
  if (kind === 'output') return `Sent to ${what}`
  if (kind === 'match') return what === 'leads' ? 'Match with leads' : 'Match with a workbook'
  if (kind === 'ai' || kind === 'model') return what
  return kind === 'research' ? `${what} (research)` : id
}
