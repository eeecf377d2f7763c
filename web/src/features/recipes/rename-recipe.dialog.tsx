// Another name, purpose or category for a recipe of the workspace.

import type { Schemas } from '../../api/shapes.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { isComplete, useRecipeFields } from './recipe-fields.ts'
import { changeRecipe, type RecipeWords } from './recipes.queries.ts'

export function RenameRecipeDialog({ recipe, onClose }: { recipe: Schemas['RecipeItem']; onClose: () => void }) {
  const { name, purpose, category } = recipe
  const fields = useRecipeFields()
  const { values, busy, submit, tied, words } = useForm<RecipeWords>({
    name,
    purpose,
    category: category as RecipeWords['category'],
  })

  async function save() {
    if (await submit(() => changeRecipe(recipe.slug, values))) onClose()
  }

  return (
    <FormDialog
      title="Rename recipe"
      action="Save"
      busy={busy}
      disabled={!isComplete(values)}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={fields} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
