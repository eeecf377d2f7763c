// The inputs of an own provider: the references of its request, each with its label.
import { Checkbox, Input } from '../../ui/forms/field.tsx'
import { Part } from '../custom-columns/form-parts.tsx'
import { inputsOf, type ProviderDraft } from './provider-draft.logic.ts'

interface Props {
  draft: ProviderDraft
  /** Labels of the inputs that providers of the catalog take, by name. */
  known: ReadonlyMap<string, string>
  errors: Record<string, string>
  onChange: (draft: ProviderDraft) => void
}

export function ProviderInputs({ draft, known, errors, onChange }: Props) {
  const inputs = inputsOf(draft)
  const put = (name: string, part: { label?: string; required?: boolean }) => {
    const before = inputs.find((input) => input.name === name) ?? { name, required: true }
    onChange({ ...draft, details: { ...draft.details, [name]: { ...before, ...part } } })
  }
  return (
    <Part
      title="Inputs"
      about={
        inputs.length === 0
          ? 'What the request refers to stands here, such as {{domain}} in its address.'
          : 'What the request refers to. Without a required value no call is made.'
      }
    >
      {inputs.map(({ name, label, required }, at) => (
        <div key={name} className="flex flex-col gap-1">
          <div className="grid grid-cols-[minmax(5rem,1fr)_minmax(5rem,1.3fr)_5.5rem] items-center gap-2">
            <span className="truncate font-mono text-sm" title={name}>
              {name}
            </span>
            <Input
              aria-label={`Label of ${name}`}
              placeholder={known.get(name) ?? name.replaceAll('_', ' ')}
              maxLength={100}
              value={label ?? ''}
              onChange={(event) => put(name, { label: event.target.value })}
            />
            <Checkbox label="Needed" checked={required} onChange={(on) => put(name, { required: on })} />
          </div>
          {errors[`inputs.${at}.name`] && <p className="text-bad text-xs">{errors[`inputs.${at}.name`]}</p>}
        </div>
      ))}
    </Part>
  )
}
