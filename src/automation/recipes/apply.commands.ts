// Uses a recipe on a workbook that is there: its inputs read columns of the workbook, its other columns are added, as one change.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { readMeantColumns } from '../../enrichment/catalog/suggested-inputs.reads.ts'
import type { Viewer } from '../../identity/sharing.logic.ts'
import type { FieldError } from '../../kernel/errors.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyDefinition } from '../../records/definition/apply.commands.ts'
import { namesOf, otherWorkbooks, readDefinitionOf } from '../../records/definition/definition.reads.ts'
import { readDefinition } from '../../records/definition/definition-reading.logic.ts'
import { toDefinition } from '../../records/definition/definition-shape.logic.ts'
import { changeStructure } from '../../records/opening/structure.lock.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { withModel } from './default-model.reads.ts'
import { recipeBySlug } from './gallery.ts'
import type { SampleRow } from './recipe.ts'
import { fitInputs, fittedColumns, type RecipeInput } from './recipe-fit.logic.ts'
import { mustReadSaved } from './recipes.reads.ts'
import type { RecipeApplied, RecipeApply } from './recipes.schema.ts'

export interface RecipeColumns {
  name: string
  columns: readonly ColumnConfig[]
  sample_rows: readonly SampleRow[]
}

/** The columns of a recipe with ids of their own. */
export async function readRecipeColumns(tx: WorkspaceTx, slug: string, model?: string): Promise<RecipeColumns> {
  const known = recipeBySlug(slug)
  if (known) return { ...known, columns: await withModel(tx, known.columns, model) }
  const { name, definition, sample_rows } = await mustReadSaved(tx, slug)
  const named = (definition.columns as JsonObject[]).flatMap(({ workbook }) => (workbook ? [workbook as string] : []))
  const others = named.length > 0 ? await otherWorkbooks(tx, { names: named }) : []
  const problems: FieldError[] = []
  const findWorkbook = (wanted: string) => others.find((other) => other.name === wanted)
  const { columns } = readDefinition(definition, { current: [], newId: (at) => `r${at}`, findWorkbook }, problems)
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems })
  return { name, columns, sample_rows }
}

/** Which column each input reads: as chosen, the others as names and values suggest. Refuses (422) a column that is not there or named twice. */
export async function chooseInputs(
  tx: WorkspaceTx,
  { columns, sample_rows }: RecipeColumns,
  workbookId: string,
  chosen: readonly RecipeInput[] = [],
): Promise<RecipeInput[]> {
  const meant = await readMeantColumns(tx, workbookId)
  const taken = new Set<string>()
  for (const [at, { name, column_id }] of chosen.entries()) {
    const isInput = columns.some((column) => column.type === 'input' && column.name === name)
    if (!isInput) refuseField(['inputs', at, 'name'], 'unknown_column', 'The recipe has no such input', name)
    if (column_id === null) continue
    if (!meant.columns.some(({ id }) => id === column_id))
      refuseField(['inputs', at, 'column_id'], 'unknown_column', 'There is no such column', column_id)
    if (taken.has(column_id))
      refuseField(['inputs', at, 'column_id'], 'duplicate_target', 'Another input reads this column already', column_id)
    taken.add(column_id)
  }
  return fitInputs(columns, sample_rows, meant).map(
    ({ name, column_id }) =>
      chosen.find((one) => one.name === name) ?? {
        name,
        column_id: column_id !== null && taken.has(column_id) ? null : column_id,
      },
  )
}

export async function applyRecipe(
  tx: WorkspaceTx,
  viewer: Viewer,
  slug: string,
  { workbook_id, inputs: chosen, model }: RecipeApply,
): Promise<RecipeApplied> {
  const id = await mustFindWorkbook(tx, workbook_id)
  // Before it is read: a column that is added between would not be in the definition, and be removed.
  await changeStructure(tx, id)
  const recipe = await readRecipeColumns(tx, slug, model)
  const inputs = await chooseInputs(tx, recipe, id, chosen)
  const there = await readColumns(tx, id)
  const added = fittedColumns(recipe.columns, there, inputs)
  const lookedUp = added.flatMap((column) => (column.type === 'lookup' ? [column.workbook_id] : []))
  const names = namesOf(
    { columns: [...recipe.columns, ...added] },
    lookedUp.length > 0 ? await otherWorkbooks(tx, { ids: lookedUp }) : [],
  )
  const { columns } = toDefinition({ name: '', description: '', columns: added, identity: null, views: [] }, names)
  const present = await readDefinitionOf(tx, id)
  const file = { millrace: present.millrace as Json, columns: [...(present.columns as Json[]), ...(columns as Json[])] }
  const { change_id } = await applyDefinition(tx, id, file, viewer, null)
  await audit(tx, { act: 'recipe.applied', object: { type: 'workbook', id }, after: { recipe: slug } })
  const isNew = new Set(added.map(({ name }) => name))
  const made = (await readColumns(tx, id)).filter(({ name }) => isNew.has(name))
  return { workbook_id: id, change_id, inputs, columns_created: made.map(({ id, name, type }) => ({ id, name, type })) }
}
