// The form of a column that people fill: its name, its type, and the choices where it has some.
import type { InputType } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, Textarea } from '../../../ui/forms/field.tsx'
import { hasChoices, type InputDraft } from '../../columns/input-draft.logic.ts'
import { NameField } from '../../columns/name-field.tsx'
import { INPUT_KINDS } from './catalogue.tsx'

interface Props {
  draft: InputDraft
  onChange: (draft: InputDraft) => void
  /** For an existing column: its type is changed elsewhere. */
  onType: (() => void) | undefined
  nameError?: string | undefined
}

export function InputForm({ draft, onChange, onType, nameError }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <NameField draft={draft} error={nameError} onChange={onChange} />
      {onType ? (
        <div className="flex items-center gap-2">
          <span className="flex-1">
            <span className="block font-medium text-ink-2 text-sm">Type</span>
            {INPUT_KINDS.find(({ type }) => type === draft.input_type)?.label}
          </span>
          <Button size="sm" onClick={onType}>
            Change the type
          </Button>
        </div>
      ) : (
        <Field label="Type" hint="Values that do not fit a type are kept as text, never dropped.">
          <Select
            value={draft.input_type}
            onChange={(event) => onChange({ ...draft, input_type: event.target.value as InputType })}
          >
            {INPUT_KINDS.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {hasChoices(draft) && (
        <Field label="Choices" hint="One per line.">
          <Textarea
            dir="auto"
            value={draft.options}
            onChange={(event) => onChange({ ...draft, options: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
