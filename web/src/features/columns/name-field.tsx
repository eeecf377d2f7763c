// The name of a column in its form, whatever the column is.
import { Field, Input } from '../../ui/forms/field.tsx'

export function NameField<D extends { name: string }>(props: {
  draft: D
  error: string | undefined
  onChange: (draft: D) => void
}) {
  const { draft, error, onChange } = props
  return (
    <Field label="Name" error={error}>
      <Input
        dir="auto"
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
    </Field>
  )
}
