// The condition of a rule: the filter tree of rows, over what the event brought.

import type { Filter } from '../../engine/filter/filter.schema.ts'
import { matches } from '../../engine/filter/filter.ts'
import { checkFilter, filterFields } from '../../engine/filter/filter-check.ts'
import { valueAt } from '../../engine/values/path.ts'
import type { Row } from '../../engine/values/row.ts'
import { resolveReference } from '../../engine/values/template.ts'
import type { FieldError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Occurrence, TriggerVariable } from '../triggers/trigger.ts'

type Met = Pick<Occurrence, 'facts' | 'row' | 'at'>

/** Whether the occurrence meets the condition; without one every occurrence does. */
export const meetsCondition = (condition: Filter | null, occurrence: Met, now: Date): boolean =>
  createConditionTest(condition, now)(occurrence)

/** As {@link meetsCondition}, for many occurrences. */
export function createConditionTest(condition: Filter | null, now: Date): (occurrence: Met) => boolean {
  if (condition === null) return () => true
  const fields = filterFields(condition).filter((field) => !field.startsWith('$'))
  return (occurrence) => matches(condition, rowFor(fields, occurrence), now.getTime())
}

/** Whether facts meet the condition of a branch, which may also ask what actions before answered. */
export const factsMeet = (condition: Filter, facts: JsonObject, now: Date): boolean =>
  meetsCondition(condition, { facts, at: now }, now)

/** The values that a condition reads, by field. */
export const readConditionValues = (condition: Filter, facts: JsonObject): JsonObject =>
  Object.fromEntries(filterFields(condition).map((field) => [field, factAt(facts, field)]))

/** A field is the id of a variable, or its id and a path into it, such as `lead.score`. */
export function checkCondition(condition: unknown, variables: readonly TriggerVariable[]): FieldError[] {
  const ids = new Map(variables.map((variable) => [variable.id, variable]))
  return checkFilter(condition, (field) => {
    const found = resolveReference(field, (name) => ids.has(name))
    const { members, is_whole } = (found && ids.get(found.name)) ?? {}
    const [member] = found?.path ?? []
    return found !== null && !(is_whole && members && typeof member === 'string' && !members.includes(member))
  })
}

function rowFor(fields: readonly string[], { facts, row, at }: Met): Row {
  const base = row ?? blankRow(facts, at)
  const outside = fields.filter((field) => !Object.hasOwn(base.data, field) && !Object.hasOwn(base.cells, field))
  if (outside.length === 0) return base
  return {
    ...base,
    data: { ...base.data, ...Object.fromEntries(outside.map((field) => [field, factAt(facts, field)])) },
  }
}

/** The value of a field of a condition. */
export function factAt(facts: JsonObject, field: string): Json {
  if (Object.hasOwn(facts, field)) return facts[field] ?? null
  const found = resolveReference(field, (name) => Object.hasOwn(facts, name))
  return found ? valueAt(facts[found.name] ?? null, found.path) : null
}

function blankRow(facts: JsonObject, at: Date): Row {
  const lead = facts.$lead_id ?? valueAt(facts.lead ?? null, ['id'])
  return {
    row_id: typeof facts.$row_id === 'string' ? facts.$row_id : '',
    position: 0,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    lead_id: typeof lead === 'number' ? lead : null,
    source: null,
    data: {},
    cells: {},
  }
}
