// The results of a sequence, with the certainty of each figure.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { count, percent } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Frame, Loaded } from '../settings/settings-page.tsx'
import { type Stats, statsQuery } from './outreach.queries.ts'

type Rate = Stats['total']['replied']

const VARIANTS = [
  { title: 'Variant' },
  { title: 'Sent', align: 'end' },
  { title: 'Replied', align: 'end' },
  { title: 'Likely between', align: 'end', isQuiet: true },
] as const

export function StatsView({ sequence }: { sequence: Schemas['Sequence'] }) {
  const stats = useQuery(statsQuery(sequence.id))
  return (
    <Loaded query={stats} what="The results" skeleton={<ListSkeleton rows={4} />}>
      {({ enrolled, total, uncertain, blocked, steps }) => (
        <div className="flex flex-col gap-6">
          <dl className="flex flex-wrap gap-x-8 gap-y-3">
            {[
              ['Enrolled', count(enrolled)],
              ['Sent', count(total.sent)],
              ['Replied', shareOf(total.replied)],
              ['Bounced', shareOf(total.bounced)],
              ['Unsubscribed', shareOf(total.unsubscribed)],
              ['Complained', shareOf(total.complained)],
              ...(uncertain > 0 ? [['Unconfirmed', count(uncertain)]] : []),
              ...(blocked > 0 ? [['Blocked', count(blocked)]] : []),
            ].map(([name, value]) => (
              <div key={name}>
                <dt className="text-ink-3 text-xs">{name}</dt>
                <dd className="font-semibold text-lg tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          {steps.map((step) => (
            <section key={step.step_id} aria-label={`Step ${step.step_number}`} className="flex flex-col gap-2">
              <h3 className="font-semibold">Step {step.step_number}</h3>
              <Frame>
                <FigureTable
                  framed
                  heads={VARIANTS}
                  rows={step.variants.map(({ variant_id, sent, replied }, at) => ({
                    key: variant_id,
                    cells: [String.fromCharCode(65 + at), count(sent), shareOf(replied), rangeOf(replied)],
                  }))}
                />
              </Frame>
              <p className={step.is_significant ? 'text-ok text-sm' : 'text-ink-2 text-sm'}>{step.conclusion}</p>
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}

const shareOf = ({ count: hits, rate }: Rate) => (rate === null ? '–' : `${count(hits)} (${percent(rate)})`)
const rangeOf = ({ low, high }: Rate) => (low === null || high === null ? '–' : `${percent(low)} and ${percent(high)}`)
