// A value of a row changes.
import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { rowEvents, SYSTEM, watchedWorkbook } from './row-occurrence.ts'
import { defineTrigger, type TriggerVariable } from './trigger.ts'

const RowChanged = Type.Object({
  ...watchedWorkbook,
  column_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      description:
        'Only when one of these changes. Absent: any column. A write that leaves the value as it was is no change. The event carries ' +
        '`before` and `after`, by column id, as the change itself wrote them.',
      ...shownAs({ title: 'When one of these changes', hint: '', editor: 'columns', blank: 'any of them' }),
    }),
  ),
})
export type RowSettings = Static<typeof RowChanged>

/** The values of the change itself, by the name of the column or its id. A column of the name comes first. */
const changed = (columns: readonly TriggerVariable[]): TriggerVariable[] =>
  ['before', 'after'].flatMap((when) => [
    { id: when, name: when, members: [] },
    ...columns.map(({ id, name }) => ({ id: `${when}.${id}`, name: `${when}.${name}` })),
  ])

export const rowChangedTrigger = defineTrigger({
  ...rowEvents('row.changed', 'a row changes', 'updated_at'),
  place: 30,
  settings: RowChanged,
  async variables(tx, { workbook_id }) {
    const own = (await readColumns(tx, workbook_id)).map(({ id, name }) => ({ id, name }))
    return [...changed(own), ...own, ...SYSTEM]
  },
  kept: ({ before = {}, after = {} }) => ({ ...(after as JsonObject), before, after }),
})
