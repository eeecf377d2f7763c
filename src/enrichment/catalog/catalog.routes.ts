// Routes of the catalog of lookups, searched by what people want to have found.
import { type Static, Type } from 'typebox'
import { rfc3339 } from '../../engine/values/instant.ts'
import { writeReference } from '../../engine/values/template.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { catalogEntry, isReady } from '../../providers/catalog.ts'
import { searchCatalog, searchFields } from '../../providers/catalog-search.ts'
import type { CustomLookup, Lookup } from '../../providers/kit/kit.ts'
import { at, routeContext, WorkbookPath } from '../../records/opening/route-context.ts'
import { MEANINGS } from '../../records/reading/column-meaning.logic.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { accountNameOf, readClosed } from '../accounts/health.ts'
import type { Askable } from '../money/facts.ts'
import { readTerms } from '../money/prices.reads.ts'
import {
  type CatalogSuggestions,
  meantLeadFields,
  readMeantColumns,
  suggestForCatalog,
} from './suggested-inputs.reads.ts'

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

const SuggestedInputs = Type.Object(
  {
    sampled_rows: Type.Integer({ description: 'The first rows, by which columns were judged.' }),
    columns: Type.Array(
      Type.Object({
        column_id: Type.String(),
        meaning: Type.Unsafe<string>({ type: 'string', enum: [...MEANINGS] }),
        usable_rows: Type.Integer({ description: 'Rows of the sample whose value can be used as that.' }),
      }),
      { description: 'Columns that stand for something that lookups ask for, by their header and their values.' },
    ),
    providers: Type.Array(
      Type.Object({
        provider: Type.String(),
        inputs: Type.Array(
          Type.Object({
            name: Type.String(),
            column_id: Type.String(),
            template: Type.String({ description: 'Goes into `inputs` of a step.' }),
            usable_rows: Type.Integer(),
          }),
        ),
        missing: Type.Array(Type.String(), {
          description: 'Inputs that it needs and no column fits; of a group, its members joined by `|`.',
        }),
      }),
    ),
    outcomes: Type.Array(
      Type.Object({
        field: Type.String(),
        usable: Type.Array(Type.String(), {
          description: 'Providers that can be called now with these columns.',
        }),
        reason: Type.Union([Type.String(), Type.Null()], { description: 'Why none can.' }),
        next: Type.Array(
          Type.Object({
            kind: Type.Unsafe<'add_first' | 'instead'>({
              type: 'string',
              enum: ['add_first', 'instead'],
              description:
                '`add_first`: a column of `output` gives what is missing; `instead`: these columns can answer `output`.',
            }),
            output: Type.String(),
            words: Type.String(),
          }),
        ),
      }),
    ),
  },
  { $id: 'SuggestedInputs' },
)

const SUGGESTS =
  'Columns are judged by their header, in ten languages and more, and by what their values are: sites, addresses, names of people and of firms. ' +
  'An input that no column clearly fits stays empty.'

export function catalogRoutes({ database, catalog, columnFactory }: Askable & { database: Database }): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/suggested-inputs'),
      method: 'GET',
      id: 'suggest_inputs',
      tag: 'Columns',
      summary: 'Suggest the columns that lookups read',
      description: SUGGESTS,
      needs: 'workbooks.view',
      exists: seesWorkbook,
      params: WorkbookPath,
      query: Type.Object({
        column_id: Type.Optional(Type.String({ description: 'The column that is edited, which cannot read itself.' })),
      }),
      response: { 200: SuggestedInputs },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const meant = await readMeantColumns(tx, await mustFindWorkbook(tx, params.workbook_id))
          return shownSuggestions(await suggestForCatalog(tx, { catalog, columnFactory }, meant, query.column_id))
        }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/settings/providers/lead-inputs',
      id: 'suggest_lead_inputs',
      tag: 'Settings',
      summary: 'Suggest the fields of leads that lookups read',
      description: 'As for a workbook, for the fields that every lead has.',
      access: 'user',
      needs: 'settings.view',
      response: { 200: SuggestedInputs },
      handler: (ctx) =>
        inScope(ctx, async (tx) =>
          shownSuggestions(await suggestForCatalog(tx, { catalog, columnFactory }, meantLeadFields())),
        ),
    }),
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

function shownSuggestions({ meant, providers, outcomes }: CatalogSuggestions): Static<typeof SuggestedInputs> {
  return {
    sampled_rows: meant.rows,
    columns: meant.meanings.map(({ id, meaning, usable }) => ({ column_id: id, meaning, usable_rows: usable })),
    providers: providers.map(({ provider, inputs, missing }) => ({
      provider,
      missing,
      inputs: inputs.map(({ name, column_id, column, usable }) => ({
        name,
        column_id,
        template: writeReference(column),
        usable_rows: usable,
      })),
    })),
    outcomes,
  }
}

function closedOf(lookup: Lookup | CustomLookup, closed: Awaited<ReturnType<typeof readClosed>>) {
  const found = closed.get(accountNameOf(lookup) ?? '')
  if (!found) return null
  const { kind, reason, detail, until } = found
  return { kind, reason, detail, until: until === null ? null : rfc3339(until) }
}
