// Recipes as the roof sees them.
import type { Database } from '../../platform/db/database.ts'
import type { Room } from '../../platform/room.ts'
import { recipeRoutes } from './recipes.routes.ts'

export const recipes: Room<{ database: Database }> = {
  name: 'recipes',
  tags: [{ name: 'Recipes', description: 'Workbook definitions that are ready to use.' }],
  routes: ({ database }) => recipeRoutes(database),
}
