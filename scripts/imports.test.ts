import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { importFaults } from './imports.ts'

const home = fileURLToPath(new URL('..', import.meta.url))
let root = ''
afterEach(() => rm(root, { recursive: true, force: true }))

/** What is said of a house with these files, under the rules of this one. */
async function faultsOf(files: Record<string, string>): Promise<string[]> {
  root = await mkdtemp(join(tmpdir(), 'millrace-imports-'))
  for (const name of ['house.json', '.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json'])
    await copyFile(join(home, name), join(root, name))
  await symlink(join(home, 'node_modules'), join(root, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return importFaults(root)
}

const imports = (...paths: string[]) =>
  `${paths.map((path) => `import { a } from '${path}'`).join('\n')}\nexport const a = 1\n`

test('a room may import what house.json names for it', async () => {
  const files = {
    'src/kernel/a.ts': imports(),
    'src/identity/b.ts': imports('../kernel/a.ts'),
    'src/identity/c.ts': imports('./b.ts'),
  }
  expect(await faultsOf({ ...files, 'src/app/d.ts': imports('../identity/c.ts', '../kernel/a.ts') })).toEqual([])
})

test.each([
  ['upwards', 'kernel-looks-down', 'src/kernel/a.ts', '../identity/b.ts', 'src/identity/b.ts'],
  [
    'the writes of another room',
    'writes-stay-home',
    'src/enrichment/a.ts',
    '../records/b.writes.ts',
    'src/records/b.writes.ts',
  ],
  [
    'the writes of another folder',
    'records-writes-stay-in-their-folder',
    'src/records/imports/a.ts',
    '../row-tasks/b.writes.ts',
    'src/records/row-tasks/b.writes.ts',
  ],
  ['the server from the web app', 'web-is-a-client', 'web/src/a.ts', '../../src/kernel/b.ts', 'src/kernel/b.ts'],
  ['a room that nobody declared', 'rooms-are-declared', 'src/main.ts', './attic/b.ts', 'src/attic/b.ts'],
  ['the network in a rule', 'logic-is-pure', 'src/records/a.logic.ts', 'node:https', 'src/records/b.ts'],
  ['the database elsewhere', 'pg-has-one-home', 'src/identity/a.ts', 'pg', 'src/identity/b.ts'],
  ['nothing that exists', 'every-import-leads-somewhere', 'src/kernel/a.ts', './gone.ts', 'src/kernel/b.ts'],
])('no module imports %s', async (_what, rule, from, path, to) => {
  const faults = await faultsOf({ [from]: imports(path), [to]: imports() })
  expect(faults).toContainEqual(expect.stringMatching(`^${rule}: ${from}`))
})

test('a folder may import its own writes, and those that its room shares', async () => {
  const files = { 'src/records/store/a.writes.ts': imports('./b.ts'), 'src/records/store/b.ts': 'export const a = 1\n' }
  const there = { 'src/records/row-tasks/a.writes.ts': imports('../store/a.writes.ts') }
  expect(
    await faultsOf({ ...files, ...there, 'src/records/row-tasks/b.ts': imports('./a.writes.ts', '../store/b.ts') }),
  ).toEqual([])
})

test('a feature of the web app imports of another what that publishes', async () => {
  const { published } = JSON.parse(await readFile(join(home, 'house.json'), 'utf8'))
  const own = 'web/src/features/money/a-part-of-its-own.tsx'
  const files = Object.fromEntries(
    published.money.map((file: string) => [`web/src/features/money/${file}`, 'export const a = 1\n']),
  )
  const opened = { ...files, [own]: 'export const a = 1\n', 'src/kernel/a.ts': 'export const a = 1\n' }
  const from = 'web/src/features/runs/b.ts'
  const wanted = published.money.map((file: string) => `../money/${file}`)
  expect(await faultsOf({ ...opened, [from]: imports(...wanted, '../money/a-part-of-its-own.tsx') })).toContainEqual(
    expect.stringContaining(`money-publishes: ${from} -> ${own}`),
  )
})

test('what no other feature imports is not published', async () => {
  const faults = await faultsOf({
    'src/kernel/a.ts': 'export const a = 1\n',
    'web/src/features/money/budget.logic.ts': imports('./a.ts'),
    'web/src/features/money/a.ts': imports(),
  })
  expect(faults).toContainEqual(
    expect.stringMatching(/^published, but imported by no other feature: .*money.budget.logic.ts/),
  )
})

test('files may not go round in a circle', async () => {
  const faults = await faultsOf({ 'src/kernel/a.ts': imports('./b.ts'), 'src/kernel/b.ts': imports('./a.ts') })
  expect(faults).toContainEqual(expect.stringMatching(/^no-circles: /))
})

test('a tool that sees no imports does not pass', async () => {
  expect(await faultsOf({ 'src/kernel/a.ts': imports() })).toEqual(['only 0 imports seen in 1 files'])
})
