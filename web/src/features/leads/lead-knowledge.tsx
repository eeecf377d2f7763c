// What is known of a lead beside its values: its score with the parts, where it belongs, and what other sources said.
import { useQuery } from '@tanstack/react-query'
import { rawText } from '../../grid/marks/display.logic.ts'
import { Badge } from '../../ui/badge.tsx'
import { CostLine } from '../../ui/cost-line.tsx'
import { capital, counted } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { costQuery, factsQuery, type LeadFact, relativesQuery, scoreQuery } from './lead-actions.api.ts'
import { nameOf } from './leads.logic.ts'

const TONES = { hot: 'bad', warm: 'warn', cold: 'accent', unqualified: 'plain' } as const

export function LeadScorePart({ id }: { id: number }) {
  const score = useQuery(scoreQuery(id))
  if (score.isPending) return <Skeleton className="h-16" />
  if (score.isError) return <p className="text-ink-3 text-sm">The score could not be loaded.</p>
  const { fit, intent, score: total, score_tier, parts } = score.data
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2">
        <span className="font-semibold text-lg tabular-nums">{total}</span>
        <Badge tone={TONES[score_tier]}>{capital(score_tier)}</Badge>
        <span className="text-ink-3 text-sm tabular-nums">
          Fit {fit} · intent {intent}
        </span>
      </p>
      <Parts title="Fit" parts={parts.fit} />
      <Parts title="Intent" parts={parts.intent} />
    </div>
  )
}

function Parts({ title, parts }: { title: string; parts: { id: string; name: string; points: number }[] }) {
  if (parts.length === 0) return <p className="text-ink-3 text-sm">{title}: no rule applies.</p>
  return (
    <ul aria-label={title} className="text-sm">
      {parts.map(({ id, name, points }) => (
        <li key={id} className="flex gap-2 text-ink-2">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="tabular-nums">{points > 0 ? `+${points}` : points}</span>
        </li>
      ))}
    </ul>
  )
}

export function RelativesPart({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const relatives = useQuery(relativesQuery(id))
  if (relatives.isPending) return <Skeleton className="h-10" />
  if (relatives.isError) return <p className="text-ink-3 text-sm">They could not be loaded.</p>
  const { company, people } = relatives.data
  const all = [...(company ? [company] : []), ...people]
  if (all.length === 0) return <p className="text-ink-3 text-sm">No other lead has its domain.</p>
  return (
    <ul className="-mx-2">
      {all.map((lead) => (
        <li key={lead.id}>
          <button
            type="button"
            onClick={() => onOpen(Number(lead.id))}
            className="flex min-h-8 w-full items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {nameOf(lead)}
            </span>
            <span className="shrink-0 truncate text-ink-3 text-xs">
              {lead === company ? 'Company' : String(lead.contact_title ?? 'Person')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const FRESH = { fresh: null, stale: 'warn', expired: 'bad', unknown: 'plain' } as const

export function FactsPart({ id }: { id: number }) {
  const facts = useQuery(factsQuery(id))
  if (facts.isPending) return <Skeleton className="h-24" />
  if (facts.isError) return <p className="text-ink-3 text-sm">The sources could not be loaded.</p>
  const shown = facts.data.filter(({ field }) => !['kind', 'status', 'score', 'score_tier'].includes(field))
  if (shown.length === 0) return <p className="text-ink-3 text-sm">Nothing is known yet.</p>
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {shown.map((fact) => (
        <FactLine key={fact.field} fact={fact} />
      ))}
    </ul>
  )
}

function FactLine({ fact }: { fact: LeadFact }) {
  const { label, provenance, age_days, freshness, max_age_days, others } = fact
  const tone = FRESH[freshness]
  const source = provenance?.provider ?? provenance?.source ?? 'Source unknown'
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-ink-2">{label}</span>
        <span className="text-ink-3">{source}</span>
        <span className="text-ink-3 tabular-nums">
          {age_days === null ? 'age unknown' : age_days === 0 ? 'today' : `${counted(age_days, 'day')} old`}
        </span>
        {tone && freshness !== 'unknown' && (
          <span title={`Values of this field are outdated after ${max_age_days} days`}>
            <Badge tone={tone}>{freshness === 'stale' ? 'Outdated' : 'Expired'}</Badge>
          </span>
        )}
      </p>
      {others.map((other) => (
        <p key={other.provider} className="pl-3 text-ink-3 text-xs [overflow-wrap:anywhere]">
          {other.provider}: <s>{rawText(other.value).slice(0, 120)}</s> · {other.reason}
        </p>
      ))}
    </li>
  )
}

/** With all records that the lead was merged of. */
export function LeadCostPart({ id }: { id: number }) {
  const asked = useQuery(costQuery(id))
  return (
    <CostLine what="This lead" cost={asked.data} items={asked.data?.by_provider ?? []} unnamed="Unknown provider" />
  )
}
