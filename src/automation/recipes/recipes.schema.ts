// The wire shapes of recipes.
import { type Static, Type } from 'typebox'
import { Model } from '../../engine/columns/kinds/ai.kind.ts'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { CATEGORY_IDS } from './recipe.ts'

const CategoryId = Type.String({ description: 'One of `GET /api/meta/templates/categories`.' })

export const RecipeItem = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    category: CategoryId,
    purpose: Type.String({ description: 'One sentence: what the workbook does.' }),
    source: Type.Unsafe<'gallery' | 'workspace'>({
      type: 'string',
      enum: ['gallery', 'workspace'],
      description: '`gallery`: comes with the service; `workspace`: a workbook that was saved as a recipe here.',
    }),
    column_names: Type.Array(Type.String()),
    keys: Type.Array(
      Type.Object({
        id: Type.String({
          description: 'Of the integration; `model` for any AI model, `secret:` and a name for a secret.',
        }),
        name: Type.String(),
        required: Type.Boolean({ description: 'False: another provider of the same column works without it.' }),
        ready: Type.Boolean({ description: 'This workspace has it.' }),
      }),
    ),
    keyless: Type.Boolean({ description: 'Works without any key.' }),
    cost_per_row: Type.Object({
      low_usd: Type.Number({ description: 'The first provider of every column answers.' }),
      high_usd: Type.Number({ description: 'Every provider is called and bills.' }),
      has_unknown: Type.Boolean({ description: 'A model or a provider without a known price is called as well.' }),
    }),
    created_at: nullable(Type.String({ format: 'date-time' })),
  },
  { $id: 'RecipeItem' },
)

export const RecipeDetail = Type.Object(
  {
    ...RecipeItem.properties,
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }, { additionalProperties: true }), {
      description: 'As in a workbook definition: everything by its name.',
    }),
    sample_rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), { description: 'Values by column name.' }),
  },
  { $id: 'RecipeDetail' },
)

export const RecipeList = listOf(RecipeItem, 'RecipeList')

const Category = Type.Unsafe<(typeof CATEGORY_IDS)[number]>({ type: 'string', enum: [...CATEGORY_IDS] })

export const GalleryQuery = Type.Object({
  category: Type.Optional(Category),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Only recipes that mention this, in any case.' })),
})

export const RecipePath = Type.Object({ slug: Type.String() })

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

const Purpose = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

export const RecipeUse = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Of the workbook. Absent: the recipe’s.' }),
    ),
    sample_rows: Type.Boolean({ default: false, description: 'Add the sample rows of the recipe.' }),
    model: Type.Optional(Model),
    source_type: Type.Unsafe<'template' | 'empty' | 'csv' | 'leads'>({
      type: 'string',
      enum: ['template', 'empty', 'csv', 'leads'],
      default: 'template',
      description: 'As of `POST /api/workbooks`. `leads`: the rows are leads of the store.',
    }),
    leads: Type.Optional(
      Type.Object({
        filter: Type.Optional(FilterSchema),
        search: Type.Optional(Type.String({ maxLength: 1000 })),
        lead_ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 5000 })),
      }),
    ),
    sync_to_leads: Type.Boolean({ default: false }),
  },
  { $id: 'RecipeUse' },
)

const RecipeInputs = Type.Array(
  Type.Object({
    name: Type.String({ description: 'The column of the recipe that is to be filled.' }),
    column_id: nullable(Type.String(), 'The column of the workbook that has its values; null: a new one is made.'),
  }),
  { maxItems: 500 },
)

export const RecipeApply = Type.Object(
  {
    workbook_id: Type.String(),
    inputs: Type.Optional(RecipeInputs),
    model: Type.Optional(Model),
  },
  {
    $id: 'RecipeApply',
    description: 'Inputs that are not named read the column that fits by its name and its values, else a new one.',
  },
)

export const RecipeApplied = Type.Object(
  {
    workbook_id: Type.String(),
    change_id: nullable(Type.String(), 'To undo it by.'),
    inputs: RecipeInputs,
    columns_created: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() })),
  },
  { $id: 'RecipeApplied' },
)

export const RecipePreviewRequest = Type.Object(
  {
    workbook_id: Type.Optional(Type.String({ description: 'Absent: the sample rows of the recipe are shown.' })),
    inputs: Type.Optional(RecipeInputs),
  },
  { $id: 'RecipePreviewRequest' },
)

export const RecipePreview = Type.Object(
  {
    inputs: Type.Array(
      Type.Object({ name: Type.String(), column_id: nullable(Type.String()), input_type: Type.String() }),
    ),
    columns: Type.Array(
      Type.Object({ name: Type.String(), is_filled: Type.Boolean({ description: 'By the recipe; else it is read.' }) }),
    ),
    choices: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Columns of the workbook that inputs can read.',
    }),
    rows: Type.Array(
      Type.Array(
        Type.Object({
          value: Type.Unknown(),
          status: Type.String(),
          is_sample: Type.Boolean({ description: 'Made up: a provider or a model answers it in a run.' }),
        }),
      ),
      { description: 'By row, in the order of `columns`.' },
    ),
  },
  { $id: 'RecipePreview' },
)

export const RecipeSave = Type.Object(
  {
    workbook_id: Type.String(),
    name: Name,
    category: Category,
    purpose: Purpose,
    sample_rows: Type.Integer({
      minimum: 0,
      maximum: 20,
      default: 0,
      description: 'How many of the first rows are stored in the recipe, with their typed values.',
    }),
  },
  { $id: 'RecipeSave' },
)

export const RecipeChange = Type.Object(
  {
    name: Type.Optional(Name),
    category: Type.Optional(Category),
    purpose: Type.Optional(Purpose),
  },
  { $id: 'RecipeChange', description: 'What is absent stays.' },
)

export const DefinitionConvert = Type.Object(
  {
    content: Type.Unknown({
      description:
        'The file as text or as an object: a table definition of Clay or a workflow of n8n (JSON), or a workbook definition (YAML or ' +
        'JSON). At most 512 KiB.',
    }),
  },
  { $id: 'DefinitionConvert', additionalProperties: false },
)

export const ConvertedDefinition = Type.Object(
  {
    format: Type.Unsafe<'millrace' | 'clay' | 'n8n'>({ type: 'string', enum: ['millrace', 'clay', 'n8n'] }),
    name: Type.String(),
    definition: Type.Object(
      { millrace: Type.Integer() },
      {
        additionalProperties: true,
        description: 'To be sent to `POST /api/workbooks` as `definition`. Nothing is saved yet.',
      },
    ),
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), {
      description: 'A preview of the workbook.',
    }),
    secrets: Type.Array(
      Type.Object({ name: Type.String(), ready: Type.Boolean({ description: 'This workspace has it.' }) }),
      {
        description: 'Secrets that the columns name. No key is taken from the file.',
      },
    ),
    notes: Type.Array(Type.String(), { description: 'Parts that were left out or need a check, in words.' }),
  },
  { $id: 'ConvertedDefinition' },
)

export const CategoryList = listOf(
  Type.Object({ id: Type.String(), name: Type.String(), recipes: Type.Integer() }, { $id: 'RecipeCategory' }),
  'RecipeCategoryList',
)

export type ConvertedDefinition = Static<typeof ConvertedDefinition>
export type RecipeItem = Static<typeof RecipeItem>
export type RecipeDetail = Static<typeof RecipeDetail>
export type RecipeUse = Static<typeof RecipeUse>
export type RecipeSave = Static<typeof RecipeSave>
export type RecipeChange = Static<typeof RecipeChange>
export type RecipeApply = Static<typeof RecipeApply>
export type RecipeApplied = Static<typeof RecipeApplied>
export type RecipePreview = Static<typeof RecipePreview>
export type RecipePreviewRequest = Static<typeof RecipePreviewRequest>
