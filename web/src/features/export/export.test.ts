import { expect, test } from 'vitest'
import { exportBody, exportQuery, usual } from './export.logic.ts'

const columns = [{ id: 'c1' }, { id: 'c2', hidden: true }]

test('the usual export leaves out what is hidden and what nothing verified', () => {
  expect(exportQuery(exportBody(usual, [{ id: 'c1' }], null))).toEqual({ without_unverified: true })
  expect(exportQuery(exportBody(usual, columns, null))).toEqual({ columns: 'c1', without_unverified: true })
  expect(exportQuery(exportBody({ ...usual, shownOnly: false, unverified: true }, columns, null))).toEqual({})
})

test('what only makes sense in one format is asked for in that format', () => {
  const all = { ...usual, shownOnly: false, safe: false, bom: true, attribution: true, include: ['status' as const] }
  expect(exportQuery(exportBody(all, columns, null))).toEqual({
    include: 'status',
    without_unverified: true,
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
