// One step in the editor: when it is due, and what it says, in one or more variants.

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import { addVariant, delayWords, KINDS, VARIABLES } from './steps.logic.ts'

interface Props {
  step: Schemas['SequenceStep']
  number: number
  of: number
  mayEdit: boolean
  onChange: (step: Schemas['SequenceStep']) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function StepCard({ step, number, of, mayEdit, onChange, onMove, onRemove }: Props) {
  const kind = KINDS.find(({ value }) => value === step.kind)?.label ?? step.kind
  return (
    <section aria-label={`Step ${number}`} className="flex flex-col gap-3 rounded-md border p-4">
      <header className="flex items-center gap-1">
        <h3 className="min-w-0 flex-1 font-semibold">
          {number}. {kind} <span className="font-normal text-ink-3">{delayWords(step.delay_hours)}</span>
        </h3>
        {mayEdit && (
          <>
            <IconButton
              icon={ArrowUp}
              size="sm"
              label={`Move step ${number} up`}
              disabled={number === 1}
              onClick={() => onMove(-1)}
            />
            <IconButton
              icon={ArrowDown}
              size="sm"
              label={`Move step ${number} down`}
              disabled={number === of}
              onClick={() => onMove(1)}
            />
            <IconButton icon={Trash2} size="sm" label={`Remove step ${number}`} onClick={onRemove} />
          </>
        )}
      </header>
      <fieldset disabled={!mayEdit} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Wait, in hours" className="w-28">
            <Input
              type="number"
              min={0}
              max={8760}
              step={1}
              value={step.delay_hours}
              onChange={(event) =>
                onChange({ ...step, delay_hours: Math.min(8760, Math.max(0, Math.round(Number(event.target.value)))) })
              }
            />
          </Field>
          {step.kind !== 'email' && (
            <Field label="Task" className="w-36">
              <Select
                value={step.kind}
                onChange={(event) => onChange({ ...step, kind: event.target.value as Schemas['SequenceStep']['kind'] })}
              >
                {KINDS.filter(({ value }) => value !== 'email').map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {step.kind === 'email' && number > 1 && (
            <Checkbox
              label="In the same conversation"
              checked={step.same_thread}
              onChange={(same_thread) => onChange({ ...step, same_thread })}
              className="pb-1.5"
            />
          )}
        </div>
        {step.kind === 'email' ? (
          step.variants.map((variant, at) => (
            <VariantFields
              key={variant.id}
              variant={variant}
              letter={String.fromCharCode(65 + at)}
              isOnly={step.variants.length === 1}
              hasSubject={!(step.same_thread && number > 1)}
              onChange={(next) =>
                onChange({ ...step, variants: step.variants.map((one) => (one.id === variant.id ? next : one)) })
              }
              onRemove={() => onChange({ ...step, variants: step.variants.filter((one) => one.id !== variant.id) })}
            />
          ))
        ) : (
          <Field label="Task description">
            <Textarea
              rows={3}
              value={step.note ?? ''}
              onChange={(event) => onChange({ ...step, note: event.target.value })}
            />
          </Field>
        )}
        {step.kind === 'email' && mayEdit && step.variants.length < 10 && (
          <Button look="quiet" size="sm" icon={Plus} className="self-start" onClick={() => onChange(addVariant(step))}>
            Add variant
          </Button>
        )}
      </fieldset>
    </section>
  )
}

interface VariantProps {
  variant: Schemas['SequenceStep']['variants'][number]
  letter: string
  isOnly: boolean
  hasSubject: boolean
  onChange: (variant: Schemas['SequenceStep']['variants'][number]) => void
  onRemove: () => void
}

function VariantFields({ variant, letter, isOnly, hasSubject, onChange, onRemove }: VariantProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const [chosen, setChosen] = useState('')
  function insert(name: string) {
    const at = text.current?.selectionStart ?? variant.body.length
    onChange({ ...variant, body: `${variant.body.slice(0, at)}{{${name}}}${variant.body.slice(at)}` })
    setChosen('')
  }
  return (
    <div className={isOnly ? 'flex flex-col gap-3' : 'flex flex-col gap-3 border-l-2 pl-3'}>
      {!isOnly && (
        <div className="flex items-end gap-2">
          <p className="flex-1 font-medium text-sm">Variant {letter}</p>
          <Field label="Weight" className="w-20">
            <Input
              type="number"
              min={0}
              max={1000}
              value={variant.weight}
              onChange={(event) =>
                onChange({ ...variant, weight: Math.max(0, Math.round(Number(event.target.value))) })
              }
            />
          </Field>
          <IconButton icon={Trash2} size="sm" label={`Remove variant ${letter}`} onClick={onRemove} />
        </div>
      )}
      {hasSubject && (
        <Field label="Subject">
          <Input
            dir="auto"
            value={variant.subject}
            maxLength={1000}
            onChange={(event) => onChange({ ...variant, subject: event.target.value })}
          />
        </Field>
      )}
      <Field
        label="Text"
        hint="{{first_name | there}} has a fallback; {Hi|Hello} takes one of several; {{#if city}}…{{/if}} is shown only to leads with a city."
      >
        <TextWithRef refTo={text} value={variant.body} onChange={(body) => onChange({ ...variant, body })} />
      </Field>
      <Select
        aria-label="Insert a variable"
        value={chosen}
        className="w-48 self-start"
        onChange={(event) => insert(event.target.value)}
      >
        <option value="" disabled>
          Insert a variable
        </option>
        {VARIABLES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function TextWithRef({
  refTo,
  value,
  onChange,
}: {
  refTo: React.RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
}) {
  return <Textarea ref={refTo} rows={9} dir="auto" value={value} onChange={(event) => onChange(event.target.value)} />
}
