import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { checkRows, takeRowFaults } from './checked-client.ts'
import { collectRowTypes, type TypedQuery } from './collect-row-types.ts'
import { checkedText } from './row-types-plugin.ts'
import { findShapeFaults } from './value-shape.ts'

const FILE = join(import.meta.dirname, 'example.ts')
const SOURCE = `
type Id = string & { readonly brand: 'id' }
interface Lead { id: Id; age: number | null; status: 'new' | 'done'; at: Date; tags: string[]; note?: string; facts: { city: string } }
declare const tx: { client: { query<Row>(text: string): Promise<{ rows: Row[] }> } }
export async function read<Given>() {
  await tx.client.query<Given>('select 1')
  const { rows } = await tx.client.query<Lead>('select 2')
  return [rows, (await tx.client.query<{ n: number }>('select 3')).rows]
}
`

const [lead, count] = readExample()

function readExample(): [TypedQuery, TypedQuery] {
  const options: ts.CompilerOptions = { strict: true, target: ts.ScriptTarget.ES2023, exactOptionalPropertyTypes: true }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === FILE || fileExists.call(host, name)
  host.getSourceFile = (name, target, ...more) =>
    name === FILE ? ts.createSourceFile(name, SOURCE, target, true) : getSourceFile.call(host, name, target, ...more)
  const found = collectRowTypes(ts.createProgram([FILE], options, host), (file) => file === FILE)
  const [first, second, ...others] = found[FILE] ?? []
  if (!first || !second || others.length > 0) throw new Error('the example has two statements with a row type')
  return [first, second]
}

const right = { id: 'a', age: null, status: 'new', at: new Date(), tags: ['x'], facts: { city: 'Berlin' } }
const faultsOf = (change: Record<string, unknown>) =>
  findShapeFaults(lead.row, { ...right, ...change }).map(({ path, words }) => `${path} ${words}`)

test('a row that is what its type says has no faults, and a row may have more than its type', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ note: 'n', more: 1 })).toEqual([])
})

test.each<[string, Record<string, unknown>, string]>([
  ['a column that the statement does not give', { id: undefined }, 'id is missing'],
  ['null where the type has none', { id: null }, 'id is null, and its type says string'],
  ['a bigint that came as text', { age: '7' }, 'age is "7", and its type says null | number'],
  ['a word that is none of the allowed ones', { status: 'old' }, 'status is "old", and its type says "new" | "done"'],
  ['a time as text', { at: '2026-01-01' }, 'at is "2026-01-01", and its type says Date'],
  ['a wrong item of a list', { tags: ['x', 1] }, 'tags[] is 1, and its type says string'],
  ['a part of a document', { facts: {} }, 'facts.city is missing'],
  ['text for a document', { facts: '{}' }, 'facts is "{}", and its type says an object'],
])('%s is a fault', (_what, change, fault) => {
  expect(faultsOf(change)).toEqual([fault])
})

test('a statement is said through a client that compares its rows, in the line where it stood', async () => {
  const text = checkedText(SOURCE, 'src/example.ts', [lead, count])
  expect(text.split('\n')[6]).toContain('await checkRowsOf(tx.client, "src/example.ts:7", {"object":{"id"')
  expect(text.split('\n')[7]).toMatch(
    /await checkRowsOf\(tx\.client, "src\/example\.ts:8", .*\)\.query<\{ n: number }>/,
  )
  expect(text).toContain(`await tx.client.query<Given>('select 1')`)
})

test('a fault is told of once, with the place of its statement, and the answer is the same', async () => {
  const rows = [{ n: 1 }, { n: '2' }, { n: '3' }]
  const client = checkRows({ query: async () => ({ rows }) }, 'src/example.ts:8', count.row)
  expect((await client.query('select 3')).rows).toBe(rows)
  expect(takeRowFaults()).toEqual(['src/example.ts:8: n is "3", and its type says number'])
  expect(takeRowFaults()).toEqual([])
})
