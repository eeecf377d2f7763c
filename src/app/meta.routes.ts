// Routes for clients that want to know what this install is and speaks.
import { type Static, Type } from 'typebox'
import { COLUMN_TYPES } from '../engine/columns/columns.schema.ts'
import { INPUT_TYPES } from '../engine/columns/kinds/input.kind.ts'
import { signatureOf } from '../engine/formula/functions.ts'
import { CELL_STATUSES } from '../engine/values/row.ts'
import { LICENSES } from '../engine/waterfall/provenance.schema.ts'
import { PerformanceRanges, performanceRanges } from '../enrichment/performance/performance.schema.ts'
import { RetentionRanges, retentionRanges } from '../enrichment/retention/retention.schema.ts'
import { defineRoute, type Route } from '../platform/http/route.ts'
import { LIMITS } from '../platform/limits/limits.ts'
import type { Settings } from '../platform/settings.ts'
import { FormulaFunctionList } from '../records/computed/computed.schema.ts'
import { FUNCTION_LIST } from '../records/store/columns/formula-table.logic.ts'
import { VERSION } from './version.ts'

const Meta = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    features: Type.Array(Type.String(), { description: 'The areas that there are, by the tags of this description.' }),
    limits: Type.Object({
      enrichment_perf: PerformanceRanges,
      retention: RetentionRanges,
      rates: Type.Array(Type.Object({ name: Type.String(), quota: Type.Integer(), window_seconds: Type.Integer() }), {
        description: 'At most `quota` requests in a window, as this install has it; `RateLimit-Policy` has the name.',
      }),
      rates_apply: Type.Boolean({ description: 'False where the operator has turned them off.' }),
    }),
  },
  { $id: 'Meta' },
)

const Values = Type.Object(
  { items: Type.Array(Type.String()), next_cursor: Type.Union([Type.String(), Type.Null()]) },
  { $id: 'ValueList' },
)

const ColumnTypes = Type.Object(
  {
    items: Type.Array(Type.Object({ type: Type.String(), input_types: Type.Optional(Type.Array(Type.String())) })),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'ColumnTypeList' },
)

/** The functions of the formula language as clients complete and explain them. */
function formulaFunctions(): Static<typeof FormulaFunctionList> {
  const items = FUNCTION_LIST.map((fn) => ({
    name: fn.name,
    also: [...(fn.also ?? [])],
    group: fn.group,
    signature: signatureOf(fn),
    parameters: fn.params.map(({ name, type, optional }) => ({ name, type, optional: optional ?? false })),
    repeats: fn.repeats ?? 0,
    returns: typeof fn.returns === 'string' ? fn.returns : null,
    description: fn.says,
    examples: fn.examples.map(([formula, result]) => ({ formula, result })),
    volatile: fn.volatile ?? false,
  }))
  return { items, next_cursor: null }
}

/** The rate limits as the operator has set them. */
function rates(overrides: Settings['limit_overrides']) {
  return Object.values(LIMITS).map(({ name, quota, window }) => {
    const set = overrides.get(name)
    return { name, quota: set?.quota ?? quota, window_seconds: set?.window ?? window }
  })
}

/** `features` are the names of the areas that there are. */
export function metaRoutes(settings: Pick<Settings, 'limits' | 'limit_overrides'>, features: () => string[]): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/meta',
      id: 'get_meta',
      tag: 'Meta',
      summary: 'What this install is',
      description: 'Its version, areas and limits. No login is needed, and no data of any workspace is shown.',
      access: 'public',
      response: { 200: Meta },
      handler: () => ({
        name: 'Millrace',
        version: VERSION,
        features: features(),
        limits: {
          enrichment_perf: performanceRanges(),
          retention: retentionRanges(),
          rates: rates(settings.limit_overrides),
          rates_apply: settings.limits,
        },
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/meta/column-types',
      id: 'list_column_types',
      for_token: 'any',
      tag: 'Meta',
      summary: 'The types a column can have',
      description: 'Input columns hold values that users enter, of one of the `input_types`; the others are filled.',
      access: 'user',
      response: { 200: ColumnTypes },
      handler: () => ({
        items: COLUMN_TYPES.map((type) => (type === 'input' ? { type, input_types: [...INPUT_TYPES] } : { type })),
        next_cursor: null,
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/meta/formula-functions',
      id: 'list_formula_functions',
      for_token: 'any',
      tag: 'Meta',
      summary: 'The functions of formulas, each with its signature and examples',
      description: 'In the order of their groups, as editors complete and explain them.',
      access: 'user',
      response: { 200: FormulaFunctionList },
      handler: formulaFunctions,
    }),
    defineRoute({
      method: 'GET',
      path: '/api/meta/statuses',
      id: 'list_cell_statuses',
      for_token: 'any',
      tag: 'Meta',
      summary: 'The statuses a cell can have',
      description: 'The words that filters, runs and cells use.',
      access: 'user',
      response: { 200: Values },
      handler: () => ({ items: Array.from<string>(CELL_STATUSES), next_cursor: null }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/meta/licenses',
      id: 'list_licenses',
      for_token: 'any',
      tag: 'Meta',
      summary: 'The licenses a value can be under',
      description: 'The words that provenance, filters and exports use.',
      access: 'user',
      response: { 200: Values },
      handler: () => ({ items: Array.from<string>(LICENSES), next_cursor: null }),
    }),
  ]
}
