// Tools that say what there is: providers, recipes, costs.
import { Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import type { WorkbookResponse } from '../../records/store/workbook.schema.ts'
import { CATEGORY_IDS } from '../recipes/recipe.ts'
import type { RecipeDetail, RecipeItem } from '../recipes/recipes.schema.ts'
import { Free } from './parts.schema.ts'
import { defineTool, type Tool } from './tool.ts'
import { shownWorkbook, WorkbookShown } from './workbooks.tools.ts'

interface Provider {
  id: string
  label: string
  description: string
  inputs: { name: string; required: boolean }[]
  one_of: string[][]
  outputs: { field: string }[]
  price_usd: number | null
  billing_rule: string
  keyless: boolean
  ready: boolean
}

/** What the columns of a workbook give to a provider. */
interface ProviderHere {
  provider: string
  inputs: { name: string; template: string }[]
  missing: string[]
}

const MOST_PROVIDERS = 15

export const CATALOG_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'search_providers',
    title: 'Find providers',
    description:
      'The lookups for enrichment and waterfall columns, searched by outcome such as "work email", "company domain" or "technologies": ' +
      'id, inputs, output fields, price, and whether it is ready to be called here. With workbook_id each says which columns its inputs ' +
      'should read, and what no column has.',
    capability: 'workbooks:read',
    kind: 'read',
    is_ours: true,
    operations: ['list_providers', 'suggest_inputs'],
    input: Type.Object({
      query: Type.String({ minLength: 1, maxLength: 200 }),
      workbook_id: Type.Optional(Type.String()),
    }),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          provider: Type.String({ description: 'Goes into `provider` of a column.' }),
          label: Type.String(),
          description: Type.String(),
          inputs: Type.Array(Type.String({ description: 'With * when it is required.' })),
          one_of: Type.Array(Type.Array(Type.String()), { description: 'Of each group at least one is needed.' }),
          outputs: Type.Array(Type.String()),
          price_usd: nullable(Type.Number()),
          billing: Type.String(),
          ready: Type.Boolean({ description: 'False: it needs a key that this workspace has not entered.' }),
          suggested_inputs: Type.Optional(
            Type.Record(Type.String(), Type.String(), { description: 'Goes into `inputs` of a step.' }),
          ),
          missing: Type.Optional(Type.Array(Type.String(), { description: 'Inputs that no column fits.' })),
        }),
      ),
    }),
    async run({ operate }, { query, workbook_id }) {
      const found = await operate<{ items: Provider[] }>('list_providers', { query: { q: query } })
      const here =
        workbook_id === undefined
          ? null
          : await operate<{ providers: ProviderHere[] }>('suggest_inputs', { params: { workbook_id } })
      const suggestedFor = (id: string) => {
        const one = here?.providers.find(({ provider }) => provider === id)
        if (!one) return {}
        const inputs = one.inputs.map(({ name, template }) => [name, template] as const)
        return { suggested_inputs: Object.fromEntries(inputs), missing: one.missing }
      }
      return {
        items: found.items.slice(0, MOST_PROVIDERS).map(({ id, inputs, outputs, billing_rule, ...rest }) => ({
          ...rest,
          provider: id,
          inputs: inputs.map(({ name, required }) => `${name}${required ? '*' : ''}`),
          outputs: outputs.map(({ field }) => field),
          billing: billing_rule,
          ...suggestedFor(id),
        })),
      }
    },
  }),
  defineTool({
    name: 'search_recipes',
    title: 'Find recipes',
    description: 'Ready workbook definitions by words or category, with the keys they need and what a row costs.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_recipes'],
    input: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 200 })),
      category: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...CATEGORY_IDS] })),
    }),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          slug: Type.String(),
          name: Type.String(),
          category: Type.String(),
          purpose: Type.String(),
          keyless: Type.Boolean(),
          keys: Type.Array(Type.String()),
          cost_per_row: Free,
        }),
      ),
    }),
    async run({ operate }, { query, category }) {
      const parts = { query: { ...(query && { q: query }), ...(category && { category }) } }
      const { items } = await operate<{ items: RecipeItem[] }>('list_recipes', parts)
      return { items: items.map((item) => ({ ...item, keys: item.keys.map(({ name }) => name) })) }
    },
  }),
  defineTool({
    name: 'get_recipe',
    title: 'Look at a recipe',
    description: 'A recipe with its columns and sample rows; its columns show how columns are written.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_recipe'],
    input: Type.Object({ slug: Type.String({ maxLength: 200 }) }),
    output: Type.Object({
      name: Type.String(),
      purpose: Type.String(),
      columns: Type.Array(Free),
      sample_rows: Type.Array(Free),
    }),
    run: ({ operate }, params) => operate<RecipeDetail>('get_recipe', { params }),
  }),
  defineTool({
    name: 'use_recipe',
    title: 'Make a workbook of a recipe',
    description: 'Makes a workbook with the columns of a recipe, with its sample rows when wanted.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['instantiate_recipe'],
    input: Type.Object({
      slug: Type.String({ maxLength: 200 }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      sample_rows: Type.Boolean({ default: false }),
    }),
    output: WorkbookShown,
    says: ({ slug, name }) => `Make the workbook "${name ?? slug}" of the recipe "${slug}"`,
    run: async ({ operate }, { slug, ...body }) =>
      shownWorkbook(await operate<WorkbookResponse>('instantiate_recipe', { params: { slug }, body })),
  }),
  defineTool({
    name: 'get_cost',
    title: 'What a workbook has cost',
    description:
      'What was spent on a workbook in total, today and this month, by provider and by column, and its budgets.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_workbook_cost'],
    input: Type.Object({ workbook_id: Type.String() }),
    output: Free,
    run: ({ operate }, params) => operate<JsonObject>('get_workbook_cost', { params }),
  }),
]
