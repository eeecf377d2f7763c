// The example of the start page: a workbook of a recipe with its sample rows, run on test data.
import { newKey } from '../../api/client.ts'
import { startRun } from '../columns/workbook.api.ts'
import { instantiateRecipe } from '../recipes/recipes.queries.ts'

/** Makes and starts it; the id of the workbook. */
export async function runExample(): Promise<string> {
  const { id } = await instantiateRecipe('find-work-emails', { name: 'Example: find work emails', sample_rows: true })
  await startRun(id, { test: true }, newKey())
  return id
}
