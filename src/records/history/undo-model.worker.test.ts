// Undo and redo of two people in one workbook, held to a plain model over random sequences of acts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { Refusal } from '../../kernel/errors.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { clearCell, setCell } from '../rows/overrides.commands.ts'
import { deleteRows, updateRows } from '../rows/rows.commands.ts'
import { addHistoryWorkbook, stateOf } from './history.fixture.ts'
import { HistoryModel } from './history-model.fixture.ts'
import { revertChange } from './revert.commands.ts'

const { database } = await openTenant()

// Few rows and values, so that people meet.
const row = fc.nat(3)
const value = fc.constantFrom('x', 'y', null)
const column = fc.constantFrom('c1', 'c2', 'c3')
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('set' as const), row, column, value }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('patch' as const),
      rows: fc.array(fc.record({ row, c1: value, c2: value }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('insert' as const), count: fc.integer({ min: 1, max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete' as const), rows: fc.array(row, { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('redo' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const acts = fc.array(fc.record({ user: fc.constantFrom(1, 2), act }), { minLength: 1, maxLength: 25 })

test('after any acts of two people, undo and redo leave what a plain model says, and skip just what the other changed', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const { id, ann, ben } = await addHistoryWorkbook(database)
      const model = new HistoryModel()
      for (const step of sequence) {
        const place = step.user === 1 ? ann : ben
        await play(id, place, step.user, step.act, model)
        expect(await stateOf(database, id)).toEqual(model.state())
      }
    }),
    { numRuns: 25 },
  )
})

async function play(
  id: string,
  place: Awaited<ReturnType<typeof addHistoryWorkbook>>['ann'],
  user: number,
  step: Act,
  model: HistoryModel,
): Promise<void> {
  const inWorkspace = <T>(work: Parameters<typeof database.inWorkspace<T>>[1]) => database.inWorkspace<T>(place, work)
  const ids = model.state().map((one) => one.id)
  const idOf = (n: number) => ids[n % ids.length] ?? ''
  switch (step.do) {
    case 'set': {
      if (ids.length === 0) return
      const path = { workbook_id: id, row_id: idOf(step.row), column_id: step.column }
      const isCleared = step.column === 'c3' && step.value === null
      if (isCleared) await inWorkspace((tx) => clearCell(tx, path))
      else await inWorkspace((tx) => setCell(tx, path, step.value, new Date(0)))
      const content =
        step.column === 'c3' && step.value !== null ? { status: 'overridden', value: step.value } : step.value
      return model.edit(user, [{ row: path.row_id, column: step.column, value: content }])
    }
    case 'patch': {
      if (ids.length === 0) return
      const rows = new Map(step.rows.map(({ row, c1, c2 }) => [idOf(row), { c1, c2 }]))
      await inWorkspace((tx) => updateRows(tx, id, { rows: [...rows].map(([row_id, data]) => ({ row_id, data })) }))
      const writes = [...rows].flatMap(([row, data]) =>
        Object.entries(data).map(([column, value]) => ({ row, column, value })),
      )
      return model.edit(user, writes)
    }
    case 'insert': {
      const rows = Array.from({ length: step.count }, (_, n) => ({ data: { c1: `new ${n}` } }))
      const { row_ids } = await inWorkspace((tx) => createRows(tx, id, { rows }))
      const stored = await stateOf(database, id)
      return model.insert(
        user,
        stored.filter((row) => row_ids.includes(row.id)),
      )
    }
    case 'delete': {
      if (ids.length === 0) return
      const gone = [...new Set(step.rows.map(idOf))]
      await inWorkspace((tx) => deleteRows(tx, id, gone))
      return model.remove(user, gone)
    }
    default: {
      const direction = step.do
      const expected = model.revert(user, direction)
      const answer = await inWorkspace((tx) => revertChange(tx, id, direction, undefined)).catch((error) => {
        if (error instanceof Refusal && error.code === 'conflict') return null
        throw error
      })
      const told = answer && {
        cells: answer.cells,
        rows: answer.rows,
        skipped: answer.skipped.map(({ row_id, column_id }) => `${row_id} ${column_id}`).sort(),
      }
      expect(told).toEqual(expected && { ...expected, skipped: expected.skipped.sort() })
    }
  }
}
