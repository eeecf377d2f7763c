import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../../../api/served.fixture.ts'
import { type GridWrite, pasteWrite } from '../../../grid/edit/write.logic.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { type Act, actOf, unsureWords } from './edit-batches.logic.ts'

const asked: { rows: { data: object }[]; change_id?: string; label?: string }[] = []
const typedOver: [string, object][] = []
let added: typeof import('./added-rows.ts')
beforeAll(async () => {
  serve(async (request) => {
    const body = await request.json()
    const { pathname } = new URL(request.url)
    if (request.method === 'PATCH') return typedOver.push([pathname, body])
    asked.push(body)
    return { items: body.rows.map((_: unknown, at: number) => ({ row_id: `new${at}` })), change_id: 'change' }
  })
  added = await import('./added-rows.ts')
})
beforeEach(() => {
  asked.length = 0
  typedOver.length = 0
})

const column = (id: string, kind: GridColumn['kind'], computed = false): GridColumn => ({
  id,
  name: id,
  type: computed ? 'formula' : 'input',
  kind,
  width: 100,
  computed,
})
const COLUMNS = [column('name', 'text'), column('size', 'number'), column('sum', 'number', true)]

function pasted(lines: string[][], y: number, newRows: number): GridWrite {
  const target = { x: 0, y, width: lines[0]?.length ?? 0, height: lines.length }
  return pasteWrite(
    lines.map((line) => line.map((text) => ({ text }))),
    { target, newRows, newColumns: 0 } as Parameters<typeof pasteWrite>[1],
  )
}

describe('a paste beyond the end of what a view shows', () => {
  it('splits at the last row that was shown: none is written twice, and none is left out', async () => {
    const lines = [['a'], ['b'], ['c'], ['d']]
    const write = pasted(lines, 8, 2)
    expect(await added.addFilled('book', write, 10, COLUMNS, actOf(write))).toBe(2)
    expect(asked.flatMap(({ rows }) => rows)).toEqual([{ data: { name: 'c' } }, { data: { name: 'd' } }])
    expect(added.withinRows(write, 10).targets).toEqual([{ x: 0, y: 8, width: 1, height: 2 }])
  })

  it('tells of the new rows, too, what did not fit and what may be meant otherwise; blank cells stay blank', async () => {
    const write = pasted(
      [
        ['a', '1.500', '7'],
        ['', 'many', ''],
      ],
      0,
      2,
    )
    const act = actOf(write)
    expect(await added.addFilled('book', write, 0, COLUMNS, act)).toBe(6)
    expect(asked).toEqual([{ rows: [{ data: { name: 'a', size: 1.5 } }, { data: { size: 'many' } }] }])
    expect(typedOver).toEqual([['/api/workbooks/book/rows/new0/cells/sum', { value: 7, change_id: 'change' }]])
    expect([act.invalidValues, unsureWords(act)]).toEqual([1, '. “1.500” taken as decimals, not as thousands'])
  })

  it('is one act over as many calls as it takes', async () => {
    const write = pasted(
      Array.from({ length: 2500 }, (_, at) => [`${at}`]),
      0,
      2500,
    )
    const act: Act = { ...actOf(write), label: 'Paste 2,500 cells' }
    await added.addFilled('book', write, 0, COLUMNS, act)
    const parts = asked.map(({ rows, ...one }) => [rows.length, one])
    const join = { change_id: 'change' }
    expect(parts).toEqual([
      [1000, { label: act.label }],
      [1000, join],
      [500, join],
    ])
    asked.length = 0
    let grown = 0
    await added.addBlank('book', { grow: (count) => (grown += count) }, 1200, act)
    expect([asked.map(({ rows }) => rows.length), grown]).toEqual([[1000, 200], 1200])
  })
})
