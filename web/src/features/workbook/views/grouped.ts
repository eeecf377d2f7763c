// Rows in groups: the groups come from the server with their counts, those in a group and its rows when it is open and on the screen.
import { api, take } from '../../../api/client.ts'
import type { Column, Schemas } from '../../../api/shapes.ts'
import { display } from '../../../grid/marks/display.logic.ts'
import { STATUS_WORDS } from '../../../grid/marks/marks.logic.ts'
import type { GroupPlace, RowGroup } from '../../../grid/rows/group-tree.store.ts'
import { GroupedRows } from '../../../grid/rows/grouped-rows.store.ts'
import { RowStore } from '../../../grid/rows/rows.store.ts'
import { keepDraft, readDraft } from '../../../ui/forms/kept-draft.ts'
import { kindOf } from '../../columns/columns.logic.ts'
import { fieldsOf } from '../../columns/filters/fields.logic.ts'
import type { Filter, FilterLeaf } from '../../columns/workbook.shapes.ts'
import { orderWords } from '../filter/words.logic.ts'
import { shownTotals, type TotalChoices, totalText, totalWords } from '../totals/totals.logic.ts'
import { type RowFacts, type RowQuery, RowSource } from './row-source.ts'
import type { Order, ViewQuestion } from './view-state.logic.ts'
import { doorsOf } from './views.api.ts'

/** Groups of one answer. */
const PAGE = 200
/** As many are read again at once. */
const MOST = 500
/** The number of individually opened or closed groups that are remembered. */
const TURNED = 1000

const SHUT =
  'No filter says "exactly this list" or a text this long, so this group has no rows of its own to show. ' +
  'Filter by one of the values instead.'

interface Options {
  workbookId: string
  question: ViewQuestion
  /** The outermost first. */
  levels: readonly Order[]
  columns: readonly Column[]
  totals: TotalChoices | undefined
  pageSize: number
  /** Groups or rows could not be loaded; null when they could. */
  onFailed: (failed: boolean) => void
}

interface Found extends RowGroup {
  filter: Filter | null
}

/** The groups in one group, as far as they were read. */
interface Read {
  found: Found[]
  cursor: string | null
  isStale: boolean
}

export interface GroupQuery extends RowQuery {
  rows: GroupedRows
}

export async function openGroups(options: Options): Promise<GroupQuery> {
  const { workbookId, question, levels, pageSize, onFailed } = options
  const { sort: _, ...which } = question
  const known = new Map<string, Read>()
  const reading = new Set<string>()
  let facts: RowFacts = { count: 0, isExact: false, warnings: [], index: 'none', corrected: null }
  const place = (under: readonly string[]) => under.join('\n')
  const fields = fieldsOf(options.columns, (column) => kindOf(column, new Map()))
  const kinds = options.columns.map((column) => ({ id: column.id, kind: kindOf(column, new Map()) }))
  const wanted = shownTotals(kinds, options.totals)
  const asked = wanted.map(({ column_id, total }) => ({ column_id, total }))
  const wordsOf = levels.map((level) => labels(level, options.columns))

  /** What else rows in a group have to match; null when the group is not there any more. */
  function filterOf(under: readonly string[]): { filter?: Filter } | null {
    const all: Filter[] = question.filter ? [question.filter] : []
    for (const [at, key] of under.entries()) {
      const filter = known.get(place(under.slice(0, at)))?.found.find((one) => one.key === key)?.filter
      if (!filter) return null
      all.push(filter)
    }
    const [only] = all
    return all.length > 1 ? { filter: { and: all } } : only ? { filter: only } : {}
  }

  async function read(under: readonly string[], limit: number, after: string | null): Promise<Read> {
    const level = levels[under.length]
    const filter = filterOf(under)
    if (!level || !filter) throw new Error('the group is gone')
    const answer = await take(
      api.POST('/api/workbooks/{workbook_id}/rows/groups', {
        params: { path: { workbook_id: workbookId } },
        body: {
          ...which,
          ...filter,
          group: level,
          by: 'value',
          limit,
          ...(after && { cursor: after }),
          ...(asked.length > 0 && { totals: asked }),
        },
      }),
    )
    const found = (
      answer.items as { value: unknown; count: number; filter: Filter | null; totals?: (number | string | null)[] }[]
    ).map((one) => ({
      key: JSON.stringify(one.filter ?? [one.value]),
      label: wordsOf[under.length]?.(one.value) ?? '',
      count: one.count,
      filter: one.filter,
      shut: one.filter === null && one.value !== null ? SHUT : '',
      ...(one.totals && { totals: totalsIn(one.totals) }),
    }))
    return { found, cursor: answer.next_cursor, isStale: false }
  }

  const totalsIn = (values: readonly (number | string | null)[]) =>
    Object.fromEntries(
      wanted.map(({ column_id, total, kind }, at) => [
        column_id,
        `${totalWords(total, kind)} ${totalText(total, values[at] ?? null, kind)}`,
      ]),
    )

  function open(path: readonly RowGroup[]): RowStore {
    const asked = { ...question, ...filterOf(path.map(({ key }) => key)) }
    const source = new RowSource(asked, pageSize, doorsOf(workbookId), () => undefined, path.at(-1)?.count)
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

  const turnedAs = `groups.${JSON.stringify(levels)}`
  const rows = new GroupedRows({
    pageSize,
    levels: levels.map((level) => orderWords(level as Pick<FilterLeaf, 'field' | 'on'>, fields)),
    open,
    onWant: (under) => void want(under),
    turned: readDraft<GroupPlace>(workbookId, turnedAs) ?? { all: null, each: {} },
    onTurned: ({ all, each }) =>
      keepDraft(workbookId, turnedAs, { all, each: Object.fromEntries(Object.entries(each).slice(-TURNED)) }),
  })

  function put(under: readonly string[], level: Read) {
    known.set(place(under), level)
    if (under.length === 0) {
      const count = level.found.reduce((sum, one) => sum + one.count, 0)
      facts = { ...facts, count, isExact: level.cursor === null }
    }
    rows.set(level.found, level.cursor !== null, under)
  }

  /** The first groups in a group, those that follow, or as many as there were again. */
  async function want(under: readonly string[]) {
    const at = place(under)
    if (reading.has(at)) return
    reading.add(at)
    try {
      const before = known.get(at)
      if (before && !before.isStale) {
        const next = await read(under, PAGE, before.cursor)
        put(under, { ...next, found: [...before.found, ...next.found] })
      } else put(under, await read(under, Math.min(MOST, Math.max(PAGE, before?.found.length ?? 0)), null))
    } catch {
      onFailed(true)
    } finally {
      reading.delete(at)
    }
  }

  async function again() {
    const before = known.get('')?.found.length ?? 0
    const first = await read([], Math.min(MOST, Math.max(PAGE, before)), null)
    for (const level of known.values()) level.isStale = true
    put([], first)
    rows.age()
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

/** How the value of a group reads. */
function labels(level: Order, columns: readonly Column[]): (value: unknown) => string {
  const column = columns.find(({ id }) => id === level.field)
  const kind = column && (level.on ?? 'value') === 'value' ? kindOf(column, new Map()) : 'text'
  return (value) => {
    if (value === null) return 'Empty'
    if (level.on === 'status') return STATUS_WORDS[value as Schemas['EnrichmentOverlay']['status']] ?? String(value)
    if (typeof value === 'boolean') return value ? 'Ticked' : 'Not ticked'
    const isTime = level.on === 'updated_at' || level.field === '$created_at' || level.field === '$updated_at'
    return display(value, isTime ? 'date' : kind).text
  }
}
