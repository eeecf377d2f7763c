// Facts as pairs of name and value, and those of where a value is from: source, method, license, time.
import { rawText } from '../../../grid/marks/display.logic.ts'
import { percent } from '../../../ui/format.ts'
import { methodWords } from '../catalogue.logic.ts'
import { providerName } from '../provider-name.ts'
import { ValueView } from './value-view.tsx'

export function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="grid grid-cols-[minmax(5rem,35%)_1fr] gap-x-3 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-3 first-letter:uppercase">{name}</dt>
          <dd className="min-w-0">
            <ValueView value={value} kind="text" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const PROVENANCE: [string, string][] = [
  ['source', 'Source'],
  ['provider', 'Provider'],
  ['method', 'Method'],
  ['source_url', 'Page'],
  ['quote', 'Quote'],
  ['note', 'Note'],
  ['license', 'License'],
  ['attribution', 'Attribution'],
  ['confidence', 'Confidence'],
  ['fetched_at', 'Fetched'],
  ['expires_at', 'Good until'],
]

/** `names` are those of providers, by id. */
export function provenanceFacts(
  provenance: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): [string, string][] {
  return PROVENANCE.flatMap(([key, label]) => {
    const value = provenance[key]
    if (value === null || value === undefined || value === '') return []
    // A calculated value has no source but the lookup, and no license.
    if (key === 'source' && value === provenance.provider) return []
    if (key === 'license' && value === provenance.method) return []
    if (key === 'confidence' && typeof value === 'number') return [[label, percent(value)] as [string, string]]
    if (key.endsWith('_at') && typeof value === 'string')
      return [[label, new Date(value).toLocaleString()] as [string, string]]
    const text = rawText(value)
    if (key === 'method') return [[label, methodWords(text)] as [string, string]]
    return [[label, key === 'provider' ? providerName(text, names) : text] as [string, string]]
  })
}
