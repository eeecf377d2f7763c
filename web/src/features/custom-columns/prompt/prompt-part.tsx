// The prompt of a column, and the columns that a row must have values in for a call.
import type { Column } from '../../../api/shapes.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { ReferenceEditor } from '../reference-editor.tsx'
import { namesIn } from '../references.logic.ts'
import { RequiredRefs } from '../required-refs.tsx'

interface Asking {
  prompt: string
  required: string[] | null
}

interface Props {
  label: string
  hint: string
  placeholder: string
  lines: number
  columns: readonly Column[]
  draft: Asking
  error: string | undefined
  onChange: (part: Partial<Asking>) => void
}

export function PromptPart({ label, hint, placeholder, lines, columns, draft, error, onChange }: Props) {
  return (
    <>
      <Field label={label} error={error} hint={hint}>
        <ReferenceEditor
          slash
          lines={lines}
          columns={columns}
          placeholder={placeholder}
          value={draft.prompt}
          onChange={(prompt) => onChange({ prompt })}
        />
      </Field>
      <RequiredRefs
        names={namesIn(draft.prompt)}
        required={draft.required}
        otherwise="A row in which none of these has a value is skipped."
        onChange={(required) => onChange({ required })}
      />
    </>
  )
}
