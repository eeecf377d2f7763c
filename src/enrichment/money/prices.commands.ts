// Setting what a workspace really pays for a lookup, and going back to the catalog. It holds from the next call on.
import type { BillingRule } from '../../engine/waterfall/outcome.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { microFromUsd } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import { mustFindLookup, readPrice, rulesOf } from './prices.reads.ts'
import type { LookupPrice, PriceUpdate } from './prices.schema.ts'

export async function setPrice(
  tx: WorkspaceTx,
  catalog: readonly Lookup[],
  id: string,
  { price_usd, billing_rule }: PriceUpdate,
): Promise<LookupPrice> {
  const lookup = mustFindLookup(catalog, id)
  const rules = rulesOf(lookup)
  if (rules.length === 0) refuse('conflict', `${lookup.label} costs nothing, so there is no price to set`)
  if (billing_rule && !rules.includes(billing_rule as BillingRule))
    refuseField(
      ['billing_rule'],
      'literal_error',
      `Input should be ${rules.map((rule) => `'${rule}'`).join(' or ')}`,
      billing_rule,
    )
  const before = await readPrice(tx, catalog, id)
  const rule = billing_rule && billing_rule !== lookup.price.rule ? billing_rule : null
  await tx.client.query(
    `insert into lookup_prices (workspace_id, lookup, price_micro, rule, changed_by) values ($1, $2, $3, $4, $5)
      on conflict (workspace_id, lookup) do update set price_micro = excluded.price_micro, rule = excluded.rule,
        changed_by = excluded.changed_by, changed_at = now()`,
    [tx.workspace_id, lookup.id, microFromUsd(price_usd), rule, tx.actor?.user_id ?? null],
  )
  return told(tx, before, await readPrice(tx, catalog, id), lookup)
}

export async function clearPrice(tx: WorkspaceTx, catalog: readonly Lookup[], id: string): Promise<LookupPrice> {
  const lookup = mustFindLookup(catalog, id)
  const before = await readPrice(tx, catalog, id)
  await tx.client.query('delete from lookup_prices where workspace_id = $1 and lookup = $2', [
    tx.workspace_id,
    lookup.id,
  ])
  return told(tx, before, await readPrice(tx, catalog, id), lookup)
}

async function told(tx: WorkspaceTx, before: LookupPrice, after: LookupPrice, lookup: Lookup): Promise<LookupPrice> {
  const shown = ({ price_usd, billing_rule, source }: LookupPrice) => ({ price_usd, billing_rule, source })
  await audit(tx, {
    act: 'price.changed',
    object: { type: 'lookup', id: lookup.id, name: lookup.label },
    before: shown(before),
    after: shown(after),
  })
  return after
}
