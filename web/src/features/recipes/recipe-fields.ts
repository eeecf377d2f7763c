// Name, purpose and category of a recipe: when a workbook is saved as one, and when one is renamed.
import { useQuery } from '@tanstack/react-query'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { categoriesQuery, type RecipeWords } from './recipes.queries.ts'

export function useRecipeFields(): FormField[] {
  const categories = useQuery(categoriesQuery)
  return [
    { name: 'name', kind: 'text', label: 'Name', maxLength: 200 },
    {
      name: 'purpose',
      kind: 'multiline',
      label: 'What it does',
      hint: 'One sentence, shown in the gallery.',
      rows: 2,
      maxLength: 500,
    },
    {
      name: 'category',
      kind: 'choice',
      label: 'Category',
      options: (categories.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
}

export const isComplete = ({ name, purpose }: RecipeWords) => name.trim() !== '' && purpose.trim() !== ''
