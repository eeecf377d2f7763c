// Settings that a kind of column describes by words: as the fields of its form hold them, and as the API takes them.
import type { Column } from '../../api/shapes.ts'
import { type FormValues, fieldValue } from '../../ui/forms/form-fields.logic.ts'
import { problemOfSettings, settingsOf, valuesOf } from '../../ui/forms/schema-fields.logic.ts'
import type { CommonDraft, DescribedOptions } from '../columns/custom.shapes.ts'
import { type CustomColumnKind, fieldsOf } from '../columns/custom-kinds.logic.ts'
import type { ColumnDraft } from '../columns/workbook.shapes.ts'
import { BLANK, readCommon, settle, writeCommon } from './draft-parts.logic.ts'
import { namesIn } from './references.logic.ts'

const settingIn = (name: string) => name.split('.', 1)[0] ?? ''

/** As they are stored, or as they are at first. */
export function readOptions(kind: CustomColumnKind, column: Partial<Column> = {}): FormValues {
  const fields = fieldsOf(kind)
  const starts = fields.flatMap(({ name, start }) => (start === undefined || start === '' ? [] : [[name, start]]))
  const stored = fields.map(({ name }) => [settingIn(name), column[settingIn(name)]])
  return { ...Object.fromEntries(starts), ...valuesOf(Object.fromEntries(stored)) }
}

/** Undefined for what is left blank; what has a value at first gets that again. */
export function writeOptions(kind: CustomColumnKind, options: FormValues): Record<string, unknown> {
  // One that others hide keeps its value.
  const fields = fieldsOf(kind).map((field) =>
    field.start && !field.name.includes('.') ? { ...field, only: null } : field,
  )
  const given = fields.map((field) => {
    const value = fieldValue(field, options)
    return [field.name, typeof value === 'string' && value.trim() === '' ? (field.start ?? '') : value]
  })
  const ticks = fields.flatMap(({ name, kind: editor }) => (editor === 'boolean' ? [[name, options[name]]] : []))
  const blank = fields.flatMap(({ name, start }) => (start === '' ? [[settingIn(name), undefined]] : []))
  const values: FormValues = Object.fromEntries(given)
  return { ...Object.fromEntries(blank), ...Object.fromEntries(ticks), ...settingsOf(fields, values) }
}

/** What is wrong with the first that is wrong, in words. */
export const problemOfOptions = (kind: CustomColumnKind, options: FormValues): string | null =>
  problemOfSettings(fieldsOf(kind), options)

/** The draft of a column whose form is its fields. */
export interface DescribedDraft extends CommonDraft, DescribedOptions {
  kind: CustomColumnKind
}

export const newDescribed = (kind: CustomColumnKind, name: string): DescribedDraft => ({
  ...BLANK,
  kind,
  name,
  options: readOptions(kind),
})

export const readDescribed = (kind: CustomColumnKind, column: Column): DescribedDraft => ({
  ...readCommon(column),
  kind,
  options: readOptions(kind, column),
})

export function writeDescribed(draft: DescribedDraft, isStored: boolean): ColumnDraft {
  const { kind, options } = draft
  return settle({ ...writeCommon(draft), type: kind, ...writeOptions(kind, options) }, isStored) as ColumnDraft
}

export function problemOfDescribed({ kind, name, options }: DescribedDraft): string | null {
  return name.trim() === '' ? 'Give the column a name.' : problemOfOptions(kind, options)
}

/** The columns that its templates name. */
export function namesOfDescribed({ kind, options }: DescribedDraft): string[] {
  return namesIn(...fieldsOf(kind).flatMap((field) => (field.kind === 'template' ? [String(options[field.name])] : [])))
}
