// A law over all recipes: where a lookup failed or was not run, no column made from it says anything; a new recipe falls under it by itself.
import { describe, expect, test } from 'vitest'
import { isAsked } from '../../engine/columns/columns.ts'
import { affectedBy } from '../../engine/columns/graph.ts'
import { blankCell, CELL_STATUSES, type Cell, type CellStatus, type Row, WITH_VALUE } from '../../engine/values/row.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { formulaCell, formulaRow, planComputed, withCell } from '../../records/store/columns/computed.logic.ts'
import { readGallery } from './gallery.ts'

/** Every state in which nothing is known; absent is a cell that was never run. */
const UNKNOWN: (CellStatus | undefined)[] = [
  undefined,
  ...CELL_STATUSES.filter((status) => !WITH_VALUE.has(status) && status !== 'not_found'),
]

/** What the formulas of a recipe hold on a sample row whose lookups all ended so. */
function play(
  recipe: ReturnType<typeof readGallery>[number],
  sample: { [column: string]: Json },
  status: CellStatus | undefined,
  by: 'asked' | 'finds' = 'asked',
) {
  const columns = [...recipe.columns]
  const plan = planComputed(`${recipe.slug}`, columns)
  const asked = columns.filter(isAsked)
  const data: JsonObject = Object.fromEntries(
    columns.flatMap(({ id, name }) => (name in sample ? [[id, sample[name] ?? null]] : [])),
  )
  const row: Row = {
    row_id: 'r',
    position: 1,
    created_at: '',
    updated_at: '',
    lead_id: null,
    source: null,
    data,
    cells: status ? Object.fromEntries(asked.map(({ id }) => [id, blankCell(status)])) : {},
  }
  const finding = plan.order.flatMap((planned) =>
    'checked' in planned && planned.finds.length > 0 ? planned.column.id : [],
  )
  const from = 'finds' === by ? finding : asked.map(({ id }) => id)
  const made = new Set([...affectedBy(plan.graph, from), ...('finds' === by ? finding : [])])
  for (const planned of plan.order)
    if ('checked' in planned)
      withCell(row, planned.column.id, formulaCell(planned.checked, formulaRow(row, plan, Date.UTC(2026, 0, 31)), plan))
  return columns.flatMap((column) =>
    column.type === 'formula' && made.has(column.id) ? [{ column, cell: row.cells[column.id] as Cell }] : [],
  )
}

/** What follows from looking through rows, where nothing did. */
const playUnlooked = (recipe: ReturnType<typeof readGallery>[number], sample: { [column: string]: Json }) =>
  play(recipe, sample, 'complete', 'finds')

describe.each(readGallery().map((recipe) => [recipe.slug, recipe] as const))('%s', (_, recipe) => {
  test.each(UNKNOWN)('claims nothing from lookups that are %s', (status) => {
    for (const sample of recipe.sample_rows)
      for (const {
        column,
        cell: { value, status: is, reason },
      } of play(recipe, sample, status))
        expect({ column: column.name, value, is, reason }).toEqual({
          column: column.name,
          value: null,
          is: 'skipped',
          reason: 'dependency',
        })
  })

  test('claims nothing from rows that nothing looked through', () => {
    for (const sample of recipe.sample_rows)
      for (const {
        column,
        cell: { value, status, reason },
      } of playUnlooked(recipe, sample))
        expect({ column: column.name, value, status, reason }).toEqual({
          column: column.name,
          value: null,
          status: 'skipped',
          reason: 'dependency',
        })
  })

  test('may say no of what was looked for and is not there', () => {
    for (const sample of recipe.sample_rows)
      for (const {
        column,
        cell: { status },
      } of play(recipe, sample, 'not_found'))
        expect(['complete', 'not_found'], column.name).toContain(status)
  })
})
