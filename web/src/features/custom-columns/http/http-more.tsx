// More settings of an HTTP column: further pages, what counts as a miss, its cost, its limits.
import type { HttpDraft } from '../../columns/custom.shapes.ts'
import { fieldsOf } from '../../columns/custom-kinds.logic.ts'
import { DescribedFields } from '../described-fields.tsx'
import { More } from '../form-parts.tsx'
import { errorWords } from './http-draft.logic.ts'

interface Props {
  draft: HttpDraft
  errors: Record<string, string>
  onChange: (draft: HttpDraft) => void
}

/** The settings of these names. */
export function HttpOptions({ names, draft, errors, onChange }: Props & { names: readonly string[] }) {
  return (
    <DescribedFields
      fields={fieldsOf('http', names)}
      // The address is where a secret goes.
      values={{ ...draft.options, url: draft.url }}
      errors={errors}
      onChange={({ url: _, ...options }) => onChange({ ...draft, options })}
    />
  )
}

interface MoreProps extends Props {
  /** It only reads, whatever its method: its answers are kept. */
  reads?: boolean
}

const labelIn = (name: string, value: unknown) => {
  const [field] = fieldsOf('http', [name])
  return field?.options?.find((one) => one.value === value)?.label ?? field?.blank
}

export function HttpMore({ reads, ...form }: MoreProps) {
  const { draft, errors } = form
  const keeps = reads ?? draft.method === 'GET'
  const parts = [
    {
      title: 'Pages',
      names: ['pages', 'items', 'max_pages'],
      summary: labelIn('pages.kind', draft.options['pages.kind']),
      isHidden: draft.method !== 'GET',
    },
    { title: 'What means “nothing found”', names: ['miss'], summary: missWords(draft) },
    { title: 'What means an error', names: ['error'], summary: errorWords(draft) },
    { title: 'Price', names: ['price_usd', 'billing'], summary: priceWords(draft) },
    {
      title: 'Pace and retries',
      names: ['per_second', 'concurrency', 'timeout_seconds', ...(keeps ? ['cache_days'] : []), 'repeat_safe'],
      summary: paceWords(draft, keeps),
    },
  ]
  return (
    <div className="flex flex-col gap-2">
      {parts.map(({ title, names, summary = '', isHidden }) => {
        const isRefused = Object.keys(errors).some((place) => names.includes(place.split('.', 1)[0] ?? ''))
        return (
          !isHidden && (
            <More key={title} title={title} summary={summary} open={isRefused}>
              <HttpOptions {...form} names={names} />
            </More>
          )
        )
      })}
    </div>
  )
}

const textIn = ({ options }: HttpDraft, name: string) => String(options[name] ?? '').trim()

function missWords(draft: HttpDraft): string {
  const [statuses, empty] = [textIn(draft, 'miss.statuses'), textIn(draft, 'miss.empty')]
  return [`status ${statuses.replaceAll('\n', ', ') || '404'}`, empty && `nothing at ${empty}`]
    .filter(Boolean)
    .join(', or ')
}

function priceWords(draft: HttpDraft): string {
  const price = textIn(draft, 'price_usd')
  if (price === 'unknown') return 'Not known'
  return price ? `$${price} a request` : 'Free'
}

function paceWords(draft: HttpDraft, keeps: boolean): string {
  const [pace, days] = [textIn(draft, 'per_second'), textIn(draft, 'cache_days')]
  const kept = Number(days) > 0 ? `kept ${days} d` : 'not kept'
  return [pace ? `${pace} a second` : 'no limit', `${textIn(draft, 'timeout_seconds')} s`, keeps && kept]
    .filter(Boolean)
    .join(' · ')
}
