// What the drafts of all made columns read and write alike: pairs, numbers as they are typed, the condition.
import type { Column } from '../../api/shapes.ts'
import type { CommonDraft, Pair } from '../columns/custom.shapes.ts'
import { conditionOf, readConditions } from '../columns/formulas/condition.logic.ts'
import type { Filter } from '../columns/workbook.shapes.ts'

export const textAt = (from: object, member: string): string => {
  const value = (from as Record<string, unknown>)[member]
  return typeof value === 'string' ? value : ''
}

/** A number as a field shows it; `usual` where there is none. */
export const numberAt = (from: object, member: string, usual = ''): string => {
  const value = (from as Record<string, unknown>)[member]
  return typeof value === 'number' ? String(value) : usual
}

export function readPairs(record: unknown): Pair[] {
  if (typeof record !== 'object' || record === null) return []
  return Object.entries(record).map(([name, value]) => ({ name, value: String(value) }))
}

/** Undefined without any. Pairs without a name are not sent. */
export function writePairs(pairs: readonly Pair[]): Record<string, string> | undefined {
  const named = pairs.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value] as const]))
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

/** Undefined for nothing, and for what is no number: the form says so before. */
export function writeNumber(typed: string): number | undefined {
  const value = Number(typed.trim())
  return typed.trim() === '' || !Number.isFinite(value) ? undefined : value
}

export const isNumber = (typed: string) => typed.trim() === '' || Number.isFinite(Number(typed.trim()))

export function readCommon(column: Column): CommonDraft {
  const filter = (column.run_if as Filter | null | undefined) ?? null
  const conditions = readConditions(filter)
  const required = Array.isArray(column.required) ? column.required.map(String) : null
  return { name: column.name, required, conditions, deep: conditions ? null : filter }
}

export const BLANK = { required: null, conditions: { join: 'and' as const, rows: [] }, deep: null }

export function writeCommon(draft: CommonDraft) {
  return {
    name: draft.name.trim(),
    required: draft.required ?? undefined,
    run_if: conditionOf(draft) ?? undefined,
  }
}

const shapeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

/** Whether what an older page of this tab has kept holds what a draft holds now; a member that may be null is only looked for. */
export const isShapedAs = (fresh: object, kept: object): boolean =>
  Object.entries(fresh).every(([name, value]) => {
    const member: unknown = kept[name as keyof typeof kept]
    if (value === null || member === null) return name in kept
    return value === undefined || shapeOf(member) === shapeOf(value)
  })

/** What is left out clears what is stored; of a new column it is not sent at all. */
export function settle<T extends object>(body: T, isStored: boolean): T {
  return Object.fromEntries(
    Object.entries(body).flatMap(([member, value]) => {
      if (value !== undefined) return [[member, value]]
      return isStored ? [[member, null]] : []
    }),
  ) as T
}

/** The first pair whose name is taken, or is missing while there is a value. */
export function problemOfPairs(pairs: readonly Pair[], what: string): string | null {
  const names = pairs.map(({ name }) => name.trim())
  const blank = pairs.find(({ name, value }) => name.trim() === '' && value.trim() !== '')
  if (blank) return `Give the ${what} with the value “${blank.value.trim().slice(0, 40)}” a name.`
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  return twice === undefined ? null : `There are two of the ${what} ${twice}.`
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/

/** What is wrong with the names under which answers are taken: they are paths in formulas, and each is one. */
export function problemOfNames(fields: readonly { name: string }[], what: 'fields' | 'answers'): string | null {
  const names = fields.map(({ name }) => name.trim())
  if (!names.every((name) => NAME.test(name)))
    return `Names of ${what} are letters, digits and _, beginning with a letter.`
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return twice === undefined ? null : `Two ${what} are called “${twice}”.`
}
