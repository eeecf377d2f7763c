import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridRow } from '../model/grid.types.ts'
import type { GroupPlace } from './group-tree.store.ts'
import { GroupedRows } from './grouped-rows.store.ts'
import { RowStore } from './rows.store.ts'

type Row = readonly string[]

const asRow = (row: Row, at: number): GridRow => ({
  row_id: `${row.join('')}${at}`,
  position: at,
  data: {},
  enrichments: {},
})

/** Groups as a server answers them: two groups at a time, two rows a page. */
function grouped(rows: readonly Row[], levels: number, turned?: GroupPlace, onTurned?: (turned: GroupPlace) => void) {
  const list = rows.map((row, at) => ({ row, shown: asRow(row, at) }))
  const within = (keys: readonly string[]) => list.filter(({ row }) => keys.every((key, at) => row[at] === key))
  const wants: string[] = []
  const known = new Map<string, number>()
  const store: GroupedRows = new GroupedRows({
    pageSize: 2,
    levels: Array.from({ length: levels }, (_, at) => `Level ${at}`),
    ...(turned ? { turned } : {}),
    ...(onTurned ? { onTurned } : {}),
    open: (path) => {
      const found = within(path.map(({ key }) => key)).map(({ shown }) => shown)
      const load = async (page: number) => ({ rows: found.slice(page * 2, page * 2 + 2), total_rows: found.length })
      return new RowStore({ pageSize: 2, load })
    },
    onWant: (under) => {
      wants.push(under.join('/'))
      read(under)
    },
  })
  function read(under: readonly string[]) {
    const count = (known.get(under.join('/')) ?? 0) + 2
    known.set(under.join('/'), count)
    const inside = within(under)
    const keys = [...new Set(inside.map(({ row }) => row[under.length] ?? ''))].sort()
    const groups = keys.map((key) => {
      const size = inside.filter(({ row }) => row[under.length] === key).length
      return { key, label: key, count: size, shut: '' }
    })
    store.set(groups.slice(0, count), keys.length > count, under)
  }
  /** Scrolls over everything until nothing is left to come. */
  function lookAtAll() {
    for (let before = -1; before !== wants.length; ) {
      before = wants.length
      store.bands.want(0, store.bands.lines)
    }
  }
  read([])
  return { store, wants, lookAtAll }
}

const words = ({ list }: GroupedRows['bands']) =>
  list.map(({ label, level, count, isOpen }) => `${'.'.repeat(level)}${label} ${count}${isOpen ? '' : ' shut'}`)

/** What stands on the grid when `closed` says which groups are, written down the plain way. */
function plainly(rows: readonly Row[], levels: number, closed: (keys: Row) => boolean): string[] {
  const put = (inside: readonly (readonly [Row, number])[], keys: Row): string[] => {
    if (keys.length === levels) return inside.map(([row, at]) => asRow(row, at).row_id)
    const values = [...new Set(inside.map(([row]) => row[keys.length] ?? ''))].sort()
    return values.flatMap((value) => {
      const under = [...keys, value]
      const own = inside.filter(([row]) => row[keys.length] === value)
      const header = `${'.'.repeat(keys.length)}${value} ${own.length}`
      return closed(under) ? [`${header} shut`] : [header, ...put(own, under)]
    })
  }
  return put(
    rows.map((row, at) => [row, at] as const),
    [],
  )
}

async function written(store: GroupedRows): Promise<string[]> {
  const rows = store.total > 0 ? await store.ensure(0, store.total - 1) : []
  const { bands } = store
  const headers = words(bands)
  return Array.from({ length: bands.lines }, (_, line) => {
    const at = bands.lineAt(line)
    return ('band' in at ? headers[at.band] : rows[at.row]?.row_id) ?? 'nothing'
  })
}

describe('groups in groups', () => {
  it('show the headers and rows that are there when everything is written down, whatever is closed', async () => {
    const row = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('p', 'q', 'r'), fc.constantFrom('x', 'y'))
    const turns = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        turns,
        async (rows, levels, list) => {
          const { store, lookAtAll } = grouped(rows, levels)
          store.bands.turnAll(true)
          lookAtAll()
          const closed = new Set<string>()
          for (const [nth, open] of list) {
            const band = store.bands.list[nth % Math.max(1, store.bands.list.length)]
            if (!band) continue
            store.bands.turn(store.bands.list.indexOf(band), open)
            if (open) closed.delete(band.key)
            else closed.add(band.key)
            lookAtAll()
          }
          expect(await written(store)).toEqual(plainly(rows, levels, (keys) => closed.has(keys.join('\n'))))
          for (let at = 0; at < store.total; at += 1) expect(store.indexOf(store.row(at)?.row_id ?? '')).toBe(at)
        },
      ),
      { numRuns: 60 },
    )
  })

  const ROWS: Row[] = [
    ['a', 'p'],
    ['a', 'q'],
    ['b', 'p'],
  ]

  it('are read when they are on the screen and not before', () => {
    const { store, wants } = grouped(ROWS, 2)
    expect(words(store.bands)).toEqual(['a 2', '.Loading groups null shut', 'b 1', '.Loading groups null shut'])
    expect(wants).toEqual([])
    store.bands.want(2, 3)
    expect(wants).toEqual(['b'])
    expect(words(store.bands)).toEqual(['a 2', '.Loading groups null shut', 'b 1', '.p 1'])
    expect(store.total).toBe(1)
    expect(store.bands.list.at(-1)?.name).toBe('Level 1')
  })

  it('are read again when they may have changed, and stay open or closed meanwhile', () => {
    const { store, wants, lookAtAll } = grouped(ROWS, 2)
    lookAtAll()
    store.bands.turn(1, false)
    const before = words(store.bands)
    store.age()
    expect(words(store.bands)).toEqual(before)
    store.bands.want(0, 1)
    expect(wants.at(-1)).toBe('a')
    expect(words(store.bands)).toEqual(before)
  })

  it('are open or closed as they were left when they are shown again', async () => {
    const told: GroupPlace[] = []
    const first = grouped(ROWS, 2, undefined, (turned) => told.push(turned))
    first.lookAtAll()
    first.store.bands.turnAll(false)
    first.store.bands.turn(0, true)
    first.store.bands.turn(2, true)
    const { store, lookAtAll } = grouped(ROWS, 2, told.at(-1))
    lookAtAll()
    expect(await written(store)).toEqual(['a 2', '.p 1 shut', '.q 1', 'aq1', 'b 1 shut'])
  })
})
