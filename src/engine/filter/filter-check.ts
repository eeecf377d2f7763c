// Says what is wrong with a filter tree, each problem with its place, in the vocabulary of a 422 answer.
import type { FieldError } from '../../kernel/errors.ts'
import { daysAgo, instantOf } from '../values/instant.ts'
import {
  FILTER_FACETS,
  FILTER_OPS,
  type Filter,
  type FilterFacet,
  type FilterLeaf,
  SYSTEM_FIELDS,
} from './filter.schema.ts'

const MAX_FILTER_DEPTH = 8
const MAX_FILTER_LEAVES = 100
const MAX_FILTER_LIST = 1000

/** Enough to mend by; a hostile tree could have a hundred thousand. */
const MAX_PROBLEMS = 100

type Loc = (string | number)[]
type Report = (loc: Loc, type: string, msg: string, input?: unknown, ctx?: Record<string, unknown>) => void

const TIME_OPS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in'])

/** What can be said of so many days ago. */
const ORDERED: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte'])

const FACETS = choices(FILTER_FACETS)
const OPS = choices(FILTER_OPS)

/**
 * Problems of a filter that came from outside, none when it may be used. `isColumn` knows the columns of the workbook;
 * without it any field name passes. `loc` begins at the filter itself. A single leaf has depth 1.
 */
export function checkFilter(filter: unknown, isColumn?: (id: string) => boolean): FieldError[] {
  const problems: FieldError[] = []
  let leaves = 0
  const report: Report = (loc, type, msg, input, ctx) => {
    if (problems.length >= MAX_PROBLEMS) return
    problems.push({ loc, msg, type, ...(input === undefined ? {} : { input }), ...(ctx ? { ctx } : {}) })
  }

  const visit = (node: unknown, loc: Loc, depth: number): void => {
    if (depth > MAX_FILTER_DEPTH) {
      report(loc, 'filter_too_deep', `A filter has at most ${MAX_FILTER_DEPTH} levels`)
      return
    }
    if (!isRecord(node)) {
      report(loc, 'model_attributes_type', 'Input should be a filter: and, or, not, or field with op', node)
      return
    }
    const kinds = ['and', 'or', 'not', 'field'].filter((key) => node[key] !== undefined)
    const [kind] = kinds
    if (kind === undefined || kinds.length > 1) {
      report(loc, 'value_error', 'A filter has exactly one of and, or, not, field')
      return
    }
    if (kind === 'field') {
      leaves++
      if (leaves <= MAX_FILTER_LEAVES) checkLeaf(node, loc, report, isColumn)
      return
    }
    for (const key of Object.keys(node)) {
      if (key !== kind) report([...loc, key], 'extra_forbidden', 'Extra inputs are not permitted', node[key])
    }
    const child = node[kind]
    if (kind === 'not') visit(child, [...loc, 'not'], depth + 1)
    else if (!Array.isArray(child)) report([...loc, kind], 'list_type', 'Input should be a valid list', child)
    else {
      for (const [index, item] of child.entries()) {
        if (leaves > MAX_FILTER_LEAVES) break
        visit(item, [...loc, kind, index], depth + 1)
      }
    }
  }

  visit(filter, [], 1)
  if (leaves > MAX_FILTER_LEAVES) report([], 'too_long', `A filter has at most ${MAX_FILTER_LEAVES} comparisons`)
  return problems
}

function checkLeaf(leaf: Record<string, unknown>, loc: Loc, report: Report, isColumn?: (id: string) => boolean): void {
  const { field, on, op, value } = leaf
  for (const key of Object.keys(leaf)) {
    if (['field', 'on', 'op', 'value'].includes(key)) continue
    report([...loc, key], 'extra_forbidden', 'Extra inputs are not permitted', leaf[key])
  }
  if (typeof field !== 'string') {
    report([...loc, 'field'], 'string_type', 'Input should be a valid string', field)
  } else if (field.startsWith('$') && !(SYSTEM_FIELDS as readonly string[]).includes(field)) {
    report(
      [...loc, 'field'],
      'literal_error',
      `Input should be a column id or one of ${SYSTEM_FIELDS.join(', ')}`,
      field,
    )
  } else if (!field.startsWith('$') && isColumn && !isColumn(field)) {
    report([...loc, 'field'], 'value_error', `There is no column "${field}"`, field)
  }
  if (on !== undefined && !(FILTER_FACETS as readonly unknown[]).includes(on)) {
    report([...loc, 'on'], 'literal_error', `Input should be ${FACETS}`, on, { expected: FACETS })
  } else if (on !== undefined && on !== 'value' && typeof field === 'string' && field.startsWith('$')) {
    report([...loc, 'on'], 'value_error', `${field} has no "${on}"; leave \`on\` out`, on)
  }
  if (op === undefined) report([...loc, 'op'], 'missing', 'Field required')
  else if (!(FILTER_OPS as readonly unknown[]).includes(op)) {
    report([...loc, 'op'], 'literal_error', `Input should be ${OPS}`, op, { expected: OPS })
  } else checkOperand(leaf as unknown as FilterLeaf, value, [...loc, 'value'], report)
}

function checkOperand(leaf: FilterLeaf, value: unknown, loc: Loc, report: Report): void {
  if (leaf.op === 'is_empty' || leaf.op === 'not_empty') {
    if (value !== undefined && value !== null) report(loc, 'extra_forbidden', `${leaf.op} takes no value`, value)
    return
  }
  if (value === undefined || value === null) {
    report(loc, 'missing', `${leaf.op} needs a value; use is_empty to find blanks`)
    return
  }
  const isList = leaf.op === 'in' || leaf.op === 'not_in'
  if (isList && !Array.isArray(value)) {
    report(loc, 'list_type', 'Input should be a valid list', value)
    return
  }
  if (isList && Array.isArray(value) && (value.length === 0 || value.length > MAX_FILTER_LIST)) {
    report(loc, value.length === 0 ? 'too_short' : 'too_long', `A list has 1 to ${MAX_FILTER_LIST} items`)
    return
  }
  const time = isTimeField(leaf)
  if (time && !TIME_OPS.has(leaf.op)) report(loc, 'value_error', `${leaf.op} does not apply to a time`)
  for (const [index, item] of (Array.isArray(value) && isList ? value : [value]).entries()) {
    const place = isList ? [...loc, index] : loc
    if (!isScalar(item)) report(place, 'value_error', 'Input should be text, a number or a boolean', item)
    else if (time && daysAgo(item) !== null) {
      if (!ORDERED.has(leaf.op))
        report(place, 'value_error', `${leaf.op} does not apply to days ago; use gt, gte, lt or lte`)
    } else if (time && instantOf(item) === null) {
      report(
        place,
        'datetime_from_date_parsing',
        'Input should be a date, an RFC 3339 date-time, or days ago such as -P30D',
        item,
      )
    }
  }
}

/** How many days before today the leaf compares the dates of a column with; null when it compares with something else. */
export function daysOf({ field, on = 'value', op, value }: FilterLeaf): number | null {
  return on === 'value' && !field.startsWith('$') && ORDERED.has(op) ? daysAgo(value) : null
}

/** True when the leaf compares an instant rather than text. */
export function isTimeField(leaf: Pick<FilterLeaf, 'field' | 'on'>): boolean {
  return leaf.on === 'updated_at' || leaf.field === '$created_at' || leaf.field === '$updated_at'
}

/** True when what matches changes with time alone. */
export function isRelative(filter: Filter): boolean {
  if ('and' in filter) return filter.and.some(isRelative)
  if ('or' in filter) return filter.or.some(isRelative)
  if ('not' in filter) return isRelative(filter.not)
  return daysOf(filter) !== null || (isTimeField(filter) && daysAgo(filter.value) !== null)
}

/** The fields a filter reads, columns and system fields, each once, in order of appearance. */
export function filterFields(filter: Filter): string[] {
  const fields = new Set<string>()
  const visit = (node: Filter): void => {
    if ('and' in node) node.and.forEach(visit)
    else if ('or' in node) node.or.forEach(visit)
    else if ('not' in node) visit(node.not)
    else fields.add(node.field)
  }
  visit(filter)
  return [...fields]
}

/** Whether a filter asks for this facet anywhere. */
export function asksFor(filter: Filter | undefined, facet: FilterFacet): boolean {
  if (filter === undefined) return false
  if ('and' in filter) return filter.and.some((one) => asksFor(one, facet))
  if ('or' in filter) return filter.or.some((one) => asksFor(one, facet))
  return 'not' in filter ? asksFor(filter.not, facet) : filter.on === facet
}

function isScalar(value: unknown): boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function choices(values: readonly string[]): string {
  return `${values
    .slice(0, -1)
    .map((value) => `'${value}'`)
    .join(', ')} or '${values.at(-1)}'`
}
