// Which tables a statement names, where it runs, and how it reads there.
import { expect, test } from 'vitest'
import { namedTables, withNames } from './named-tables.logic.ts'
import { sideOf } from './side.logic.ts'

const names = (text: string) => namedTables(text).map(({ name, alias }) => (alias ? `${name} ${alias}` : name))
const CLASSES: Record<string, string> = {
  cells: 'tenant',
  workbooks: 'tenant',
  runs: 'local',
  users: 'local',
  outbox: 'local',
}
const side = (text: string) => sideOf(text, (name) => CLASSES[name])

test('tables are found wherever SQL names them, and nothing else is taken for one', () => {
  expect(names('select cells, x from cells c, "workbooks" as w join runs on true where c.a = w.b')).toEqual([
    'cells c',
    'workbooks w',
    'runs',
  ])
  expect(
    names(
      `insert into cells as c (row_id, runs) select $1, x from unnest($2::uuid[]) as x on conflict do update set a = 1`,
    ),
  ).toEqual(['cells c'])
  expect(names('update cells set a = b from (select 1) x, workbooks where a is distinct from users')).toEqual([
    'cells',
    'workbooks',
  ])
  expect(
    names('with cells as (select 1), x (a) as materialized (delete from runs returning 1) select * from cells, x'),
  ).toEqual(['runs'])
  expect(
    names(
      `select extract(epoch from runs), substring(a from 'from cells') from rows from (unnest($1)) -- from users\n`,
    ),
  ).toEqual([])
  expect(names('select 1 from workbooks for update of workbooks')).toEqual(['workbooks'])
  expect(names('delete from cells using workbooks w, lateral jsonb_each(w.a) e')).toEqual(['cells', 'workbooks w'])
})

test('a statement takes other names for its tables, which keep theirs within it, and literals for its parameters', () => {
  const shard = (table: string, alias: string) => (table === 'cells' ? `cells_102 as ${alias}` : undefined)
  const text = `update cells set note = '$1 cells' from cells c where cells.id = $1 and c.id = $12`
  expect(withNames(text, shard, (number) => `'${number}'::uuid`)).toBe(
    `update cells_102 as cells set note = '$1 cells' from cells_102 as c where cells.id = '1'::uuid and c.id = '12'::uuid`,
  )
})

test('what names tables of tenants runs on their node, what names others on the coordinator', () => {
  expect(side('select 1 from cells').side).toBe('node')
  expect(side('select 1 from runs join users u on true').side).toBeUndefined()
  expect(side('select pg_advisory_xact_lock(1)').side).toBe('node')
  expect(side('savepoint cells').side).toBeUndefined()
})

test('what names both runs where it writes and is told what goes along, or cannot run', () => {
  const small = side('select 1 from cells left join users u on true')
  expect([small.side, [...small.along]]).toEqual(['node', [['users', { columns: undefined, where: 'true' }]]])
  const hinted = side('/* along: workbooks (id, name) where id = $1 */ delete from runs using workbooks')
  expect([hinted.side, [...hinted.along]]).toEqual([
    'coordinator',
    [['workbooks', { columns: ['id', 'name'], where: 'id = $1' }]],
  ])
  expect(side('select 1 from cells join runs on true').problem).toContain('(runs)')
  expect(
    side('/* along: runs (id) where true */ with x as (update runs set a = 1) update cells set a = 1').problem,
  ).toContain('(runs)')
  const emitted = side('with emitted as (insert into outbox (a) select $1),\n x as (select 1) update cells set a = 1')
  expect([emitted.side, emitted.apart]).toEqual([
    'node',
    { said: 'insert into outbox (a) select $1', rest: 'with x as (select 1) update cells set a = 1' },
  ])
})
