// What a recipe fills, on three rows, before it is used: formulas and what is computed here are computed, all else is answered by made-up values.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isAsked } from '../../engine/columns/columns.ts'
import { buildGraph, columnLevels } from '../../engine/columns/graph.ts'
import { evaluateFormula } from '../../engine/formula/evaluate.ts'
import { coerce } from '../../engine/values/coerce.ts'
import { blankCell, type CellStatus, type Row, shownValue } from '../../engine/values/row.ts'
import { isTestData } from '../../engine/waterfall/test-data.ts'
import { prepareTry, type TryParts, tryColumns } from '../../enrichment/kinds/try/look.ts'
import { readLookups } from '../../enrichment/money/facts.ts'
import { readPerformance } from '../../enrichment/performance/performance.commands.ts'
import { askableInTest } from '../../enrichment/test-mode/test-mode.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Scope } from '../../platform/ctx.ts'
import { readLookRows } from '../../records/opening/look-rows.reads.ts'
import { openToRead } from '../../records/opening/open.reads.ts'
import { readDeclared } from '../../records/own-providers/own-providers.reads.ts'
import {
  formulaColumns,
  formulaRow,
  planFormula,
  withFormulaFacts,
} from '../../records/store/columns/computed.logic.ts'
import { chooseInputs, type RecipeColumns, readRecipeColumns } from './apply.commands.ts'
import { fittedColumns, type RecipeInput } from './recipe-fit.logic.ts'
import type { RecipePreview, RecipePreviewRequest } from './recipes.schema.ts'

const SHOWN = 3

/** Makes no call and costs nothing. */
export async function previewRecipe(
  parts: TryParts,
  scope: Scope,
  slug: string,
  { workbook_id, inputs: chosen }: RecipePreviewRequest,
  signal: AbortSignal,
): Promise<RecipePreview> {
  const ground = await parts.database.inWorkspace(scope, async (tx) => {
    const recipe = await readRecipeColumns(tx, slug)
    const there = workbook_id === undefined ? onSamples(recipe) : await onWorkbook(workbook_id)
    async function onWorkbook(workbook: string) {
      const { id, through, columns } = await openToRead(tx, workbook)
      const inputs = await chooseInputs(tx, recipe, id, chosen)
      return { id, columns, inputs, rows: await readLookRows({ id, through }, undefined, SHOWN) }
    }
    const added = withFormulaFacts(
      fittedColumns(recipe.columns, there.columns, there.inputs).map((column) => ({
        ...column,
        id: `new ${column.id}`,
      })),
    )
    const saved = [...there.columns, ...added]
    return {
      ...there,
      recipe,
      added,
      try: {
        id: there.id,
        through: tx,
        saved,
        defaults: { ...(await readPerformance(tx)), test: true },
        lookups: await readLookups(tx, askableInTest(parts)),
        declaredOf: await readDeclared(tx),
      },
    }
  })
  const { saved } = ground.try
  const byId = new Map(saved.map((column) => [column.id, column]))
  const isAdded = new Set(ground.added.map(({ id }) => id))
  const made = new Set<string>()
  for (const id of columnLevels(buildGraph(saved)).flat()) {
    const column = byId.get(id)
    if (!column || !isAdded.has(id)) continue
    if (column.type === 'formula') computeFormula(ground.id, column, saved, ground.rows, parts.now())
    else if (isAsked(column)) {
      const columns = [prepareTry(ground.try, { column_id: id })]
      const request = { workbook_id: ground.id, columns, rows: ground.rows, test: true }
      const { tried } = await tryColumns(parts, scope, request, signal)
      for (const [at, { status, value, attempts }] of (tried[0] ?? []).entries()) {
        const row = ground.rows[at] as Row
        row.cells[id] = { ...blankCell(status as CellStatus), value: value as Json }
        if (
          attempts.some(({ provider }) => isTestData(provider)) ||
          (column.type !== 'enrichment' && column.type !== 'waterfall')
        )
          made.add(`${at} ${id}`)
      }
    }
  }
  const read = ground.inputs.flatMap(({ column_id }) => column_id ?? [])
  const shown = saved.filter(({ id, type }) => (isAdded.has(id) ? type !== 'input' : read.includes(id)))
  return {
    inputs: ground.inputs.map((input) => ({ ...input, input_type: typeOf(ground.recipe, input.name) })),
    choices: workbook_id === undefined ? [] : ground.columns.map(({ id, name }) => ({ id, name })),
    columns: shown.map(({ id, name }) => ({ name, is_filled: isAdded.has(id) })),
    rows: ground.rows.map((row, at) =>
      shown.map(({ id }) => ({
        value: shownValue(row, id),
        status: row.cells[id]?.status ?? 'complete',
        is_sample: made.has(`${at} ${id}`),
      })),
    ),
  }
}

const typeOf = ({ columns }: RecipeColumns, name: string): string => {
  const column = columns.find((one) => one.name === name)
  return column?.type === 'input' ? column.input_type : 'text'
}

/** The sample rows of the recipe, in columns that are called like its inputs. */
function onSamples({ columns, sample_rows }: RecipeColumns) {
  const inputs = columns.filter((column) => column.type === 'input')
  const moment = new Date(0).toISOString()
  const rows = sample_rows.slice(0, SHOWN).map(
    (sample, position): Row => ({
      row_id: newId(),
      position,
      created_at: moment,
      updated_at: moment,
      lead_id: null,
      source: null,
      data: Object.fromEntries(
        inputs.map(({ id, name, input_type }) => [id, coerce(sample[name] ?? null, input_type)]),
      ),
      cells: {},
    }),
  )
  const read: RecipeInput[] = inputs.map(({ id, name }) => ({ name, column_id: id }))
  return { id: newId(), columns: inputs as readonly ColumnConfig[], inputs: read, rows }
}

function computeFormula(
  workbookId: string,
  column: ColumnConfig & { type: 'formula' },
  columns: readonly ColumnConfig[],
  rows: readonly Row[],
  now: Date,
): void {
  const { formula } = planFormula(workbookId, column, formulaColumns(columns)).checked
  const byId = new Map(columns.map((one) => [one.id, one]))
  for (const row of rows) {
    const result = formula && evaluateFormula(formula, formulaRow(row, { columns: byId }, now.getTime()))
    row.cells[column.id] = result?.ok
      ? { ...blankCell('complete'), value: result.value }
      : blankCell(result && 'unknown' in result && result.unknown ? 'skipped' : 'error')
  }
}
