// Routes of the catalog of lookups, searched by what people want to have found.
import { type Static, Type } from 'typebox'
import { rfc3339 } from '../../engine/values/instant.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { catalogEntry, isReady } from '../../providers/catalog.ts'
import { searchCatalog, searchFields } from '../../providers/catalog-search.ts'
import type { CustomLookup, Lookup } from '../../providers/kit/kit.ts'
import { accountNameOf, readClosed } from '../accounts/health.ts'
import type { Askable } from '../money/facts.ts'
import { readTerms } from '../money/prices.reads.ts'

const Named = { label: Type.String(), type: Type.String() }

const ProviderEntry = Type.Object(
  {
    id: Type.String({ description: 'What a step of a column names as its `provider`.' }),
    provider: Type.String(),
    label: Type.String(),
    description: Type.String(),
    docs_url: Type.String(),
    inputs: Type.Array(
      Type.Object({
        name: Type.String(),
        ...Named,
        required: Type.Boolean(),
        help: Type.String(),
        aliases: Type.Array(Type.String()),
      }),
    ),
    one_of: Type.Array(Type.Array(Type.String()), { description: 'Of each group at least one input is needed.' }),
    outputs: Type.Array(Type.Object({ field: Type.String(), ...Named })),
    price_usd: Type.Union([Type.Number(), Type.Null()], {
      description: 'Per billed call in this workspace; null is unknown.',
    }),
    billing_rule: Type.String({ description: 'free, on_hit, on_verified, per_call or vendor_reports.' }),
    price_source: Type.String({ description: 'catalogue, or workspace: set here.' }),
    license: Type.String(),
    method: Type.String(),
    keyless: Type.Boolean({ description: 'Works without an account.' }),
    integration_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The integration whose key it takes; null for none. With `keyless`, a key only lifts limits.',
    }),
    own: Type.Boolean({ description: 'A provider that the workspace defined itself.' }),
    state: Type.String({
      description:
        'documented: written after the documentation of the vendor and not yet tried with an account; verified: tried, or our own; own: defined by ' +
        'the workspace; ended: cannot be called any more.',
    }),
    verified_on: Type.Union([Type.String(), Type.Null()], { description: 'The day the live vendor was last tried.' }),
    ready: Type.Boolean({ description: 'Can be called now in this workspace.' }),
    closed: Type.Union(
      [
        Type.Object({
          kind: Type.String({
            description: '`throttled`: it asked to wait; `circuit_open`: it refused the key or failed repeatedly.',
          }),
          reason: Type.Union([Type.String(), Type.Null()], { description: 'The class of failure.' }),
          detail: Type.String(),
          until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
            description: 'Null: until the key changes.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Why its account is paused; null when it is active.' },
    ),
    cache_days: Type.Number(),
    example: Type.Object({
      inputs: Type.Record(Type.String(), Type.String()),
      outputs: Type.Record(Type.String(), Type.Unknown()),
    }),
  },
  { $id: 'ProviderEntry' },
)

const ProviderList = Type.Object(
  {
    items: Type.Array(ProviderEntry),
    fields: Type.Array(Type.String(), {
      description:
        'The output fields that answer `q`, by any of their names and forgiving slips, best first; none without `q`.',
    }),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Integer(),
  },
  { $id: 'ProviderList' },
)

export function catalogRoutes({ database, catalog, columnFactory }: Askable & { database: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/settings/providers',
      id: 'list_providers',
      tag: 'Settings',
      summary: 'The catalog of lookups',
      description:
        "Search by outcome, for example `work email`, `company domain`, `phone` or `country`. The workspace's own providers come first.",
      access: 'user',
      needs: 'settings.view',
      query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
      response: { 200: ProviderList },
      async handler({ scope }, { query }) {
        const { entered, termsOf, closed, own } = await database.inWorkspace(scope.workspace_id, async (tx) => ({
          entered: await readEntered(tx),
          termsOf: await readTerms(tx),
          closed: await readClosed(tx),
          own: (await columnFactory?.own(tx)) ?? [],
        }))
        const items = searchCatalog<Lookup | CustomLookup>([...own, ...catalog], query.q ?? '').map((lookup) => {
          const { price_micro, rule, basis } = termsOf(lookup)
          // What a workspace's provider costs is counted here, call by call.
          const billing_rule = 'act' in lookup && rule === 'vendor_reports' ? 'per_call' : rule
          const price_usd = price_micro === null ? null : usdFromMicro(price_micro)
          const entry = catalogEntry(lookup, isReady(lookup, entered))
          return {
            ...entry,
            closed: closedOf(lookup, closed),
            price_usd,
            billing_rule,
            price_source: basis,
          } as Static<typeof ProviderEntry>
        })
        return { items, fields: searchFields(catalog, query.q ?? ''), next_cursor: null, total: items.length }
      },
    }),
  ]
}

function closedOf(lookup: Lookup | CustomLookup, closed: Awaited<ReturnType<typeof readClosed>>) {
  const found = closed.get(accountNameOf(lookup) ?? '')
  if (!found) return null
  const { kind, reason, detail, until } = found
  return { kind, reason, detail, until: until === null ? null : rfc3339(until) }
}
