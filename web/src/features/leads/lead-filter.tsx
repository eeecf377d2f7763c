// Narrows the leads down: values they have, with how many leads have each, and what must not be blank.
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { capital, count } from '../../ui/format.ts'
import { Checkbox, Field, Select } from '../../ui/forms/field.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Facet, facetsKey, getFacets } from './leads.api.ts'
import { customName, type LeadField, type LeadQuery } from './leads.logic.ts'

interface Props {
  asked: LeadQuery
  fields: readonly LeadField[]
  onChange: (asked: LeadQuery) => void
}

const FILLED = [
  ['email', 'Has an e-mail address'],
  ['phone', 'Has a phone number'],
] as const

export function LeadFilter(props: Props) {
  const { picks, filled } = props.asked
  const active = Object.keys(picks).length + filled.length
  return (
    <Popover
      label="Filter"
      className="w-80"
      trigger={
        <Button size="sm" look={active > 0 ? 'plain' : 'quiet'} icon={ListFilter}>
          Filter{active > 0 ? ` · ${active}` : ''}
        </Button>
      }
    >
      <Choices {...props} active={active} />
    </Popover>
  )
}

/** Values of a workspace's own are offered where they are few: notes and numbers of customers are no choice. */
const isChoice = ({ field, values, more }: Pick<Facet, 'field' | 'values' | 'more'>) =>
  values.length > 0 && !(more && customName(field) !== null)

/** Is there only while the filter is open: how many leads have each value takes a look at all of them. */
function Choices({ asked, fields, onChange, active }: Props & { active: number }) {
  const facets = useQuery({ queryKey: facetsKey(), queryFn: getFacets })
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? customName(name) ?? name
  const optioned = new Set(fields.filter(({ options }) => options).map(({ name }) => name))

  function pick(field: string, value: string) {
    const { [field]: _, ...others } = asked.picks
    onChange({ ...asked, picks: value === '' ? others : { ...others, [field]: value } })
  }

  return (
    <div className="flex flex-col gap-3">
      {facets.isPending && <Skeleton className="h-64" />}
      {(facets.data?.items ?? []).map(({ field, values, more }) =>
        !isChoice({ field, values, more }) && asked.picks[field] === undefined ? null : (
          <Field key={field} label={labelOf(field)}>
            <Select value={asked.picks[field] ?? ''} onChange={(event) => pick(field, event.target.value)}>
              <option value="">Any</option>
              {asked.picks[field] !== undefined && !values.some(({ value }) => value === asked.picks[field]) && (
                <option>{asked.picks[field]}</option>
              )}
              {values
                .map(({ value: found, count: leads }) => ({ value: String(found), leads }))
                .map(({ value, leads }) => (
                  <option key={value} value={value}>
                    {optioned.has(field) ? capital(value) : value} ({facets.data?.is_estimate ? 'about ' : ''}
                    {count(leads)})
                  </option>
                ))}
            </Select>
          </Field>
        ),
      )}
      {facets.isError && <p className="text-ink-3 text-sm">The values could not be loaded.</p>}
      {FILLED.map(([field, words]) => (
        <Checkbox
          key={field}
          label={words}
          checked={asked.filled.includes(field)}
          onChange={(on) =>
            onChange({ ...asked, filled: [...asked.filled.filter((one) => one !== field), ...(on ? [field] : [])] })
          }
        />
      ))}
      {active > 0 && (
        <Button size="sm" look="quiet" onClick={() => onChange({ ...asked, picks: {}, filled: [] })}>
          Clear the filter
        </Button>
      )}
    </div>
  )
}
