import { describe, expect, it } from 'vitest'
import {
  answeredQuestion,
  changedMembers,
  decidingFields,
  groupedBy,
  groupLevels,
  moveColumn,
  questionOf,
  savedForm,
  shownColumns,
  type View,
  type ViewState,
  viewStateOf,
  whichRows,
} from './view-state.logic.ts'

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, type: 'input', hidden: id === 'd' })) as never[]
const ids = (look: ViewState) => shownColumns(columns, look).map((column) => column.id)
const filter = { field: 'a', op: 'eq', value: 'x' } as const
const view = { id: 'v1', name: 'One', scope: 'shared', made_by: 1, warnings: [], filter, sort: [] } as unknown as View

describe('how rows are looked at', () => {
  it('is as in the workbook where a view says nothing', () => {
    expect(ids({})).toEqual(['a', 'b', 'c'])
    expect(ids({ hidden: ['a'] })).toEqual(['b', 'c', 'd'])
    expect(ids({ column_order: ['c', 'a'], pinned: ['b'] })).toEqual(['b', 'c', 'a'])
    expect(shownColumns(columns, { widths: { b: 300 } })[1]).toMatchObject({ id: 'b', width: 300 })
  })

  it('moves a column among the shown ones and leaves hidden ones where they are', () => {
    const moved = moveColumn(columns, { hidden: ['b'] }, ['a', 'c', 'd'], 2, 0)
    expect(moved.column_order).toEqual(['d', 'b', 'a', 'c'])
    expect(ids(moved)).toEqual(['d', 'a', 'c'])
  })

  it('counts as changed only where it means something else', () => {
    const saved = viewStateOf(view)
    expect(changedMembers({ filter: { value: 'x', op: 'eq', field: 'a' }, row_height: 'short' }, saved)).toEqual([])
    expect(changedMembers({ ...saved, sort: [{ field: 'b', dir: 'asc' }] }, saved)).toEqual(['sort'])
    expect(changedMembers({ ...saved, hidden: [] }, saved)).toEqual(['hidden'])
    expect(changedMembers({}, saved)).toEqual(['filter'])
  })

  it('says what was taken away when it is saved', () => {
    expect(savedForm({})).toMatchObject({ filter: null, sort: [], group: null, colour_rules: [], row_height: 'short' })
  })
})

describe('the question to the server', () => {
  it('is none for all rows in their order', () => {
    expect(questionOf({}, null)).toBeNull()
    expect(questionOf({ hidden: ['a'] }, null)).toBeNull()
  })

  it('names the view while its rows are those that were saved', () => {
    expect(questionOf({ ...viewStateOf(view), hidden: ['a'] }, view)).toEqual({ view_id: 'v1' })
    const sort = [{ field: 'b', dir: 'desc' as const }]
    expect(questionOf({ ...viewStateOf(view), sort }, view)).toEqual({ filter, sort })
    expect(questionOf({ ...viewStateOf(view), filter: null, sort }, view)).toEqual({ sort })
    expect(questionOf({ ...viewStateOf(view), filter: null }, view)).toBeNull()
  })

  it('is about a text in the rows as well, and leaves groups to be asked for apart', () => {
    const group = { field: 'b', dir: 'asc' as const }
    expect(questionOf({ group }, null)).toEqual({})
    expect(questionOf({ group, search: 'acme' }, null)).toEqual({ search: 'acme' })
    expect(questionOf({ ...viewStateOf(view), group }, view)).toEqual({ view_id: 'v1' })
    expect(questionOf({ ...viewStateOf(view), search: 'acme' }, view)).toEqual({ filter, search: 'acme' })
  })

  it('groups by up to three fields, and the next one takes the place of one that is taken away', () => {
    const [a, b] = [
      { field: 'a', dir: 'asc' as const },
      { field: 'b', dir: 'desc' as const },
    ]
    expect(groupedBy([])).toEqual({ group: null, subgroups: [] })
    expect(groupLevels(groupedBy([a, b]))).toEqual([a, b])
    expect(groupLevels({ group: null, subgroups: [b] })).toEqual([])
    expect(changedMembers(groupedBy([a]), { group: a })).toEqual([])
    expect([...decidingFields(groupedBy([a, b]))]).toEqual(['a', 'b'])
  })

  it('tells which rows a run of them is about, and which columns decide', () => {
    expect(whichRows({ filter, sort: [{ field: 'b', dir: 'asc' }] })).toEqual({ filter })
    expect([...decidingFields({ filter, sort: [{ field: 'b', dir: 'asc' }] })]).toEqual(['a', 'b'])
  })

  it('is about the rows that are shown where another search was made instead of the typed one', () => {
    expect(whichRows(answeredQuestion({ filter, search: 'smiht' }, 'smith'))).toEqual({ filter, search: 'smith' })
    expect(answeredQuestion({ search: 'smith' }, null)).toEqual({ search: 'smith' })
    expect(answeredQuestion(null, null)).toBeNull()
  })
})
