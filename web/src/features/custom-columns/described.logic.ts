// Settings that a kind of column describes by words: as the fields of its form hold them, and as the API takes them.
import type { Column } from '../../api/shapes.ts'
import type { FormField, FormValue, FormValues } from '../../ui/forms/form-fields.logic.ts'
import type { CommonDraft } from '../columns/custom.shapes.ts'
import { type CustomColumnKind, type FieldValues, fieldsOf } from '../columns/custom-kinds.logic.ts'
import type { ColumnDraft } from '../columns/workbook.shapes.ts'
import { BLANK, isNumber, readCommon, settle, writeCommon, writeNumber } from './draft-parts.logic.ts'
import { namesIn } from './references.logic.ts'

const startOf = ({ start = '' }: FormField): FormValue => start

/** As they are stored, or as they are at first. */
export function readFields<K extends CustomColumnKind>(kind: K, column: Partial<Column> = {}): FieldValues<K> {
  const values = fieldsOf(kind).map((field): [string, FormValue] => {
    const stored = column[field.name]
    if (stored === undefined || stored === null) return [field.name, startOf(field)]
    return [field.name, typeof stored === 'boolean' ? stored : String(stored)]
  })
  return Object.fromEntries(values) as FieldValues<K>
}

type FieldBody<K extends CustomColumnKind> = {
  [Name in keyof FieldValues<K>]: FieldValues<K>[Name] extends boolean
    ? boolean
    : Extract<ReturnType<typeof bodyOf>, number> | undefined
}

function bodyOf(field: FormField, value: FormValue): string | number | boolean | undefined {
  if (typeof value === 'boolean') return value
  const typed = value.trim() === '' ? String(startOf(field)) : value
  return field.kind === 'number' ? writeNumber(typed) : typed || undefined
}

/** Undefined for what is left blank. */
export function writeFields<K extends CustomColumnKind>(kind: K, values: FieldValues<K>): FieldBody<K> {
  const all: FormValues = values
  return Object.fromEntries(
    fieldsOf(kind).map((field) => [field.name, bodyOf(field, all[field.name] ?? startOf(field))]),
  ) as FieldBody<K>
}

/** What is wrong with the first that is wrong, in words. */
export function problemOfFields<K extends CustomColumnKind>(kind: K, values: FieldValues<K>): string | null {
  const all: FormValues = values
  for (const field of fieldsOf(kind)) {
    const value = all[field.name]
    if (typeof value === 'boolean') continue
    if (field.kind === 'number' && !isNumber(value ?? '')) return `“${field.label}” is not a number.`
    if (field.isRequired && (value ?? '').trim() === '') return `Fill in “${field.label}”.`
  }
  return null
}

/** The draft of a column whose form is its fields. */
export interface DescribedDraft extends CommonDraft {
  kind: CustomColumnKind
  values: FormValues
}

export const newDescribed = (kind: CustomColumnKind, name: string): DescribedDraft => ({
  ...BLANK,
  kind,
  name,
  values: readFields(kind),
})

export const readDescribed = (kind: CustomColumnKind, column: Column): DescribedDraft => ({
  ...readCommon(column),
  kind,
  values: readFields(kind, column),
})

export function writeDescribed(draft: DescribedDraft, isStored: boolean): ColumnDraft {
  const { kind, values } = draft
  const body: object = { ...writeCommon(draft), type: kind, ...writeFields(kind, values as FieldValues<typeof kind>) }
  return settle(body, isStored) as ColumnDraft
}

export function problemOfDescribed({ kind, name, values }: DescribedDraft): string | null {
  return name.trim() === '' ? 'Give the column a name.' : problemOfFields(kind, values as FieldValues<typeof kind>)
}

/** The columns that its templates name. */
export function namesOfDescribed({ kind, values }: DescribedDraft): string[] {
  return namesIn(...fieldsOf(kind).flatMap((field) => (field.kind === 'template' ? [String(values[field.name])] : [])))
}
