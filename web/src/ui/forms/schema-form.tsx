// The fields of a form as the server describes them: one renderer; editors for what only one feature knows plug in by kind.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import { ChoiceGroup } from './choice.tsx'
import { Checkbox, Field, Input, Select, Textarea } from './field.tsx'
import { FormError } from './form-error.tsx'
import {
  errorsAt,
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

interface Props<Fielded extends FormField> {
  fields: readonly Fielded[]
  values: object
  /** What the server had to say of a field, in words, by its name. */
  errors?: Readonly<Record<string, string | undefined>>
  editors?: Readonly<Record<string, (props: EditorProps) => ReactNode>>
  /** Kinds that draw their own label and error, and may change several values. */
  parts?: Readonly<Record<string, (props: PartProps<Fielded>) => ReactNode>>
  columns?: 1 | 2 | 3
  disabled?: boolean
  onChange: (values: Record<string, FormValue>) => void
}

export interface PartProps<Fielded extends FormField = FormField> extends Omit<EditorProps, 'onChange'> {
  field: Fielded
  error: string | undefined
  onChange: (values: Record<string, FormValue>) => void
}

export function SchemaForm<Fielded extends FormField>({
  fields,
  values: given,
  errors: refused = {},
  editors = {},
  parts = {},
  columns = 1,
  disabled,
  onChange,
}: Props<Fielded>) {
  // A form may keep more than what is described; that is left alone.
  const values = given as FormValues
  const shown = shownFields(fields, values)
  const errors = errorsAt(fields, refused)
  const unseen = hiddenFaults(fields, values, errors)
  if (shown.length + unseen.length === 0) return null
  return (
    <div className={cx('grid', columns === 3 ? 'grid-cols-3 gap-2' : 'gap-4', columns === 2 && 'sm:grid-cols-2')}>
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
        if (kind === 'ways')
          return (
            <div key={name} className={cx(columns === 2 && 'sm:col-span-2')}>
              <ChoiceGroup
                legend={label}
                hideLegend={field.isLabelHidden ?? false}
                options={(field.options ?? []).map((one) => ({
                  ...one,
                  about: one.about ?? '',
                  disabled: one.isDisabled,
                }))}
                value={String(value)}
                disabled={isDisabled}
                onPick={set}
              >
                {hint && <p className="text-ink-3 text-xs">{hint}</p>}
                <FormError>{errors[name]}</FormError>
              </ChoiceGroup>
            </div>
          )
        if (kind === 'choices')
          return (
            <Choices
              key={name}
              field={field}
              chosen={(values[name] ?? []) as unknown as readonly string[]}
              error={errors[name]}
              disabled={isDisabled}
              onChange={(chosen) => onChange({ ...values, [name]: chosen as unknown as FormValue })}
            />
          )
        const Editor = editors[kind]
        return (
          <Field
            key={name}
            className={columns === 2 && field.isWide ? 'sm:col-span-2' : ''}
            label={field.isOptional ? `${label} (optional)` : label}
            hideLabel={field.isLabelHidden ?? false}
            hint={hint}
            error={
              field.isHintKept && errors[name] ? (
                <>
                  {errors[name]} {hint}
                </>
              ) : (
                errors[name]
              )
            }
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

interface ChoicesProps {
  field: FormField
  chosen: readonly string[]
  error: string | undefined
  disabled: boolean | undefined
  onChange: (chosen: readonly string[]) => void
}

function Choices({
  field: { label, hint, options = [], isLabelHidden, isInLine },
  chosen,
  error,
  disabled,
  onChange,
}: ChoicesProps) {
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-full" disabled={disabled}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 font-medium text-ink-2 text-sm'}>{label}</legend>
      {hint && <p className="text-ink-3 text-xs">{hint}</p>}
      <div className={isInLine ? 'flex flex-wrap gap-x-4 gap-y-2' : 'flex flex-col gap-2'}>
        {options.map((one) => (
          <Checkbox
            key={one.value}
            label={one.label}
            hint={one.about}
            disabled={one.isDisabled}
            checked={chosen.includes(one.value)}
            onChange={(on) => onChange(on ? [...chosen, one.value] : chosen.filter((value) => value !== one.value))}
          />
        ))}
      </div>
      <FormError>{error}</FormError>
    </fieldset>
  )
}

interface ControlProps {
  field: FormField
  value: string
  disabled: boolean | undefined
  onChange: (value: string) => void
}

function Control({ field, value, disabled, onChange }: ControlProps) {
  const {
    kind,
    options = [],
    blank,
    placeholder,
    maxLength,
    rows = kind === 'multiline' ? 4 : 3,
    autoComplete,
    unit,
  } = field
  const tied = { value, disabled, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  if (kind === 'choice' || kind === 'yes-no')
    return (
      <Select {...tied}>
        {(blank !== undefined || value === '') && <option value="">{blank ?? 'Any'}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </Select>
    )
  if (kind === 'multiline' || kind === 'list' || kind === 'lines')
    return (
      <Textarea
        {...tied}
        rows={rows}
        dir="auto"
        maxLength={maxLength}
        placeholder={placeholder}
        spellCheck={field.isCode ? false : undefined}
        className={field.isCode ? 'font-mono text-sm' : undefined}
      />
    )
  const isSecret = kind === 'password'
  const isCode = isSecret || kind === 'url' || field.isCode
  const input = (
    <Input
      {...tied}
      type={kind === 'time' || kind === 'search' || isSecret ? kind : 'text'}
      dir={kind === 'text' ? 'auto' : undefined}
      inputMode={field.isDigits ? 'numeric' : kind === 'number' ? 'decimal' : kind === 'url' ? 'url' : 'text'}
      // Password managers would offer the person's own password for the key of a vendor.
      autoComplete={autoComplete ?? (isSecret ? 'new-password' : 'off')}
      data-1p-ignore={autoComplete === undefined}
      // What is filled in for the person is found by its name, and is written as it is.
      name={autoComplete && field.name}
      autoCapitalize={autoComplete ? 'none' : undefined}
      spellCheck={isCode || autoComplete ? false : undefined}
      required={field.isRequired}
      maxLength={maxLength ?? (isSecret ? 4000 : undefined)}
      placeholder={placeholder}
      autoFocus={field.isFirst}
      className={field.isShort ? 'max-w-36 tabular-nums' : undefined}
      onFocus={field.isSelected ? (event) => event.target.select() : undefined}
    />
  )
  if (unit === undefined) return input
  return (
    <span className="flex items-center gap-2">
      {input}
      <span aria-hidden className="text-ink-3">
        {unit}
      </span>
    </span>
  )
}
