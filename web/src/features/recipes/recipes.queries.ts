// What the gallery asks of the API.

import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type RecipeWords = Pick<Schemas['RecipeSaveInput'], 'name' | 'category' | 'purpose'>
export type WorkflowConversion = Schemas['ConvertedDefinition']

export const recipesQuery = () => ({
  queryKey: keys.settings('recipes'),
  queryFn: async () => (await take(api.GET('/api/templates/gallery'))).items,
})

export const categoriesQuery = {
  queryKey: ['recipe-categories'] as const,
  queryFn: async () => (await take(api.GET('/api/meta/templates/categories'))).items,
  staleTime: Number.POSITIVE_INFINITY,
}

export const recipeQuery = (slug: string) => ({
  queryKey: [...keys.settings('recipes'), slug] as const,
  queryFn: () => take(api.GET('/api/templates/gallery/{slug}', { params: { path: { slug } } })),
})

export async function instantiateRecipe(slug: string, body: { name: string; sample_rows: boolean }) {
  const made = await take(
    api.POST('/api/templates/gallery/{slug}/instantiate', {
      params: { path: { slug } },
      body: { ...body, source_type: 'template', sync_to_leads: false },
    }),
  )
  void queries.invalidateQueries({ queryKey: keys.workbooks() })
  return made
}

type RecipeInputs = Schemas['RecipeApplied']['inputs']

/** What it fills on its sample rows, or on the first rows of a workbook. */
export const previewQuery = (slug: string, workbookId: string, inputs: RecipeInputs) => ({
  queryKey: [...keys.settings('recipes'), slug, 'preview', workbookId, inputs] as const,
  queryFn: () =>
    take(
      api.POST('/api/templates/gallery/{slug}/preview', {
        params: { path: { slug } },
        body: workbookId ? { workbook_id: workbookId, inputs } : {},
      }),
    ),
})

/** Returns the workbook. */
export async function applyRecipe(slug: string, workbook_id: string, inputs: RecipeInputs) {
  const params = { path: { slug } }
  await take(api.POST('/api/templates/gallery/{slug}/apply', { params, body: { workbook_id, inputs } }))
  void queries.invalidateQueries({ queryKey: keys.workbook(workbook_id) })
  return workbook_id
}

export async function saveRecipe(body: Schemas['RecipeSaveInput']) {
  const saved = await take(api.POST('/api/templates/gallery', { body: trimmed(body) }))
  void queries.invalidateQueries({ queryKey: keys.settings('recipes') })
  return saved
}

export async function changeRecipe(slug: string, body: RecipeWords) {
  await take(api.PATCH('/api/templates/gallery/{slug}', { params: { path: { slug } }, body: trimmed(body) }))
  await queries.invalidateQueries({ queryKey: keys.settings('recipes') })
}

const trimmed = <Words extends RecipeWords>(words: Words): Words => ({
  ...words,
  name: words.name.trim(),
  purpose: words.purpose.trim(),
})

/** What a file of another program becomes; nothing is made. */
export const convertFile = (content: string) => take(api.POST('/api/templates/convert', { body: { content } }))

export async function createFromDefinition(name: string, definition: WorkflowConversion['definition']) {
  const made = await take(api.POST('/api/workbooks', { body: { name, source_type: 'empty', definition } }))
  void queries.invalidateQueries({ queryKey: keys.workbooks() })
  return made
}

export async function deleteRecipe(slug: string) {
  await take(api.DELETE('/api/templates/gallery/{slug}', { params: { path: { slug } } }))
  // The list alone: the recipe that may still be open is not read again.
  void queries.invalidateQueries({ queryKey: keys.settings('recipes'), exact: true })
}

/** None of several keys is there, and one of them is enough. */
export const needsOne = ({ keyless, keys: needed }: Schemas['RecipeItem']) =>
  !keyless && needed.some(({ required }) => !required) && !needed.some(({ required, ready }) => !required && ready)

/** "Free", "Free to $0.02 per row", "What the model costs", "$0.01 to $0.20 per row, and the model". */
export function rowCostWords(
  { low_usd, high_usd, has_unknown }: Schemas['RecipeItem']['cost_per_row'],
  money: (usd: number) => string,
  each = '',
) {
  if (high_usd === 0) return has_unknown ? 'What the model costs' : 'Free'
  const low = low_usd === 0 ? 'Free' : money(low_usd)
  const words = `${high_usd > low_usd ? `${low} to ${money(high_usd)}` : low}${each}`
  return has_unknown ? `${words}, and the model` : words
}
