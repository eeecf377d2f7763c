// A new token for a program: what it is for and when it ends, then the token and how to enter it, shown this once.
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'

/** What is copied from the dialog into the program. */
interface CopiedText {
  label: string
  value: string
  hint?: string
}

interface Props<Values, Made> {
  /** An example of what a name says: "the name of the client". */
  named: string
  start: Values
  fields: readonly FormField[]
  /** After how many days it may end; none of them: never. */
  ends: readonly { days: number; label: string }[]
  endsHint?: string
  isReady?: (values: Values) => boolean
  make: (values: Values & { name: string; days: number }) => Promise<Made>
  /** Completes "Enter … now." */
  entered: string
  copies: (made: Made) => CopiedText[]
  onClose: () => void
}

export function TokenDialog<Values extends object, Made extends { name: string }>({
  named,
  start,
  fields,
  ends,
  endsHint,
  isReady = () => true,
  make,
  entered,
  copies,
  onClose,
}: Props<Values, Made>) {
  const form = useForm(
    { ...start, name: '', ends: String(ends[1]?.days) },
    { send: (values) => make({ ...values, name: values.name.trim(), days: Number(values.ends) }) },
  )
  const { values, answer: made } = form
  if (made)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        size="lg"
        title={`The token “${made.name}” is ready`}
        about={`Enter ${entered} now. The token is shown this once.`}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          {copies(made).map((one) => (
            <CopyField key={one.label} {...one} />
          ))}
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title="Create token"
      action="Create token"
      busy={form.busy}
      disabled={!values.name.trim() || !isReady(values)}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      <SchemaForm
        {...form.tied}
        fields={[
          { name: 'name', kind: 'text', label: 'Name', hint: `For people, for example ${named}.`, maxLength: 100 },
          ...fields,
          {
            name: 'ends',
            kind: 'choice',
            label: 'Ends',
            hint: endsHint,
            options: [
              ...ends.map(({ days, label }) => ({ value: String(days), label })),
              { value: '0', label: 'Never' },
            ],
          },
        ]}
      />
      <FormError>{form.words}</FormError>
    </FormDialog>
  )
}
