import { expect, test } from 'vitest'
import { exportBody, exportQuery, usual } from './export.logic.ts'

const columns = [{ id: 'c1' }, { id: 'c2', hidden: true }]

test('the usual export asks for nothing special, but leaves out what is hidden', () => {
  expect(exportQuery(exportBody(usual, [{ id: 'c1' }], null))).toEqual({})
  expect(exportQuery(exportBody(usual, columns, null))).toEqual({ columns: 'c1' })
  expect(exportQuery(exportBody({ ...usual, shownOnly: false }, columns, null))).toEqual({})
})

test('what only makes sense in one format is asked for in that format', () => {
  const all = { ...usual, shownOnly: false, safe: false, bom: true, attribution: true, include: ['status' as const] }
  expect(exportQuery(exportBody(all, columns, null))).toEqual({
    include: 'status',
    raw: true,
    bom: true,
    attribution: true,
  })
  expect(exportBody({ ...all, format: 'xlsx' }, columns, ['r1'])).toMatchObject({
    raw: false,
    bom: false,
    attribution: false,
    row_ids: ['r1'],
  })
})
