// The labeled sets that matching is measured on, read from a folder of data into records, fields and the pairs that are the same.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { type ColumnRole, fieldsOf, type MatchField, roleOf } from '../../src/engine/matching/match-fields.ts'
import { type NormalRecord, normalRecord } from '../../src/engine/matching/prepared.ts'

type Row = Record<string, string>

export interface MatchingSet {
  name: string
  fields: MatchField[]
  records: NormalRecord[]
  /** Places of records, a < b, as `a * records.length + b`. */
  truth: Set<number>
  sources?: number[]
  /** The columns and their roles, for those who wonder. */
  roles: ColumnRole[]
}

function readRows(path: string): Row[] {
  const file = existsSync(path) ? path : `${path}.gz`
  const bytes = readFileSync(file)
  const text = file.endsWith('.gz') ? gunzipSync(bytes).toString('utf8') : bytes.toString('utf8')
  return Papa.parse<Row>(text, { header: true, skipEmptyLines: true, transformHeader: (name) => name.trim() }).data
}

/** The roles follow from the names of the columns; those of labels and ids are left out. */
function setOf(
  name: string,
  rows: readonly Row[],
  hidden: readonly string[],
  truth: Set<number>,
  sources?: number[],
): MatchingSet {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) => !hidden.includes(column))
  const roles = columns.flatMap((column) => {
    const role = roleOf(column)
    return role === null ? [] : [{ column, role }]
  })
  const { fields, read } = fieldsOf(roles)
  const records = rows.map((row) => normalRecord(fields, read(row)))
  return { name, fields, records, truth, roles, ...(sources && { sources }) }
}

export function pairsOfGroups(labels: readonly string[]): Set<number> {
  const groups = new Map<string, number[]>()
  for (const [at, label] of labels.entries()) groups.set(label, [...(groups.get(label) ?? []), at])
  const pairs = new Set<number>()
  for (const group of groups.values())
    for (const [n, a] of group.entries()) for (const b of group.slice(n + 1)) pairs.add(a * labels.length + b)
  return pairs
}

export function febrl(folder: string, name: string): MatchingSet {
  const rows = readRows(join(folder, 'er/febrl', `${name}.csv`))
  const label = (row: Row) => row.entity_id || (row.rec_id ?? '').split('-')[1] || ''
  return setOf(name, rows, ['rec_id', 'entity_id'], pairsOfGroups(rows.map(label)))
}

/** Two lists of febrl, in each of which a person is once. */
export function febrlLink(folder: string, name: string): MatchingSet {
  const lists = ['a', 'b'].map((list) => readRows(join(folder, 'er/febrl', `${name}${list}.csv`)))
  const rows = lists.flat()
  const sources = lists.flatMap((list, at) => list.map(() => at))
  return setOf(
    name,
    rows,
    ['rec_id'],
    pairsOfGroups(rows.map((row) => (row.rec_id ?? '').split('-')[1] ?? '')),
    sources,
  )
}

/** Sites of early education, as several offices list them. */
export function earlyChildhood(folder: string): MatchingSet {
  const rows = readRows(join(folder, EARLY_CHILDHOOD))
  const hidden = ['Id', 'Source', 'True Id']
  return setOf('early_childhood', rows, hidden, pairsOfGroups(rows.map((row) => row['True Id'] ?? '')))
}

const EARLY_CHILDHOOD = 'er/dedupe/early_childhood.csv'

/** Sets that no rule was made on, where the folder has them: where each is from is in the README. */
export const HELD_SETS: readonly { file: string; read: (folder: string) => MatchingSet }[] = [
  { file: 'er/febrl/febrl2.csv', read: (folder) => ({ ...febrl(folder, 'febrl2'), name: 'febrl2' }) },
  { file: 'er/febrl/febrl4a.csv', read: (folder) => febrlLink(folder, 'febrl4') },
  { file: EARLY_CHILDHOOD, read: earlyChildhood },
]

export function fake1000(folder: string): MatchingSet {
  const rows = readRows(join(folder, 'er/splink/fake_1000.csv'))
  return setOf('fake_1000', rows, ['unique_id', 'cluster'], pairsOfGroups(rows.map((row) => row.cluster ?? '')))
}

function linked(
  folder: string,
  name: string,
  files: readonly [string, string],
  columns: readonly [string, string],
): MatchingSet {
  const path = (file: string) => join(folder, 'er', name, `${file}.csv`)
  const [left, right] = [readRows(path(files[0])), readRows(path(files[1]))]
  const rows = [...left, ...right]
  const at = new Map(rows.map((row, place) => [`${place < left.length ? 0 : 1} ${row.id}`, place]))
  const truth = new Set(
    readRows(path('matches')).map((row) => {
      const [a, b] = [at.get(`0 ${row[columns[0]]}`) ?? -1, at.get(`1 ${row[columns[1]]}`) ?? -1]
      return Math.min(a, b) * rows.length + Math.max(a, b)
    }),
  )
  return setOf(
    name,
    rows,
    ['id'],
    truth,
    rows.map((_, place) => (place < left.length ? 0 : 1)),
  )
}

export const dblpAcm = (folder: string) => linked(folder, 'dblp-acm', ['dblp', 'acm'], ['idDBLP', 'idACM'])
export const fodorsZagats = (folder: string) =>
  linked(folder, 'fodors-zagats', ['fodors', 'zagats'], ['fodors_id', 'zagats_id'])

export function senzing(folder: string): MatchingSet {
  const rows = ['customers', 'reference', 'watchlist'].flatMap((file) =>
    readRows(join(folder, 'er/senzing', `${file}.csv`)),
  )
  const keys = new Map(
    readRows(join(folder, 'er/senzing/actual_truthset_key.csv')).map((row) => [
      `${row.DATA_SOURCE} ${row.RECORD_ID}`,
      row.CLUSTER_ID ?? '',
    ]),
  )
  const labels = rows.map((row, at) => keys.get(`${row.DATA_SOURCE} ${row.RECORD_ID}`) ?? `alone ${at}`)
  const hidden = [
    'DATA_SOURCE',
    'RECORD_ID',
    'RECORD_TYPE',
    'AMOUNT',
    'CATEGORY',
    'DATE',
    'STATUS',
    'ADDR_TYPE',
    'PHONE_TYPE',
  ]
  return setOf('senzing', rows, hidden, pairsOfGroups(labels))
}

export function rowsAsSet(name: string, rows: readonly Row[], label: string): MatchingSet {
  return setOf(name, rows, [label], pairsOfGroups(rows.map((row) => row[label] ?? '')))
}
