// Another name, purpose or category for a recipe of the workspace.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { isComplete, RecipeForm } from './recipe-form.tsx'
import { changeRecipe, type RecipeWords } from './recipes.queries.ts'

export function RenameRecipeDialog({ recipe, onClose }: { recipe: Schemas['RecipeItem']; onClose: () => void }) {
  const { name, purpose, category } = recipe
  const [words, setWords] = useState<RecipeWords>({ name, purpose, category: category as RecipeWords['category'] })
  const { busy, submit, fields, words: problem } = useSubmit()

  async function save() {
    if (await submit(() => changeRecipe(recipe.slug, words))) onClose()
  }

  return (
    <FormDialog
      title="Rename recipe"
      action="Save"
      busy={busy}
      disabled={!isComplete(words)}
      onSubmit={save}
      onClose={onClose}
    >
      <RecipeForm words={words} onChange={setWords} errors={fields} />
      <FormError>{Object.keys(fields).length === 0 && problem}</FormError>
    </FormDialog>
  )
}
