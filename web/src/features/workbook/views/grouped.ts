// Rows in groups: the groups come from the server with their counts, the rows of each when it is open and on the screen.
import { api, take } from '../../../api/client.ts'
import type { Column } from '../../../api/shapes.ts'
import { display } from '../../../grid/display.logic.ts'
import type { CellStatus } from '../../../grid/grid.types.ts'
import { GroupedRows, type RowGroup } from '../../../grid/grouped-rows.store.ts'
import { STATUS_WORDS } from '../../../grid/marks.logic.ts'
import { RowStore } from '../../../grid/rows.store.ts'
import { kindOf } from '../column/columns.logic.ts'
import type { Filter } from '../workbook.shapes.ts'
import type { Order, Question } from './look.logic.ts'
import { type Asked, type Facts, RowSource } from './row-source.ts'
import { doorsOf } from './views.api.ts'

/** Groups of one answer. */
const PAGE = 200
/** As many are read again at once. */
const MOST = 500

const SHUT =
  'No filter says "exactly this list" or a text this long, so this group has no rows of its own to show. ' +
  'Filter by one of the values instead.'

interface Options {
  workbookId: string
  question: Question
  group: Order
  column: Column | undefined
  pageSize: number
  /** Groups or rows could not be loaded; null when they could. */
  onFailed: (failed: boolean) => void
}

interface Found {
  value: unknown
  count: number
  filter: Filter | null
}

export interface Grouped extends Asked {
  rows: GroupedRows
}

export async function openGroups(options: Options): Promise<Grouped> {
  const { workbookId, question, group, pageSize, onFailed } = options
  const { sort: _, ...which } = question
  let found: Found[] = []
  let cursor: string | null = null
  let isReading = false
  let facts: Facts = { count: 0, isExact: false, warnings: [], index: 'none' }

  async function read(limit: number, after: string | null) {
    const answer = await take(
      api.POST('/api/workbooks/{workbook_id}/rows/groups', {
        params: { path: { workbook_id: workbookId } },
        body: { ...which, group, by: 'value', limit, ...(after ? { cursor: after } : {}) } as never,
      }),
    )
    return { items: answer.items as Found[], next: answer.next_cursor }
  }

  function open(of: RowGroup): RowStore {
    const { filter } = found.find((one) => keyOf(one) === of.key) ?? {}
    const both = question.filter && filter ? { and: [question.filter, filter] } : (filter ?? question.filter)
    const asked = { ...question, ...(both ? { filter: both } : {}) }
    const source = new RowSource(asked, pageSize, doorsOf(workbookId), () => undefined, of.count)
    return new RowStore({
      pageSize,
      load: async (page, signal) => {
        const loaded = await source.load(page, signal)
        onFailed(false)
        return loaded
      },
      onError: () => onFailed(true),
    })
  }

  const rows = new GroupedRows({ pageSize, open, onMore: () => void more() })

  async function more() {
    if (isReading) return
    isReading = true
    try {
      const next = await read(PAGE, cursor)
      found = [...found, ...next.items]
      cursor = next.next
      tell()
    } catch {
      onFailed(true)
    } finally {
      isReading = false
    }
  }

  function tell() {
    facts = { ...facts, count: found.reduce((sum, { count }) => sum + count, 0), isExact: cursor === null }
    const words = labels(group, options.column)
    const groups = found.map((one) => ({
      key: keyOf(one),
      label: words(one.value),
      count: one.count,
      shut: one.filter === null && one.value !== null ? SHUT : '',
    }))
    rows.set(groups, cursor !== null)
  }

  async function again() {
    const first = await read(Math.min(MOST, Math.max(PAGE, found.length)), null)
    found = first.items
    cursor = first.next
    tell()
  }
  await again()
  return {
    rows,
    get facts() {
      return facts
    },
    count: again,
  }
}

const keyOf = ({ value, filter }: Pick<Found, 'value' | 'filter'>) => JSON.stringify(filter ?? [value])

/** How the value of a group reads. */
function labels(group: Order, column: Column | undefined): (value: unknown) => string {
  const kind = column && (group.on ?? 'value') === 'value' ? kindOf(column, new Map()) : 'text'
  return (value) => {
    if (value === null) return 'Empty'
    if (group.on === 'status') return STATUS_WORDS[value as CellStatus] ?? String(value)
    if (typeof value === 'boolean') return value ? 'Ticked' : 'Not ticked'
    const isTime = group.on === 'updated_at' || group.field === '$created_at' || group.field === '$updated_at'
    return display(value, isTime ? 'date' : kind).text
  }
}
