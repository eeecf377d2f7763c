// What an order of steps gains over the one there is, in words.
import type { ColumnRecord } from './column-record.reads.ts'
import type { Simulation } from './intelligence.schema.ts'
import { dollars, findsOf } from './simulate.logic.ts'

/** A share of rows, and of money, that is worth a change. */
const WORTH = 0.01

/** Whether an order is worth a change of the one there is, and why, from what both would have done on the same rows. */
export function gainOf(
  record: ColumnRecord,
  now: Simulation,
  then: Simulation,
  changed: boolean,
): { better: boolean; words: string } {
  if (now.rows === 0)
    return {
      better: false,
      words: 'No row was run yet: the order follows from prices and from results elsewhere.',
    }
  if (!changed) return { better: false, words: `The order is as it should be. ${now.words}` }
  const more = (then.found_share ?? 0) - (now.found_share ?? 0)
  const saved = now.cost_usd - then.cost_usd
  const cheaper = saved > WORTH * now.cost_usd
  const better = more > WORTH ? saved >= -WORTH * now.cost_usd || cheaper : more >= -WORTH / 10 && cheaper
  const percent = (share: number | null) => `${Math.round((share ?? 0) * 100)} %`
  const { share, each } = findsOf(record)
  const outcome = (one: Simulation) =>
    `${share(percent(one.found_share))} ${one.cost_usd === 0 ? 'for nothing' : `at ${dollars((one.cost_per_found_usd ?? 0) * 1e6)} ${each}`}`
  // The first provider gives the field.
  const whose = record.spec.mode === 'merge' ? ' The order also decides whose value a field takes.' : ''
  const gain = `The order now finds ${outcome(now)}, this one ${outcome(then)}.${whose}`
  return { better, words: better ? gain : `${gain} That is hardly worth a change.` }
}
