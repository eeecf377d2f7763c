// What people do with recipes: make a workbook of one, save a workbook as one, rename or delete one of their own.
import { randomBytes } from 'node:crypto'
import type { Viewer } from '../../identity/sharing.logic.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { createFromDefinition } from '../../records/definition/create.commands.ts'
import { readDefinitionOf } from '../../records/definition/definition.reads.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import type { WorkbookCreate, WorkbookResponse } from '../../records/store/workbook.schema.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { createWorkbook } from '../../records/workbooks/workbooks.commands.ts'
import { withModel } from './default-model.reads.ts'
import { recipeBySlug } from './gallery.ts'
import type { SampleRow } from './recipe.ts'
import { findSaved, mustReadSaved, readRecipe } from './recipes.reads.ts'
import type { RecipeChange, RecipeDetail, RecipeSave, RecipeUse } from './recipes.schema.ts'

/** Makes a workbook exactly as one is made by hand: the same command, events and answer. */
export async function instantiateRecipe(
  tx: WorkspaceTx,
  viewer: Viewer,
  slug: string,
  { name, sample_rows, model, ...rest }: RecipeUse,
  description = '',
): Promise<WorkbookResponse> {
  const known = recipeBySlug(slug)
  const saved = known ? undefined : await mustReadSaved(tx, slug)
  const recipe = known ?? (saved as NonNullable<typeof saved>)
  const wanted = { ...rest, name: name ?? recipe.name, description: description || recipe.purpose }
  const made = saved
    ? await createFromDefinition(tx, viewer, { ...wanted, definition: saved.definition })
    : await createWorkbook(tx, viewer.principal.user_id, {
        ...wanted,
        columns_config: await withModel(tx, known?.columns ?? [], model),
      })
  if (!sample_rows || recipe.sample_rows.length === 0 || rest.source_type === 'leads') return made
  await createRows(tx, made.id, { rows: recipe.sample_rows.map((data) => ({ data })) })
  // The counter is written with the commit.
  return { ...made, total_rows: recipe.sample_rows.length }
}

/** What `POST /api/workbooks` makes of a recipe, with the usual model and without samples; null for an unknown slug. */
export async function makeOfRecipe(
  tx: WorkspaceTx,
  viewer: Viewer,
  { template = '', name, description, sync_to_leads }: WorkbookCreate,
): Promise<WorkbookResponse | null> {
  if (!recipeBySlug(template) && !(await findSaved(tx, template))) return null
  const made = { name, sample_rows: false, source_type: 'template', sync_to_leads } as const
  return instantiateRecipe(tx, viewer, template, made, description)
}

const MOST_RECIPES = 500

/** Keeps the columns, views and identity of a workbook as a recipe; of its rows only so many as samples. */
export async function saveRecipe(
  tx: WorkspaceTx,
  { workbook_id, name, category, purpose, sample_rows }: RecipeSave,
): Promise<RecipeDetail> {
  const id = await mustFindWorkbook(tx, workbook_id)
  const { rows: counted } = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from recipes where workspace_id = $1',
    [tx.workspace_id],
  )
  if (oneRow(counted).n >= MOST_RECIPES)
    refuse('conflict', `A workspace has at most ${MOST_RECIPES} recipes of its own; delete one first`)
  const definition = await readDefinitionOf(tx, id)
  const samples = sample_rows > 0 ? await readSamples(tx, id, sample_rows) : []
  const slug = `${slugOf(name)}-${randomBytes(4).toString('hex')}`
  await tx.client.query(
    `insert into recipes (workspace_id, slug, name, category, purpose, definition, sample_rows, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.workspace_id,
      slug,
      name.trim(),
      category,
      purpose.trim(),
      JSON.stringify(definition),
      JSON.stringify(samples),
      tx.actor?.user_id ?? null,
    ],
  )
  await audit(tx, { act: 'recipe.saved', object: { type: 'recipe', id: slug, name }, after: { workbook_id: id } })
  return readRecipe(tx, slug)
}

/** What people typed into the first rows, by column name: what was found or computed is not part of a recipe. */
async function readSamples(tx: WorkspaceTx, workbookId: string, most: number): Promise<SampleRow[]> {
  const names = new Map(
    (await readColumns(tx, workbookId)).flatMap(({ id, name, type }) =>
      type === 'input' ? [[id, name] as const] : [],
    ),
  )
  const { rows } = await tx.client.query<{ data: Record<string, Json> }>(
    'select data from workbook_rows where workspace_id = $1 and workbook_id = $2 order by position limit $3',
    [tx.workspace_id, workbookId, most],
  )
  return rows.map(({ data }) =>
    Object.fromEntries(
      Object.entries(data).flatMap(([id, value]) => {
        const name = names.get(id)
        return name === undefined ? [] : [[name, value]]
      }),
    ),
  )
}

/** Another name, category or purpose; its address stays, so that links to it do. */
export async function changeRecipe(tx: WorkspaceTx, slug: string, change: RecipeChange): Promise<RecipeDetail> {
  if (recipeBySlug(slug)) refuse('conflict', 'This recipe comes with the service and cannot be changed')
  const { name, category, purpose } = change
  const { rows } = await tx.client.query<{ name: string; old_name: string; old_category: string; old_purpose: string }>(
    `with before as (select name, category, purpose from recipes where workspace_id = $1 and slug = $2 for update)
      update recipes r set name = coalesce($3, r.name), category = coalesce($4, r.category), purpose = coalesce($5, r.purpose)
      from before b where r.workspace_id = $1 and r.slug = $2
      returning r.name, b.name as old_name, b.category as old_category, b.purpose as old_purpose`,
    [tx.workspace_id, slug, name?.trim(), category, purpose?.trim()],
  )
  const [row] = rows
  if (!row) return refuse('not_found', 'Recipe not found')
  await audit(tx, {
    act: 'recipe.changed',
    object: { type: 'recipe', id: slug, name: row.name },
    before: { name: row.old_name, category: row.old_category, purpose: row.old_purpose },
    after: { ...change },
  })
  return readRecipe(tx, slug)
}

export async function deleteRecipe(tx: WorkspaceTx, slug: string): Promise<void> {
  if (recipeBySlug(slug)) refuse('conflict', 'This recipe comes with the service and cannot be deleted')
  const { rows } = await tx.client.query<{ name: string }>(
    'delete from recipes where workspace_id = $1 and slug = $2 returning name',
    [tx.workspace_id, slug],
  )
  if (!rows[0]) refuse('not_found', 'Recipe not found')
  await audit(tx, { act: 'recipe.deleted', object: { type: 'recipe', id: slug, name: rows[0].name } })
}

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.replace(/^-+|-+$/g, '').slice(0, 60) || 'recipe'
}
