// One signal: what happened, the evidence, what it says about intent, and everything else known of the company.

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { intentQuery, timelineQuery } from './monitoring.api.ts'
import { DECISIONS, editsOf, type ShownEdit, STATUS_NAMES, TYPE_NAMES, textOf } from './monitoring.logic.ts'

interface Props {
  signal: Schemas['Signal']
  /** Absent where the role is too low. */
  onDecide: ((decision: (typeof DECISIONS)[number]) => void) | undefined
  onBack: () => void
  onWatch: (id: string) => void
  onOpen: (id: string) => void
}

export function SignalDetail({ signal, onDecide, onBack, onWatch, onOpen }: Props) {
  const { type, title, summary, quote, evidence_url, before, after, strength, strength_now, novelty, status } = signal
  const edits = editsOf(signal.details)
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-5 px-4 py-5 md:px-8">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton icon={ArrowLeft} label="Back to the queue" size="sm" className="md:hidden" onClick={onBack} />
          <Badge tone="accent">{TYPE_NAMES[type]}</Badge>
          {status !== 'new' && <Badge>{STATUS_NAMES[status]}</Badge>}
          <span className="text-ink-3 text-sm">
            <TimeAgo at={signal.occurred_at} />
          </span>
        </div>
        <h2 dir="auto" className="font-semibold text-xl [overflow-wrap:anywhere]">
          {title}
        </h2>
        {edits.length === 0 && (
          <p dir="auto" className="text-ink-2 [overflow-wrap:anywhere]">
            {summary}
          </p>
        )}
      </header>
      {onDecide && (
        <div className="flex flex-wrap gap-2">
          {DECISIONS.map((one) => (
            <Button key={one.key} look={one.key === 'e' ? 'primary' : 'plain'} onClick={() => onDecide(one)}>
              {one.label}
              <Kbd inverted={one.key === 'e'}>{one.key.toUpperCase()}</Kbd>
            </Button>
          ))}
        </div>
      )}
      <PanelPart title="Evidence">
        {quote && (
          <blockquote dir="auto" className="border-l-2 pl-3 [overflow-wrap:anywhere]">
            “{quote}”
          </blockquote>
        )}
        {evidence_url ? (
          <a
            href={evidence_url}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-2 inline-flex max-w-full items-center gap-1.5 text-accent-ink hover:underline"
          >
            <span className="truncate">{evidence_url}</span>
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          </a>
        ) : (
          <p className="text-ink-3">No address.</p>
        )}
      </PanelPart>
      {edits.length > 0 ? <Edits edits={edits} /> : <BeforeAfter before={before} after={after} />}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact name="Strength now" value={`${strength_now} of 100`} hint={`${strength} when found`} />
        <Fact
          name="Novelty"
          value={`${Math.round(novelty * 100)}%`}
          hint={novelty === 1 ? 'First of its type here' : ''}
        />
        <Fact
          name="Company"
          value={signal.lead_name ?? signal.company ?? '–'}
          hint={signal.lead_name ? (signal.company ?? '') : ''}
        />
        <div>
          <dt className="text-ink-3 text-xs">Found by</dt>
          <dd>
            {signal.watch_id ? (
              <button
                type="button"
                className="text-accent-ink hover:underline"
                onClick={() => onWatch(signal.watch_id ?? '')}
              >
                A watch
              </button>
            ) : (
              'A scan'
            )}
          </dd>
        </div>
      </dl>
      {signal.lead_id !== null && <Intent leadId={signal.lead_id} />}
      {signal.company && (
        <PanelPart title={`Timeline of ${signal.lead_name ?? signal.company}`}>
          <CompanyTimeline company={signal.company} current={signal.id} onOpen={onOpen} />
        </PanelPart>
      )}
    </article>
  )
}

function Fact({ name, value, hint }: { name: string; value: string; hint: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-xs">{name}</dt>
      <dd className="truncate" dir="auto" title={value}>
        {value}
      </dd>
      {hint && <dd className="truncate text-ink-3 text-xs">{hint}</dd>}
    </div>
  )
}

function BeforeAfter({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [textOf(before), textOf(after)]
  if (was === '' && is === '') return null
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {was !== '' && <Side title="Before" text={was} />}
      {is !== '' && <Side title="After" text={is} />}
    </div>
  )
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <PanelPart title={title}>
      <p
        dir="auto"
        className="line-clamp-12 whitespace-pre-line rounded-md bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]"
      >
        {text}
      </p>
    </PanelPart>
  )
}

/** Each place that changed, with before and after. */
function Edits({ edits }: { edits: readonly ShownEdit[] }) {
  return (
    <PanelPart title="What changed">
      <ul className="divide-y overflow-hidden rounded-md border text-sm">
        {edits.map(({ place, before, after }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, which never move
            key={at}
            dir="auto"
            className="flex flex-col [overflow-wrap:anywhere]"
          >
            {place !== '' && <span className="px-3 pt-1 text-ink-3 text-xs">{place}</span>}
            {before !== '' && (
              <span className="bg-bad-soft px-3 py-1 text-ink-2">
                <span className="sr-only">Before: </span>
                <del>{before}</del>
              </span>
            )}
            {after !== '' && (
              <span className="bg-ok-soft px-3 py-1">
                <span className="sr-only">After: </span>
                <ins className="no-underline">{after}</ins>
              </span>
            )}
          </li>
        ))}
      </ul>
    </PanelPart>
  )
}

function Intent({ leadId }: { leadId: number }) {
  const intent = useQuery(intentQuery(leadId))
  const [one] = intent.data?.items ?? []
  if (!one || one.parts.length === 0) return null
  return (
    <PanelPart title={`Intent of this lead: ${Math.round(one.score)} of 100`}>
      <ul className="flex flex-col gap-1.5">
        {one.parts.map((part) => (
          <li key={part.type} className="grid grid-cols-[9rem_1fr_3rem] items-center gap-3 text-sm">
            <span className="truncate">
              {TYPE_NAMES[part.type]} {part.signals > 1 && <span className="text-ink-3">×{part.signals}</span>}
            </span>
            <span className="h-1.5 overflow-hidden rounded-full bg-hover">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${part.score}%` }} />
            </span>
            <span className="text-right text-ink-2 tabular-nums">
              {Math.round(part.score)}
              {part.is_capped && '*'}
            </span>
          </li>
        ))}
      </ul>
      {one.parts.some((part) => part.is_capped) && (
        <p className="mt-1.5 text-ink-3 text-xs">* As much as one type can add.</p>
      )}
    </PanelPart>
  )
}

function CompanyTimeline({
  company,
  current,
  onOpen,
}: {
  company: string
  current: string
  onOpen: (id: string) => void
}) {
  const list = useQuery(timelineQuery(company))
  if (list.isPending) return <Skeleton className="h-20" />
  if (list.isError) return <p className="text-ink-2">The timeline could not be loaded.</p>
  return (
    <ol className="flex flex-col gap-3 border-l pl-4">
      {list.data.items.map((one) => (
        <li
          key={one.id}
          className="relative before:absolute before:top-2 before:-left-4.75 before:size-1.5 before:rounded-full before:bg-line-strong"
        >
          <p className="text-ink-3 text-xs">
            {TYPE_NAMES[one.type]} · <TimeAgo at={one.occurred_at} />
            {one.status === 'dismissed' && ' · dismissed'}
          </p>
          {one.id === current ? (
            <p className="font-medium">{one.title}</p>
          ) : (
            <button type="button" dir="auto" className="text-left hover:underline" onClick={() => onOpen(one.id)}>
              {one.title}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}
