// What came of a sequence, with how certain each figure is.
import { useQuery } from '@tanstack/react-query'
import { count, percent } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Frame, Loaded } from '../settings/settings-page.tsx'
import { type Sequence, type Stats, statsQuery } from './outreach.queries.ts'

type Rate = Stats['total']['replied']

export function StatsView({ sequence }: { sequence: Sequence }) {
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
              ...(uncertain > 0 ? [['Uncertain', count(uncertain)]] : []),
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
                <table className="w-full text-sm">
                  <thead>
                    <tr className="text-left text-ink-3 text-xs">
                      <th scope="col" className="px-4 py-2 font-normal">
                        Variant
                      </th>
                      <th scope="col" className="py-2 text-right font-normal">
                        Sent
                      </th>
                      <th scope="col" className="py-2 text-right font-normal">
                        Replied
                      </th>
                      <th scope="col" className="hidden px-4 py-2 text-right font-normal sm:table-cell">
                        Likely between
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {step.variants.map((one, at) => (
                      <tr key={one.variant_id} className="border-t">
                        <th scope="row" className="px-4 py-2 text-left font-normal">
                          {String.fromCharCode(65 + at)}
                        </th>
                        <td className="py-2 text-right tabular-nums">{count(one.sent)}</td>
                        <td className="py-2 text-right tabular-nums">{shareOf(one.replied)}</td>
                        <td className="hidden px-4 py-2 text-right text-ink-2 tabular-nums sm:table-cell">
                          {rangeOf(one.replied)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
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
