// The draft of a column that delivers its row elsewhere: read, written, and what it still lacks.
import { OUTPUT_TARGETS } from '../../../api/output-targets.generated.ts'
import type { Column } from '../../../api/shapes.ts'
import type { FormValues } from '../../../ui/forms/form-fields.logic.ts'
import {
  problemOfSettings,
  type SettingField,
  type SettingSchema,
  settingFields,
  settingsOf,
  valuesOf,
} from '../../../ui/forms/schema-fields.logic.ts'
import type { OutputDraft, OutputTargetName, Pair } from '../../columns/custom.shapes.ts'
import { reference } from '../../columns/template.logic.ts'
import type { DraftOf } from '../../columns/workbook.shapes.ts'
import { problemOfOptions, readOptions, writeOptions } from '../described.logic.ts'
import {
  BLANK,
  problemOfPairs,
  readCommon,
  readPairs,
  settle,
  textAt,
  writeCommon,
  writePairs,
} from '../draft-parts.logic.ts'
import { namesIn } from '../references.logic.ts'

const isTarget = (kind: string): kind is OutputTargetName => Object.hasOwn(OUTPUT_TARGETS, kind)
const [FIRST = 'webhook'] = Object.keys(OUTPUT_TARGETS).filter(isTarget)

/** What users choose from. */
export const TARGET_OPTIONS = Object.entries(OUTPUT_TARGETS).map(([value, { label, about }]) => ({
  value: value as OutputTargetName,
  label,
  about,
}))

export const targetFields = (target: OutputTargetName): SettingField[] =>
  settingFields(OUTPUT_TARGETS[target].settings as SettingSchema).filter(({ name }) => name !== 'kind')

export const settingsIn = ({ target, settings }: Pick<OutputDraft, 'target' | 'settings'>): FormValues =>
  settings[target] ?? {}

const valuesField = (target: OutputTargetName) => targetFields(target).find(({ kind }) => kind === 'values')

export function newOutput(name: string): OutputDraft {
  return { ...BLANK, kind: 'output', name, target: FIRST, settings: {}, values: [], options: readOptions('output') }
}

export function readOutput(column: Column): OutputDraft {
  const stored = (column.target ?? {}) as Record<string, unknown>
  const kind = textAt(stored, 'kind')
  const target = isTarget(kind) ? kind : FIRST
  const values = valuesField(target)
  return {
    ...newOutput(column.name),
    ...readCommon(column),
    target,
    settings: { [target]: valuesOf(stored) },
    values: values ? inOrder(readPairs(stored[values.name]), stored.order) : [],
    options: readOptions('output', column),
  }
}

/** Objects come back in an order of their own; a sheet says which one was meant. */
function inOrder(pairs: Pair[], order: unknown): Pair[] {
  const names: unknown[] = Array.isArray(order) ? order : []
  const at = ({ name }: Pair) => (names.includes(name) ? names.indexOf(name) : names.length)
  return pairs.toSorted((one, other) => at(one) - at(other))
}

function writeTarget(draft: OutputDraft): DraftOf<'output'>['target'] {
  const { target: kind, values } = draft
  const sent = valuesField(kind)
  const settings = settingsOf(
    targetFields(kind).filter((field) => field !== sent && field.kind !== 'values'),
    settingsIn(draft),
  )
  return { kind, ...settings, ...(sent && { [sent.name]: writePairs(values) ?? {} }) } as DraftOf<'output'>['target']
}

export function writeOutput(draft: OutputDraft, isStored: boolean): DraftOf<'output'> {
  const body = {
    ...writeCommon(draft),
    type: 'output' as const,
    target: writeTarget(draft),
    ...writeOptions('output', draft.options),
  }
  return settle(body, isStored) as DraftOf<'output'>
}

/** The columns that its templates name. */
export function namesOfOutput(draft: OutputDraft): string[] {
  const fields = targetFields(draft.target)
  const settings = settingsIn(draft)
  const texts = fields.flatMap(({ kind, name }) => (kind === 'template' ? [String(settings[name] ?? '')] : []))
  const values = fields.some(({ kind }) => kind === 'values') ? draft.values.map(({ value }) => value) : []
  return namesIn([...texts, ...values].join(' '))
}

/**
 * Every column under a name that travels well, `Company name` as `company_name`; to another workbook, those that are called alike there. What
 * other outputs say is left out.
 */
export function pairsOfColumns(columns: readonly Pick<Column, 'name' | 'type'>[], there?: readonly string[]): Pair[] {
  const sent = columns.filter(({ type }) => type !== 'output')
  if (there) {
    return sent.flatMap(({ name }) => {
      const alike = there.find((one) => one.toLowerCase() === name.toLowerCase())
      return alike === undefined ? [] : [{ name: alike, value: reference(name) }]
    })
  }
  const taken = new Set<string>()
  return sent.map(({ name }) => {
    const plain =
      name
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .replace(/^_|_$/g, '') || 'value'
    let key = plain
    for (let number = 2; taken.has(key); number += 1) key = `${plain}_${number}`
    taken.add(key)
    return { name: key, value: reference(name) }
  })
}

/** Why it cannot be saved or tried yet; null when it can. */
export function problemOfOutput(draft: OutputDraft): string | null {
  if (draft.name.trim() === '') return 'Give the column a name.'
  const fields = targetFields(draft.target)
  const settings = settingsIn(draft)
  const key = fields.find(({ kind }) => kind === 'value-name')
  const names = draft.values.map(({ name }) => name.trim())
  const problem = problemOfSettings(
    fields.filter((field) => field !== key),
    settings,
  )
  if (problem) return problem
  const values = valuesField(draft.target)
  if (values) {
    const pairs = problemOfPairs(draft.values, values.item ?? 'value')
    if (pairs) return pairs
    if (!writePairs(draft.values)) return 'Choose at least one value to send.'
    for (const [name, missing] of Object.entries(values.needed ?? {})) if (!names.includes(name)) return missing
  }
  const chosen = key ? String(settings[key.name] ?? '').trim() : ''
  if (key && (chosen === '' || !names.includes(chosen))) return key.missing ?? `Fill in “${key.label}”.`
  return problemOfOptions('output', draft.options)
}
