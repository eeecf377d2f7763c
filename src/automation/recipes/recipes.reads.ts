// Reading recipes: those that come with the service and those that the workspace saved, each with what it needs and costs.
import { readTerms } from '../../enrichment/money/prices.reads.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { readSecrets } from '../../identity/secrets/secrets.reads.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { catalog, integrationsOf } from '../../providers/catalog.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import { MODEL_INTEGRATIONS } from '../../providers/models/model-vendors.ts'
import { readDeclared } from '../../records/own-providers/own-providers.reads.ts'
import { readGallery, recipeBySlug } from './gallery.ts'
import type { Recipe, SampleRow } from './recipe.ts'
import { costOf, type FactColumn, isKeyedOnly, keysOf, MODEL_KEY, SECRET_KEY } from './recipe-facts.logic.ts'
import type { RecipeDetail, RecipeItem } from './recipes.schema.ts'

/** A recipe of the workspace: its definition names everything, as `GET …/definition` gives it. */
export interface SavedRecipe {
  slug: string
  name: string
  category: string
  purpose: string
  definition: JsonObject
  sample_rows: SampleRow[]
  created_at: Date
}

const COLUMNS = 'slug, name, category, purpose, definition, sample_rows, created_at'

export async function readSavedRecipes(tx: WorkspaceTx): Promise<SavedRecipe[]> {
  const { rows } = await tx.client.query<SavedRecipe>(
    `select ${COLUMNS} from recipes where workspace_id = $1 order by created_at desc, slug limit 500`,
    [tx.workspace_id],
  )
  return rows
}

export async function findSaved(tx: WorkspaceTx, slug: string): Promise<SavedRecipe | undefined> {
  const { rows } = await tx.client.query<SavedRecipe>(
    `select ${COLUMNS} from recipes where workspace_id = $1 and slug = $2`,
    [tx.workspace_id, slug],
  )
  return rows[0]
}

export async function mustReadSaved(tx: WorkspaceTx, slug: string): Promise<SavedRecipe> {
  return (await findSaved(tx, slug)) ?? refuse('not_found', 'Recipe not found')
}

/** The recipes, those of the workspace first; `q` and `category` narrow them. */
export async function listRecipes(
  tx: WorkspaceTx,
  { q, category }: { q?: string | undefined; category?: string | undefined },
): Promise<RecipeItem[]> {
  const show = await readShowing(tx)
  const saved = (await readSavedRecipes(tx)).map((one) => show(fromSaved(one)))
  const wanted = q?.trim().toLowerCase() ?? ''
  return [...saved, ...readGallery().map((one) => show(fromGallery(one)))].filter(
    (item) =>
      (category === undefined || item.category === category) &&
      [item.name, item.purpose, ...item.column_names].join(' ').toLowerCase().includes(wanted),
  )
}

export async function readRecipe(tx: WorkspaceTx, slug: string): Promise<RecipeDetail> {
  const show = await readShowing(tx)
  const known = recipeBySlug(slug)
  const recipe = known ? fromGallery(known) : fromSaved(await mustReadSaved(tx, slug))
  return { ...show(recipe), columns: recipe.columns as RecipeDetail['columns'], sample_rows: recipe.sample_rows }
}

interface Shown {
  facts: Pick<RecipeItem, 'slug' | 'name' | 'category' | 'purpose' | 'source' | 'created_at'>
  columns: FactColumn[]
  sample_rows: SampleRow[]
}

function fromGallery({ slug, name, category, purpose, definition, sample_rows }: Recipe): Shown {
  return {
    facts: { slug, name, category, purpose, source: 'gallery', created_at: null },
    columns: (definition.columns ?? []) as never,
    sample_rows: [...sample_rows],
  }
}

function fromSaved({ definition, sample_rows, created_at, ...facts }: SavedRecipe): Shown {
  return {
    facts: { ...facts, source: 'workspace', created_at: created_at.toISOString() },
    columns: (definition.columns ?? []) as never,
    sample_rows,
  }
}

/** Whether this workspace has what a column needs: an account, a model, a secret. */
export async function readReady(tx: WorkspaceTx): Promise<(id: string) => boolean> {
  const entered = await readEntered(tx)
  const forms = new Map([...integrationsOf(catalog), hubspot, salesforce].map((form) => [form.id, form]))
  const hasModel = MODEL_INTEGRATIONS.some((form) => entered(form))
  const secrets = new Set((await readSecrets(tx)).map(({ name }) => SECRET_KEY + name))
  return (id) => {
    const form = forms.get(id)
    return id === MODEL_KEY ? hasModel : secrets.has(id) || (form !== undefined && entered(form))
  }
}

/** How a recipe is shown in this workspace, by the keys and prices that it has. */
async function readShowing(tx: WorkspaceTx): Promise<(recipe: Shown) => RecipeItem> {
  const isReady = await readReady(tx)
  const termsOf = await readTerms(tx)
  const declaredOf = await readDeclared(tx)
  return ({ facts, columns }) => {
    const keys = keysOf(columns)
    return {
      ...facts,
      column_names: columns.map(({ name }) => name),
      keys: keys.map((key) => ({ ...key, ready: isReady(key.id) })),
      keyless: !keys.some(({ required }) => required) && !columns.some(isKeyedOnly),
      cost_per_row: costOf(columns, termsOf, declaredOf),
    }
  }
}
