// Columns that make their own lookup: the settings that it is made of, the one step that they become, and their problems.
import type { FieldError } from '../../kernel/errors.ts'
import { bindTemplate } from '../values/render.ts'
import { writeReference } from '../values/template.ts'
import { type CustomColumn, type CustomType, customKindOf, kindOfType } from './columns.schema.ts'
import type { InputNeeds, Loc } from './kinds/column-kind.ts'
import type { CustomLookupSettings, StepSpec } from './step.ts'
import { wordsOfTarget } from './target-words.ts'
import { refsOf } from './template-parts.ts'

/** The settings of a column as a step carries them. */
export type SettingsOf<C> = Omit<
  C,
  'id' | 'name' | 'type' | 'width' | 'hidden' | 'pinned' | 'run_if' | 'max_age_days' | 'required'
> &
  InputNeeds & {
    /** Names of its inputs: references as they are written. */
    refs: string[]
  }

/** The settings that the lookup is made of: what changes neither its question nor its answer is left out. */
export function customOf<C extends CustomColumn>(column: C): CustomLookupSettings & SettingsOf<C> {
  const {
    id: _id,
    name: _name,
    type,
    width: _w,
    hidden: _h,
    pinned: _p,
    run_if: _r,
    max_age_days: _m,
    ...config
  } = column
  const refs: string[] = []
  const kind = customKindOf(column)
  kind.mapTemplates(column, (template) => {
    refs.push(...refsOf([template]))
    return template
  })
  const needs = column.required ? { required: refsOf(column.required), any: [] } : kind.needs(column)
  // What a column holds is JSON: it came in as that.
  return {
    ...config,
    kind: type as CustomType,
    refs: [...new Set(refs)],
    ...needs,
  } as unknown as CustomLookupSettings & SettingsOf<C>
}

/** What people call a lookup that a column makes of its own settings; undefined for any other, which has a name in the catalog. */
export function customWords(provider: string): string | undefined {
  const [type = '', ...rest] = provider.split(':')
  const target = rest.join(':')
  const kind = kindOfType(type)
  if (kind?.filled_by === 'itself') return wordsOfTarget(kind.target_words, target)
  if (type === 'model') return target
  return provider === 'web-page' ? 'Web page' : undefined
}

export function customStep(column: CustomColumn, findColumn: (name: string) => string | undefined): StepSpec {
  const made = customOf(column)
  return {
    id: column.type,
    provider: `${column.type}:${customKindOf(column).target(column)}`,
    made,
    inputs: Object.fromEntries(made.refs.map((ref) => [ref, bindTemplate(writeReference(ref), findColumn)])),
  }
}

/** What is wrong with a column when it is saved, by the place in it. */
export function customProblems(column: CustomColumn): FieldError[] {
  const problems: FieldError[] = []
  const fault = (loc: Loc, msg: string) => problems.push({ loc, type: 'value_error', msg: `Value error, ${msg}` })
  customKindOf(column).problems?.(column, fault)
  return problems
}
