import { expect, test } from 'vitest'
import { houseFaults } from './house-rules.ts'

const file = (path: string, text: string) => houseFaults({ path, text })

test('a file that keeps the rules has no faults', () => {
  expect(file('src/records/rows.logic.ts', "// Rows.\nimport { a } from './a.ts'\nexport const b = a\n")).toEqual([])
})

test.each([
  ['src/records/rows.ts', 'export const a = 1\n', 'begins with one sentence'],
  ['src/platform/db/migrations/0002_more.sql', 'create table a ();\n', 'reason of the migration'],
  ['src/platform/db/migrations/0002_more.sql', "-- More.\nupdate jobs set kind = 'a';\n", 'lifts row-level security'],
  ['src/records/utils/rows.ts', '// Rows.\n', 'called after what it holds'],
  ['src/records/row-helpers.ts', '// Rows.\n', 'called after what it holds'],
  ['web/src/grid/index.ts', '// Rows.\n', 'called after what it holds'],
  ['src/records/rows.ts', "// Rows.\nexport * from './row.ts'\n", 'barrel'],
  ['src/records/rows.ts', "// Rows.\nimport { row } from './row'\n", 'with its ending'],
  ['src/records/rows.ts', '// Rows.\nconst port = process.env.PORT\n', 'environment'],
  ['src/records/rows.ts', '// Rows.\nawait fetch(url)\n', 'platform/net only'],
  [
    'src/records/leads/sync.ts',
    "// Rows.\nconst SQL = 'update workbook_rows set lead_id = 1'\n",
    'leaves writing rows',
  ],
  ['src/enrichment/runs/a.ts', '// Rows.\nconst SQL = `with x as (delete\n  from cells c)`\n', 'leaves writing rows'],
  ['src/records/rows.ts', "// Rows.\nconst SQL = 'select pg_try_advisory_lock(1)'\n", 'platform/db/hold.ts'],
  ['src/engine/rows.ts', '// Rows.\nconst at = Date.now()\n', 'time and chance'],
  ['src/records/rows.logic.ts', '// Rows.\nconst dice = Math.random()\n', 'time and chance'],
  ['src/records/rows.ts', '// Rows.\nconsole.log(1)\n', 'not to the console'],
  ['src/records/rows.ts', '// Rows.\nconst rows = JSON.parse(text)\n', 'kernel/read-json.ts'],
  ['src/records/rows.ts', '// Rows.\nconst rows = await response.json()\n', 'kernel/read-json.ts'],
  [
    'src/records/rows.ts',
    "// Rows.\nimport type pg from 'pg'\nasync function f(client: pg.PoolClient) {}\n",
    'SqlClient',
  ],
  ['src/records/rows.ts', "// Rows.\nimport { Client } from 'pg'\n", 'SqlClient'],
  ['src/records/rows.ts', '// Rows.\nconst row = (await client.query(SQL)).rows as Row[]\n', 'its row type'],
  ['src/records/rows.ts', '// Rows.\nconst { id } = rows[0] as { id: string }\n', 'its row type'],
  ['src/records/rows.ts', '// Rows.\nawait client.query<any>(SQL)\n', 'its row type'],
  ['src/enrichment/rows.ts', '// Rows.\nawait admitCalls(tx, payer, calls)\n', 'booking of calls'],
  ['web/src/features/rows.ts', "// Rows.\nawait fetch('/api/workbooks')\n", 'client of web/src/api'],
  ['web/src/features/rows.ts', '// Rows.\nawait api.POST(path, { body: draft as never })\n', 'client of web/src/api'],
  ['web/src/features/a.ts', "// Budgets.\nexport type Budget = Schemas['Budget']\n", 'by its name in the description'],
  ['src/records/rows.test.ts', "test.only('rows', () => {})\n", 'switched off'],
  ['src/records/rows.ts', `// Rows.\n// TO${''}DO later\n`, 'done later'],
])('%s is refused: %j', (path, text, says) => {
  expect(file(path, text)).toEqual([expect.stringContaining(says)])
})

test('words in comments and strings are no offence', () => {
  const text = "// Rows are got with fetch(url) and process.env.\nconst say = 'fetch(url), console.log(process.env)'\n"
  expect(file('src/records/rows.ts', text)).toEqual([])
})

test.each([
  ['src/records/store/rows/rows.writes.ts', '// Rows.\nconst SQL = `insert into cells (id)`\n'],
  ['src/records/leads/a.test.ts', 'sql(`delete from workbook_rows`)\n'],
  ['src/records/leads/a.ts', '// Rows: update cells.\nconst SQL = `select from cells for update of cells`\n'],
  ['src/records/leads/a.ts', '// Rows.\nconst SQL = `update cells_kept set id = 1`\n'],
])('%s may say %j', (path, text) => {
  expect(file(path, text)).toEqual([])
})

test('a migration may change rows of tables that it lifted, of those that all share, and in a function', () => {
  const lifted = '-- More.\nalter table jobs no force row level security;\nupdate jobs set a = 1;\ndelete from queue;\n'
  const made = 'create function a() returns void language sql as $$ delete from jobs; $$;\n'
  expect(file('src/platform/db/migrations/0002_more.sql', lifted + made)).toEqual([])
})

test('the database itself opens connections', () => {
  expect(file('src/platform/db/a.ts', "// Opens.\nimport pg from 'pg'\nconst client = new pg.Client(at)\n")).toEqual([])
  expect(
    file('src/records/a.ts', "// Asks.\nimport type pg from 'pg'\nconst one: pg.QueryConfig = { text }\n"),
  ).toEqual([])
})

test('the client itself sends requests', () => {
  expect(file('web/src/api/client.ts', '// Calls.\nawait fetch(request)\n')).toEqual([])
})

test('a store may have a method called fetch', () => {
  expect(file('src/records/rows.ts', '// Rows.\nthis.#fetch(1)\nstore.fetch(2)\nstore.refetch(3)\n')).toEqual([])
})
