// Whether the workspace practises, and the switch.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import { PRACTICE } from '../../grid/marks.logic.ts'

const practiceQuery = () => ({
  queryKey: keys.settings('practice'),
  queryFn: () => take(api.GET('/api/settings/practice')),
})

/** Undefined until it is known. */
export function usePractice(): boolean | undefined {
  return useQuery(practiceQuery()).data?.on
}

export async function setPractice(on: boolean): Promise<void> {
  const now = await take(api.PUT('/api/settings/practice', { body: { on } }))
  queries.setQueryData(keys.settings('practice'), now)
  await Promise.all([
    queries.invalidateQueries({ queryKey: keys.providers() }),
    // What a run would do is another thing now.
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('estimate') }),
  ])
}

/** What the provider of a value is called: by the catalogue, or after what its column asks. */
export function providerName(id: string, labels: ReadonlyMap<string, string>): string {
  if (!id.startsWith(PRACTICE)) return labels.get(id) ?? madeName(id)
  const real = id.slice(PRACTICE.length)
  return `${labels.get(real) ?? madeName(real)}, practice`
}

/** Columns that ask with settings of their own name what they ask: `research:openai/gpt-x`, `http:api.acme.com`. */
function madeName(id: string): string {
  const [kind = '', ...rest] = id.split(':')
  const what = rest.join(':')
  if (kind === 'http') return what === 'any' ? 'HTTP request' : what
  if (kind === 'output') return `Sent to ${what}`
  if (kind === 'ai' || kind === 'model') return what
  return kind === 'research' ? `${what} (research)` : id
}
