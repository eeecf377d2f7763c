// What a test run asks: recorded samples in place of every provider outside of this machine. Nothing is sent to them.
import { notFound } from '../../providers/kit/kit.ts'
import { sampledColumn, sampleLookup } from '../../providers/sample-lookups.ts'
import type { Askable, ColumnFactory } from '../money/facts.ts'

export function askableInTest({ catalog, columnFactory }: Askable): Askable {
  return { catalog: catalog.map(sampleLookup), ...(columnFactory && { columnFactory: idle(columnFactory) }) }
}

/** Columns' own lookups have no recorded answers: models and APIs get values that fit their fields, deliveries stay here. */
function idle(columnFactory: ColumnFactory): ColumnFactory {
  return {
    own: async (tx) => (await columnFactory.own(tx)).map(sampledColumn),
    async open(tx) {
      const make = await columnFactory.open(tx)
      return (made, provider, entered) => {
        const lookup = make(made, provider, entered)
        if (!lookup || made.kind !== 'output') return lookup && sampledColumn(lookup)
        if ('work' in lookup) return lookup
        const { account: _, price_for: _price, ...rest } = { price_for: undefined, ...lookup }
        const act = async () => notFound('This is a test run, so nothing was sent')
        return { ...rest, act, keyless: true, repeat_free: true, cache_days: 0, price: { usd: 0, rule: 'free' } }
      }
    },
  }
}
