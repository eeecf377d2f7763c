// Says what is wrong with an order of rows that came from outside, each problem with its place.
import type { FieldError } from '../../kernel/errors.ts'
import { FILTER_FACETS, SYSTEM_FIELDS } from './filter.schema.ts'
import { MAX_SORTS } from './sort.schema.ts'

/** Problems of the list, none when it may be used; `loc` begins at the list itself. */
export function checkSorts(sorts: unknown, isColumn?: (id: string) => boolean): FieldError[] {
  if (!Array.isArray(sorts)) return [{ loc: [], type: 'list_type', msg: 'Input should be a valid list', input: sorts }]
  if (sorts.length > MAX_SORTS) return [{ loc: [], type: 'too_long', msg: `An order has at most ${MAX_SORTS} fields` }]
  return sorts.flatMap((sort, index) => checkSort(sort, index, isColumn))
}

function checkSort(sort: unknown, index: number, isColumn?: (id: string) => boolean): FieldError[] {
  if (typeof sort !== 'object' || sort === null || Array.isArray(sort)) {
    return [
      { loc: [index], type: 'model_attributes_type', msg: 'Input should be a field and a direction', input: sort },
    ]
  }
  const { field, on, dir, ...more } = sort as Record<string, unknown>
  const problems: FieldError[] = Object.keys(more).map((key) => ({
    loc: [index, key],
    type: 'extra_forbidden',
    msg: 'Extra inputs are not permitted',
    input: more[key],
  }))
  const report = (member: string, type: string, msg: string, input: unknown) =>
    problems.push({ loc: [index, member], type, msg, input })
  const isSystem = typeof field === 'string' && field.startsWith('$')
  if (typeof field !== 'string') report('field', 'string_type', 'Input should be a valid string', field)
  else if (isSystem && !(SYSTEM_FIELDS as readonly string[]).includes(field))
    report('field', 'literal_error', `Input should be a column id or one of ${SYSTEM_FIELDS.join(', ')}`, field)
  else if (!isSystem && isColumn && !isColumn(field))
    report('field', 'value_error', `There is no column "${field}"`, field)
  if (on !== undefined && !(FILTER_FACETS as readonly unknown[]).includes(on))
    report('on', 'literal_error', `Input should be one of ${FILTER_FACETS.join(', ')}`, on)
  else if (on !== undefined && on !== 'value' && isSystem)
    report('on', 'value_error', `${field} has no "${on}"; leave \`on\` out`, on)
  if (dir !== undefined && dir !== 'asc' && dir !== 'desc')
    report('dir', 'literal_error', "Input should be 'asc' or 'desc'", dir)
  return problems
}
