// What a model is to answer: fields with a name, a type, what is meant, and for text the only answers allowed.
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/forms/field.tsx'
import { type AnswerFieldType, FIELD_TYPES, type ResearchField } from '../../columns/custom.shapes.ts'
import { Part } from '../form-parts.tsx'
import { newField } from './ai-draft.logic.ts'

interface Props {
  fields: ResearchField[]
  output: string
  errors: Record<string, string>
  onChange: (fields: ResearchField[]) => void
  onOutput: (output: string) => void
}

export function AskedFields({ fields, output, errors, onChange, onOutput }: Props) {
  const put = (at: number, part: Partial<ResearchField>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...part } : field)))
  return (
    <Part
      title="Answers"
      about="The model answers in these and nothing else. It may leave one blank rather than guess."
    >
      <ol className="flex flex-col gap-2">
        {fields.map((field, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no other identity while its name is typed
          <li key={at} className="flex flex-col gap-2 rounded-md border px-2.5 py-2.5">
            <div className="grid grid-cols-[1fr_6.5rem_auto] items-center gap-1.5">
              <Input
                aria-label={`Name of answer ${at + 1}`}
                placeholder="name"
                spellCheck={false}
                value={field.name}
                onChange={(event) => put(at, { name: event.target.value })}
              />
              <Select
                aria-label={`Type of answer ${at + 1}`}
                value={field.type}
                onChange={(event) => put(at, { type: event.target.value as AnswerFieldType })}
              >
                {FIELD_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {type}
                  </option>
                ))}
              </Select>
              <IconButton
                icon={X}
                label={`Remove answer ${field.name || at + 1}`}
                disabled={fields.length === 1}
                onClick={() => onChange(fields.filter((_, index) => index !== at))}
              />
            </div>
            <Input
              aria-label={`What answer ${at + 1} means`}
              placeholder="Description for the model"
              dir="auto"
              maxLength={1000}
              value={field.description}
              onChange={(event) => put(at, { description: event.target.value })}
            />
            {field.type === 'text' && (
              <Options value={field.options} at={at} onChange={(options) => put(at, { options })} />
            )}
            {errors[`fields.${at}.name`] && <p className="text-bad text-xs">{errors[`fields.${at}.name`]}</p>}
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        look="quiet"
        icon={Plus}
        className="self-start"
        disabled={fields.length >= 30}
        onClick={() => onChange([...fields, newField(`answer_${fields.length + 1}`)])}
      >
        Add an answer
      </Button>
      {fields.length > 1 && (
        <Field label="The cell shows">
          <Select value={output} onChange={(event) => onOutput(event.target.value)}>
            <option value="">all answers, as an object</option>
            {fields.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </Part>
  )
}

function Options({ value, at, onChange }: { value: string; at: number; onChange: (options: string) => void }) {
  const count = value.split('\n').filter((line) => line.trim() !== '').length
  return (
    <details open={count > 0 || undefined} className="text-sm">
      <summary className="text-ink-3 hover:text-ink">
        {count > 0 ? `Only these ${count} answers` : 'Any text; allow only certain answers'}
      </summary>
      <Textarea
        aria-label={`Allowed answers ${at + 1}, one per line`}
        placeholder={'small\nmedium\nlarge'}
        dir="auto"
        rows={3}
        className="mt-1.5"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </details>
  )
}
