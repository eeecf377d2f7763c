// The labeled sets that matching is measured on, read from a folder of data into records, fields and the pairs that are the same.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import type { MatchField } from '../../src/engine/matching/match-fields.ts'
import type { NormalRecord } from '../../src/engine/matching/prepared.ts'
import type { Row as StoredRow } from '../../src/engine/values/row.ts'
import { rowFormOf } from '../../src/records/row-matches/row-form.logic.ts'

export type Row = Record<string, string>

export interface MatchingSet {
  name: string
  fields: readonly MatchField[]
  records: NormalRecord[]
  /** Places of records, a < b, as `a * records.length + b`. */
  truth: Set<number>
  sources?: number[]
  /** By field the column that it is made of first, for those who wonder. */
  columns: readonly string[]
}

export function readRows(path: string): Row[] {
  const file = existsSync(path) ? path : `${path}.gz`
  const bytes = readFileSync(file)
  const text = file.endsWith('.gz') ? gunzipSync(bytes).toString('utf8') : bytes.toString('utf8')
  return Papa.parse<Row>(text, { header: true, skipEmptyLines: true, transformHeader: (name) => name.trim() }).data
}

/** The columns are read as those of a workbook; those of labels and ids are left out. */
function setOf(
  name: string,
  rows: readonly Row[],
  hidden: readonly string[],
  truth: Set<number>,
  sources?: number[],
): MatchingSet {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) => !hidden.includes(column))
  const columns = names.map((name) => ({ id: name, name, type: 'input' as const, input_type: 'text' as const }))
  const stored = rows.map((data) => ({ ...EMPTY_ROW, data }))
  const { fields, column_of, formOf } = rowFormOf(columns, stored)
  return { name, fields, columns: column_of, records: stored.map(formOf), truth, ...(sources && { sources }) }
}

const EMPTY_ROW: Omit<StoredRow, 'data'> = {
  row_id: '',
  position: 0,
  lead_id: null,
  cells: {},
  source: null,
  created_at: '',
  updated_at: '',
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

export const HALVES = ['in view', 'held out'] as const
type Half = (typeof HALVES)[number]

/** Everything that is labelled the same is in the same half, drawn by its label. */
const isInHalf = (half: Half, label: string) => HALVES[hashOf(label) & 1] === half

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193) >>> 0
  // The last bits of the sum follow the last letter alone.
  return (hash ^ (hash >>> 15)) >>> 3
}

/** One list, or one after the other where each has every record once. */
function halfOf(
  name: string,
  half: Half,
  lists: readonly (readonly Row[])[],
  labelOf: (row: Row) => string,
  hidden: readonly string[],
): MatchingSet {
  const kept = lists.map((list) => list.filter((row) => isInHalf(half, labelOf(row))))
  const sources = kept.flatMap((list, at) => list.map(() => at))
  return setOf(
    `${name}, ${half}`,
    kept.flat(),
    hidden,
    pairsOfGroups(kept.flat().map(labelOf)),
    lists.length > 1 ? sources : undefined,
  )
}

/** Those who apply for patents: firms, and people among them. */
function patents(folder: string, half: Half): MatchingSet {
  const rows = readRows(join(folder, PATENTS))
  const labels = new Map(
    readRows(join(folder, 'er/dedupe/patstat_reference.csv')).map((row) => [row.person_id, row.leuven_id ?? '']),
  )
  return halfOf('patents', half, [rows], (row) => labels.get(row.person_id) ?? '', ['person_id', 'Lat', 'Lng'])
}

/** People of history as several pages write them; one in five, since each is there ten times. */
function historical(folder: string, half: Half): MatchingSet {
  const rows = readRows(join(folder, HISTORICAL)).filter(({ cluster = '' }) => hashOf(`sample ${cluster}`) % 5 === 0)
  return halfOf('historical figures', half, [rows], (row) => row.cluster ?? '', ['unique_id', 'cluster'])
}

/** German people of whom name and birth are known; the parts of a date are in columns of their own there. */
function germans(folder: string, half: Half): MatchingSet {
  const rows = readRows(join(folder, GERMANS)).map(({ fname_c1, lname_c1, by, bm, bd, ent_id }): Row => {
    const date = [by, bm?.padStart(2, '0'), bd?.padStart(2, '0')].join('-')
    return { fname: fname_c1 ?? '', lname: lname_c1 ?? '', dob: date, ent_id: ent_id ?? '' }
  })
  return halfOf('RLdata10000', half, [rows], (row) => row.ent_id ?? '', ['ent_id'])
}

/** Two lists of people with their town. */
function suburbs(folder: string, half: Half): MatchingSet {
  const lists = ['alice', 'bob'].map((list) => readRows(join(folder, 'er/blocklib', `${list}.csv`)))
  return halfOf('alice and bob', half, lists, (row) => row.recid ?? '', ['recid'])
}

/**
 * Two lists of restaurants; their columns are named by the addresses of an ontology. Their labels leave out pairs of one name and one telephone
 * that the labels of fodors-zagats, of the same restaurants, have: those count as well.
 */
function restaurants(folder: string, half: Half): MatchingSet {
  const path = (file: string) => join(folder, 'er/jedai', `${file}.csv`)
  const lists = ['rest1', 'rest2'].map((list) =>
    readRows(path(list)).map(
      (row): Row =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column.split('#').at(-1) ?? '', value])),
    ),
  )
  const first = new Map<string | undefined, string>([
    ...labelledElsewhere(folder, lists),
    ...readRows(path('gt')).map(pairOf),
  ])
  const labels = new Map(
    lists.flatMap((list, at) =>
      list.map((row) => [row, at === 1 ? (first.get(row.id) ?? `second ${row.id}`) : row.id]),
    ),
  )
  return halfOf('restaurants', half, lists, (row) => labels.get(row) ?? '', ['id'])
}

const pairOf = ({ D1 = '', D2 = '' }: Row): [string, string] => [D2, D1]
const digitsOf = (phone = '') => phone.replace(/\D/g, '')

/** Pairs of one name and one telephone whose telephones are those of a pair of fodors-zagats, by their ids in these lists, the second first. */
function labelledElsewhere(folder: string, [left = [], right = []]: readonly Row[][]): [string, string][] {
  const path = (file: string) => join(folder, 'er/fodors-zagats', `${file}.csv`)
  const phones = new Map(
    ['fodors', 'zagats'].flatMap((list) => readRows(path(list))).map((row) => [row.id, digitsOf(row.phone)]),
  )
  const same = new Set(
    readRows(path('matches')).map((row) => `${phones.get(row.fodors_id)} ${phones.get(row.zagats_id)}`),
  )
  const calledSo = ({ name, phone_number }: Row) => `${name} ${digitsOf(phone_number)}`
  const ids = new Map(left.map((row) => [calledSo(row), row.id ?? '']))
  return right.flatMap((row): [string, string][] => {
    const id = ids.get(calledSo(row))
    const phone = digitsOf(row.phone_number)
    return id !== undefined && same.has(`${phone} ${phone}`) ? [[row.id ?? '', id]] : []
  })
}

const PATENTS = 'er/dedupe/patstat_input.csv'
const HISTORICAL = 'er/splink/historical_figures.csv'
const GERMANS = 'er/recordlinkage-r/RLdata10000.csv'

/** Sets of which one half was in view while rules were written and the other was not. */
export const HALVED_SETS: readonly { file: string; read: (folder: string, half: Half) => MatchingSet }[] = [
  { file: PATENTS, read: patents },
  { file: HISTORICAL, read: historical },
  { file: GERMANS, read: germans },
  { file: 'er/blocklib/alice.csv', read: suburbs },
  { file: 'er/jedai/rest1.csv', read: restaurants },
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
