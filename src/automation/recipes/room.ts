// Recipes as the roof sees them.
import type { TryParts } from '../../enrichment/kinds/try/look.ts'
import type { Room } from '../../platform/room.ts'
import { recipeRoutes } from './recipes.routes.ts'

export const recipes: Room<TryParts> = {
  name: 'recipes',
  tags: [{ name: 'Recipes', description: 'Workbook definitions that are ready to use.' }],
  routes: recipeRoutes,
}
