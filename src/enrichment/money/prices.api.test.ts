// What a workspace pays for lookups: set, seen in the catalogue, taken back, on record, and hidden from other workspaces.
import { expect, it } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { catalog } from '../../providers/catalog.ts'
import { catalogRoutes } from '../catalog/catalog.routes.ts'
import { readLookups } from './facts.ts'
import { priceRoutes } from './prices.routes.ts'

const {
  database,
  app,
  workspaceId: workspace,
  as,
  newcomer,
} = await openTenant((database) => [...priceRoutes(database, catalog), ...catalogRoutes({ database, catalog })])
const admin = as('admin')

const at = (id: string) => `/api/settings/providers/${id}/price`
const listed = async (caller: Caller, id: string) =>
  (await caller.get('/api/settings/providers')).body.items.find((item: { id: string }) => item.id === id)

it('holds in the catalogue, in estimates and reservations as soon as it is set, and goes back when it is cleared', async () => {
  const { body: before } = await admin.get(at('hunter-email-finder'))
  expect(before).toMatchObject({ source: 'catalogue', billing_rule: 'on_hit', changed_at: null })
  const set = await admin.put(at('hunter-email-finder'), { price_usd: 0.012345, billing_rule: 'per_call' })
  expect(set.body).toMatchObject({ price_usd: 0.012345, billing_rule: 'per_call', source: 'workspace' })
  expect(set.body.catalogue).toEqual(before.catalogue)
  expect(await listed(admin, 'hunter-email-finder')).toMatchObject({ price_usd: 0.012345, price_source: 'workspace' })
  const { factsOf } = await database.inWorkspace(workspace, (tx) => readLookups(tx, { catalog }))
  expect(factsOf('hunter-email-finder')).toMatchObject({ price_micro: 12_345, rule: 'per_call' })
  const stranger = await newcomer('admin')
  expect(await listed(stranger, 'hunter-email-finder')).toMatchObject({ price_source: 'catalogue' })
  expect((await admin.delete(at('hunter-email-finder'))).body).toEqual(before)
})

it('tells a price of nothing from one that is not known, and refuses what makes no sense', async () => {
  expect((await admin.put(at('serper-web-search'), { price_usd: 0 })).body).toMatchObject({ price_usd: 0 })
  expect((await admin.put(at('github-organisation'), { price_usd: 1 })).status).toBe(409)
  expect((await admin.put(at('no-such-lookup'), { price_usd: 1 })).status).toBe(404)
  for (const body of [{ price_usd: -1 }, { price_usd: null }, {}, { price_usd: 1, billing_rule: 'vendor_reports' }])
    expect((await admin.put(at('serper-web-search'), body)).status, JSON.stringify(body)).toBe(422)
})

it('is for administrators, and each change leaves a line with the price before and after', async () => {
  expect((await callerOf(app, workspace, 'editor').put(at('serper-web-search'), { price_usd: 1 })).status).toBe(403)
  await admin.put(at('serper-web-search'), { price_usd: 0 })
  await admin.put(at('serper-web-search'), { price_usd: 0.5 })
  const [line] = await database.asOwner(
    `select object_id, before->>'price_usd' as before, after->>'price_usd' as after from audit_log
      where workspace_id = $1 and act = 'price.changed' order by ts desc, id desc limit 1`,
    [workspace],
  )
  expect(line).toEqual({ object_id: 'serper-web-search', before: '0', after: '0.5' })
})
