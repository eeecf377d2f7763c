// The fields of a form as the server describes them: one renderer; editors for what only one feature knows plug in by kind.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import { Checkbox, Field, Input, Select, Textarea } from './field.tsx'
import { FormError } from './form-error.tsx'
import {
  type FormField,
  type FormValue,
  type FormValues,
  fieldValue,
  hiddenFaults,
  shownFields,
} from './form-fields.logic.ts'

/** What an editor of a kind is given: it stands in the field, under its label. */
export interface EditorProps {
  value: string
  values: FormValues
  onChange: (value: string) => void
}

interface Props {
  fields: readonly FormField[]
  values: FormValues
  /** What the server had to say of a field, in words, by its name. */
  errors?: Readonly<Record<string, string | undefined>>
  editors?: Readonly<Record<string, (props: EditorProps) => ReactNode>>
  /** Kinds that draw their own label and error, and may change several values. */
  parts?: Readonly<Record<string, (props: PartProps) => ReactNode>>
  columns?: 1 | 2
  disabled?: boolean
  onChange: (values: Record<string, FormValue>) => void
}

export interface PartProps extends Omit<EditorProps, 'onChange'> {
  field: FormField
  error: string | undefined
  onChange: (values: Record<string, FormValue>) => void
}

export function SchemaForm({
  fields,
  values,
  errors = {},
  editors = {},
  parts = {},
  columns = 1,
  disabled,
  onChange,
}: Props) {
  const shown = shownFields(fields, values)
  const unseen = hiddenFaults(fields, values, errors)
  if (shown.length + unseen.length === 0) return null
  return (
    <div className={cx('grid gap-4', columns === 2 && 'sm:grid-cols-2')}>
      {shown.map((field) => {
        const { name, kind, label, hint } = field
        const isDisabled = disabled || field.isDisabled
        const value = fieldValue(field, values)
        const set = (next: FormValue) => onChange({ ...values, [name]: next })
        const Part = parts[kind]
        if (Part)
          return (
            <Part
              key={name}
              field={field}
              error={errors[name]}
              value={String(value)}
              values={values}
              onChange={onChange}
            />
          )
        if (kind === 'boolean')
          return (
            <div key={name} className={cx('self-center', columns === 2 && field.isWide && 'sm:col-span-2')}>
              <Checkbox label={label} hint={hint} checked={value === true} disabled={isDisabled} onChange={set} />
              <FormError>{errors[name]}</FormError>
            </div>
          )
        const Editor = editors[kind]
        return (
          <Field
            key={name}
            className={columns === 2 && field.isWide ? 'sm:col-span-2' : ''}
            label={field.isOptional ? `${label} (optional)` : label}
            hint={hint}
            error={errors[name]}
          >
            {Editor ? (
              <Editor value={String(value)} values={values} onChange={set} />
            ) : (
              <Control field={field} value={String(value)} disabled={isDisabled} onChange={set} />
            )}
          </Field>
        )
      })}
      {unseen.map(({ name, label }) => (
        <FormError key={name}>{`${label}: ${errors[name]}`}</FormError>
      ))}
    </div>
  )
}

interface ControlProps {
  field: FormField
  value: string
  disabled: boolean | undefined
  onChange: (value: string) => void
}

function Control({ field, value, disabled, onChange }: ControlProps) {
  const { kind, options = [], blank, placeholder, maxLength } = field
  const tied = { value, disabled, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  if (kind === 'choice')
    return (
      <Select {...tied}>
        {(blank !== undefined || value === '') && <option value="">{blank ?? 'Any'}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    )
  if (kind === 'multiline' || kind === 'list') return <Textarea rows={kind === 'list' ? 3 : 4} {...tied} />
  const isSecret = kind === 'password'
  const isCode = isSecret || kind === 'url'
  return (
    <Input
      {...tied}
      type={isSecret ? 'password' : 'text'}
      dir={kind === 'text' ? 'auto' : undefined}
      inputMode={kind === 'number' ? 'decimal' : kind === 'url' ? 'url' : 'text'}
      // Password managers would offer the person's own password for the key of a vendor.
      autoComplete={isSecret ? 'new-password' : 'off'}
      data-1p-ignore
      spellCheck={isCode ? false : undefined}
      required={field.isRequired}
      maxLength={maxLength ?? (isSecret ? 4000 : undefined)}
      placeholder={placeholder}
    />
  )
}
