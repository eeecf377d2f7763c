// Adds a row to a workbook, or updates the one that its identity knows.
import { type Static, Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { columnByKey } from '../../records/store/rows/rows.logic.ts'
import { mustFindWorkbook, mustReadWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { defineAction, quoted } from './action.ts'
import { mustKnowWorkbook, Values, withoutBlanks } from './action-values.ts'

const AddToWorkbook = Type.Object({
  workbook_id: Type.String({ minLength: 1, maxLength: 100, ...shownAs(SUBJECTS.workbook_id.form) }),
  values: Values('What is written, by name or id of column. Those without a value are left out.'),
  dedupe: Type.String({
    enum: ['create', 'skip', 'update'],
    default: 'update',
    description: 'What happens to a row that the workbook knows by its identity; `create` adds another.',
    ...shownAs({
      title: 'Rows that are known',
      hint: '',
      labels: { create: 'Add another', skip: 'Leave alone', update: 'Update' },
    }),
  }),
})

export const addToWorkbookAction = defineAction({
  kind: 'add_to_workbook',
  place: 20,
  label: 'Add to a workbook',
  description: 'Adds a row to a workbook, or updates the one that its identity knows.',
  for_token: 'workbooks:write',
  settings: AddToWorkbook,
  words: (_, { name }) => `add to${quoted('', name('workbook_id')) || ' a workbook'}`,
  plain: ['workbook_id', 'dedupe'],
  answers: [
    { member: 'outcome', label: 'Outcome', values: ['created', 'updated', 'skipped', 'nothing'] },
    { member: 'row_id', label: 'Row id' },
  ],
  async check(tx, { workbook_id, values }, loc) {
    const find = columnByKey(await readColumns(tx, await mustKnowWorkbook(tx, workbook_id, loc)))
    for (const key of Object.keys(values))
      if (!find(key))
        refuseField([...loc, 'values', key], 'value_error', `Value error, there is no column "${key}"`, key)
  },
  async preview(tx, { workbook_id, values }) {
    const { name } = await mustReadWorkbook(tx, workbook_id)
    const kept = withoutBlanks(values)
    if (Object.keys(kept).length === 0) return { text: 'Would add nothing', problem: 'No value of the row is filled' }
    return {
      text: `Would write ${Object.entries(kept)
        .map(([key, value]) => `${key}: ${String(value)}`)
        .join(', ')
        .slice(0, 300)} to "${name}"`,
    }
  },
  async act(tx, input) {
    const [output] = await addRows(tx, await openTarget(tx, input.workbook_id), [input])
    return { output: output ?? null }
  },
  async actTogether(tx, inputs) {
    const [first] = inputs
    if (!first) return []
    const target = await openTarget(tx, first.workbook_id)
    // Each row has to name the run that led to it.
    return target.isWatched ? null : addRows(tx, target, inputs)
  },
})

interface Target {
  id: string
  hasIdentity: boolean
  isWatched: boolean
}

async function openTarget(tx: WorkspaceTx, workbookId: string): Promise<Target> {
  const id = await mustFindWorkbook(tx, workbookId)
  const { rows } = await tx.client.query<Omit<Target, 'id'>>(
    `select identity is not null as "hasIdentity", coalesce((follow ->> 'rules')::boolean, false) as "isWatched"
      from workbooks where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  return { id, hasIdentity: rows[0]?.hasIdentity ?? false, isWatched: rows[0]?.isWatched ?? false }
}

/** Adds or updates a row for each input, through the writer of rows. Inputs without values add nothing. */
async function addRows(
  tx: WorkspaceTx,
  target: Target,
  inputs: readonly Static<typeof AddToWorkbook>[],
): Promise<Json[]> {
  const rows = inputs.map(({ values }) => ({ data: withoutBlanks(values) }))
  const filled = rows.filter(({ data }) => Object.keys(data).length > 0)
  const dedupe = target.hasIdentity ? inputs[0]?.dedupe : 'create'
  const written = filled.length > 0 ? await createRows(tx, target.id, { rows: filled, dedupe } as never) : null
  const outcomes = [...(written?.outcomes ?? [])]
  return rows.map(({ data }) => {
    if (Object.keys(data).length === 0) return { outcome: 'nothing', row_id: null }
    const { outcome, row_id } = outcomes.shift() ?? { outcome: 'created', row_id: null }
    return { outcome, row_id }
  })
}
