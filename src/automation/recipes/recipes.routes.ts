// The gallery of recipes, workbooks made of them, and workbooks saved as one.

import type { TryParts } from '../../enrichment/kinds/try/look.ts'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { WorkbookResponse } from '../../records/store/workbook.schema.ts'
import { applyRecipe } from './apply.commands.ts'
import { convertDefinition } from './convert.commands.ts'
import { readGallery } from './gallery.ts'
import { previewRecipe } from './preview.reads.ts'
import { CATEGORIES } from './recipe.ts'
import { changeRecipe, deleteRecipe, instantiateRecipe, saveRecipe } from './recipes.commands.ts'
import { listRecipes, readRecipe } from './recipes.reads.ts'
import {
  CategoryList,
  ConvertedDefinition,
  DefinitionConvert,
  GalleryQuery,
  RecipeApplied,
  RecipeApply,
  RecipeChange,
  RecipeDetail,
  RecipeList,
  RecipePath,
  RecipePreview,
  RecipePreviewRequest,
  RecipeSave,
  RecipeUse,
} from './recipes.schema.ts'

const GALLERY_PATH = '/api/templates/gallery'

export function recipeRoutes(parts: TryParts): Route[] {
  const { database } = parts
  const common = { tag: 'Recipes', access: 'user' } as const
  const exists = ({ scope }: { scope: Scope }, { params }: { params: { slug: string } }) =>
    database.inWorkspace(scope, (tx) => readRecipe(tx, params.slug))
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: GALLERY_PATH,
      id: 'list_recipes',
      summary: 'The gallery of recipes',
      description: 'Workbook definitions that are ready to use, and those that this workspace saved.',
      needs: 'workbooks.view',
      query: GalleryQuery,
      response: { 200: RecipeList },
      handler: ({ scope }, { query }) =>
        database.inWorkspace(scope, async (tx) => ({ items: await listRecipes(tx, query), next_cursor: null })),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: GALLERY_PATH,
      id: 'save_recipe',
      idempotent: true,
      summary: 'Save a workbook as a recipe',
      description:
        'Keeps columns, shared views and the duplicate key by name. No rows except the requested samples, and no keys.',
      needs: 'workbooks.edit',
      body: RecipeSave,
      response: { 201: RecipeDetail },
      errors: [409],
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => saveRecipe(tx, body)),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: `${GALLERY_PATH}/:slug`,
      id: 'get_recipe',
      summary: 'One recipe with its columns and sample rows',
      description: 'With the keys that it needs, what a row costs, and whether it works without any.',
      needs: 'workbooks.view',
      params: RecipePath,
      response: { 200: RecipeDetail },
      handler: ({ scope }, { params }) => database.inWorkspace(scope, (tx) => readRecipe(tx, params.slug)),
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: `${GALLERY_PATH}/:slug`,
      id: 'update_recipe',
      summary: 'Rename a recipe of this workspace',
      description: 'Its name, category or purpose. The slug stays, and with it links to the recipe.',
      needs: 'workbooks.edit',
      params: RecipePath,
      body: RecipeChange,
      response: { 200: RecipeDetail },
      errors: [409],
      exists,
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => changeRecipe(tx, params.slug, body)),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${GALLERY_PATH}/:slug`,
      id: 'delete_recipe',
      summary: 'Delete a recipe of this workspace',
      description: 'Workbooks made from it stay.',
      needs: 'workbooks.edit',
      params: RecipePath,
      response: { 204: null },
      errors: [409],
      exists,
      async handler({ scope }, { params }) {
        await database.inWorkspace(scope, (tx) => deleteRecipe(tx, params.slug))
        return undefined
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${GALLERY_PATH}/:slug/instantiate`,
      id: 'instantiate_recipe',
      idempotent: true,
      summary: 'Make a workbook of a recipe',
      description:
        'As `POST /api/workbooks` with the columns of the recipe: the same events and the same answer. AI columns get `model`, else ' +
        'the model that the workspace uses.',
      needs: 'workbooks.edit',
      params: RecipePath,
      body: RecipeUse,
      response: { 201: WorkbookResponse },
      exists,
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => instantiateRecipe(tx, scope, params.slug, body)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${GALLERY_PATH}/:slug/preview`,
      id: 'preview_recipe',
      summary: 'What a recipe fills, on three rows',
      description:
        'On its sample rows, or on the first rows of a workbook. Formulas and what is computed here are computed; what a provider or a model ' +
        'would answer is made up, as in a test run. No call is made, and nothing is stored.',
      needs: 'workbooks.view',
      params: RecipePath,
      body: RecipePreviewRequest,
      response: { 200: RecipePreview },
      exists,
      handler: ({ scope, signal }, { params, body }) => previewRecipe(parts, scope, params.slug, body, signal),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${GALLERY_PATH}/:slug/apply`,
      id: 'apply_recipe',
      idempotent: true,
      summary: 'Add the columns of a recipe to a workbook',
      description: 'Its inputs read columns of the workbook. One change, which can be undone; nothing runs.',
      needs: 'workbooks.edit',
      params: RecipePath,
      body: RecipeApply,
      response: { 200: RecipeApplied },
      exists,
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => applyRecipe(tx, scope, params.slug, body)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/templates/convert',
      id: 'convert_definition',
      summary: 'Read a workbook definition from a file of another program',
      description:
        'A table definition of Clay: formulas, prompts, HTTP requests, finders and conditions become columns, and what has no counterpart ' +
        'becomes a plain column with the reason. A workflow of n8n: its HTTP Request nodes become HTTP columns and what they read ' +
        'becomes input columns. A definition of Millrace is checked. No key and no cell is taken from a file.',
      needs: 'workbooks.edit',
      body: DefinitionConvert,
      response: { 200: ConvertedDefinition },
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => convertDefinition(tx, body.content)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/meta/templates/categories',
      id: 'list_recipe_categories',
      for_token: 'any',
      tag: 'Meta',
      summary: 'The categories of recipes',
      description: 'By which the gallery filters.',
      access: 'user',
      response: { 200: CategoryList },
      handler: () => ({
        items: Object.entries(CATEGORIES).map(([id, name]) => ({
          id,
          name,
          recipes: readGallery().filter(({ category }) => category === id).length,
        })),
        next_cursor: null,
      }),
    }),
  ]
}
