// A workbook saved as a recipe of the workspace: its columns and views, without rows unless samples are wanted.
import type { Workbook } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { isComplete, useRecipeFields } from './recipe-fields.ts'
import { type RecipeWords, saveRecipe } from './recipes.queries.ts'

interface Props {
  workbook: Pick<Workbook, 'id' | 'name' | 'total_rows'> & { description?: string | undefined }
  onClose: () => void
  /** Goes to the gallery, with the recipe open. */
  onOpen: (slug: string) => void
}

const MOST_SAMPLES = 5

export function SaveRecipeDialog({ workbook, onClose, onOpen }: Props) {
  const fields = useRecipeFields()
  const { values, busy, submit, tied, words } = useForm<RecipeWords & { samples: boolean }>({
    name: workbook.name,
    purpose: (workbook.description ?? '').slice(0, 500),
    category: 'list-building',
    samples: false,
  })
  const rows = Math.min(MOST_SAMPLES, workbook.total_rows)

  async function save() {
    await submit(async () => {
      const { samples, ...asked } = values
      const saved = await saveRecipe({ ...asked, workbook_id: workbook.id, sample_rows: samples ? rows : 0 })
      toast(`“${saved.name}” is in the gallery now`, {
        tone: 'good',
        action: { label: 'Show it', run: () => onOpen(saved.slug) },
      })
      onClose()
    })
  }

  return (
    <FormDialog
      title="Save as recipe"
      about="All members of this workspace can create workbooks from it. It keeps columns, shared views and the duplicate key; it keeps no found values, runs or API keys."
      action="Save recipe"
      busy={busy}
      disabled={!isComplete(values)}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        fields={[
          ...fields,
          ...(rows > 0
            ? [
                {
                  name: 'samples',
                  kind: 'boolean',
                  label: `Keep the first ${counted(rows, 'row')} as samples`,
                  hint: 'With the values that users typed into them. All members of the workspace can see them.',
                },
              ]
            : []),
        ]}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
