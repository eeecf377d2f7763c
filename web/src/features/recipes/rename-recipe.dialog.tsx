// Another name, purpose or category for a recipe of the workspace.
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { isComplete, RecipeForm } from './recipe-form.tsx'
import { changeRecipe, type RecipeItem, type RecipeWords } from './recipes.queries.ts'

export function RenameRecipeDialog({ recipe, onClose }: { recipe: RecipeItem; onClose: () => void }) {
  const { name, purpose, category } = recipe
  const [words, setWords] = useState<RecipeWords>({ name, purpose, category: category as RecipeWords['category'] })
  const { busy, submit, fields, words: problem } = useSubmit()
  const form = useId()

  async function save() {
    if (await submit(() => changeRecipe(recipe.slug, words))) onClose()
  }

  return (
    <Dialog
      open
      title="Rename recipe"
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy} disabled={!isComplete(words)}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <RecipeForm words={words} onChange={setWords} errors={fields} />
        <FormError>{Object.keys(fields).length === 0 && problem}</FormError>
      </form>
    </Dialog>
  )
}
