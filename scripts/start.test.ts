// The promises of `npm start`, tried on a small project of its own with the real npm.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const home = await mkdtemp(join(tmpdir(), 'millrace-start-'))
let projects = 0
afterAll(() => rm(home, { recursive: true, force: true }))

/** A project whose build writes a server that says its word and exits with 7, and whose packages come without a network. */
async function project(): Promise<string> {
  const dir = join(home, String(++projects))
  const build = `
    import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    appendFileSync('builds.log', 'built\\n')
    const word = readFileSync('src/word.ts', 'utf8')
    if (word === 'broken') { console.log('cannot build a broken word'); process.exit(1) }
    mkdirSync('dist', { recursive: true })
    writeFileSync('src/generated.ts', word)
    writeFileSync('dist/server.mjs', 'console.log(' + JSON.stringify(word) + '); process.exit(7)')`
  const names = { name: 'small', version: '1.0.0' }
  const files = {
    'package.json': JSON.stringify({ ...names, scripts: { build: 'node build.mjs' } }),
    'package-lock.json': JSON.stringify({ ...names, lockfileVersion: 3, requires: true, packages: { '': names } }),
    'build.mjs': build,
    'src/word.ts': 'one',
    'src/word.test.ts': '',
  }
  for (const sub of ['src', 'scripts']) await mkdir(join(dir, sub), { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content)
  for (const name of ['start.mjs', 'prepare.mjs', 'run.mjs'])
    await copyFile(new URL(`./${name}`, import.meta.url), join(dir, 'scripts', name))
  return dir
}

const start = (dir: string, ...nodeArguments: string[]) =>
  run(dir, [...nodeArguments, join(dir, 'scripts', 'start.mjs')])

async function run(dir: string, nodeArguments: string[]) {
  const child = spawn(process.execPath, nodeArguments, { cwd: dir })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out: out.trim(), err: err.trim() }
}

const builds = async (dir: string) => (await readFile(join(dir, 'builds.log'), 'utf8')).trim().split('\n').length

test('the first start installs, builds and runs; the second says nothing of its own and builds nothing', async () => {
  const dir = await project()
  const first = await start(dir)
  expect(first).toMatchObject({ code: 7, out: 'one' })
  expect(first.err).toMatch(/^Installing .*\nBuilding /)
  expect(await start(dir)).toEqual({ code: 7, out: 'one', err: '' })
  expect(await builds(dir)).toBe(1)
})

test('builds again when a source changed, not when a test did', async () => {
  const dir = await project()
  await start(dir)
  await writeFile(join(dir, 'src', 'word.test.ts'), 'changed')
  expect((await start(dir)).err).toBe('')
  await writeFile(join(dir, 'src', 'word.ts'), 'two')
  expect(await start(dir)).toMatchObject({ out: 'two', err: expect.stringMatching(/^Building/) })
})

test('installs again when the lockfile changed, and leaves alone what npm itself installed', async () => {
  const dir = await project()
  await start(dir)
  await rm(join(dir, 'node_modules', '.millrace-lock'))
  await writeFile(join(dir, 'node_modules', '.package-lock.json'), '{"packages":{}}')
  expect((await start(dir)).err).toBe('')
  const lock = await readFile(join(dir, 'package-lock.json'), 'utf8')
  await rm(join(dir, 'node_modules', '.package-lock.json'))
  await writeFile(join(dir, 'package-lock.json'), `${lock}\n`)
  expect((await start(dir)).err).toMatch(/^Installing/)
})

/** A project with a package that serving takes, one that only checks take (the loader `tsx`, which does nothing here), and a check. */
async function projectWithTools(): Promise<string> {
  const dir = await project()
  const names = { name: 'small', version: '1.0.0' }
  const pack = async (name: string) => {
    const from = join(dir, 'packed', name)
    await mkdir(from, { recursive: true })
    await writeFile(join(from, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'main.js' }))
    await writeFile(join(from, 'main.js'), '')
    const packed = await npm(from, 'pack', '--silent', '--pack-destination', join(dir, 'packed'))
    return `file:packed/${packed.trim()}`
  }
  const [served, tsx] = [await pack('served'), await pack('tsx')]
  const own = { ...names, dependencies: { served }, devDependencies: { tsx } }
  await writeFile(join(dir, 'package.json'), JSON.stringify({ ...own, scripts: { build: 'node build.mjs' } }))
  await npm(dir, 'install', '--package-lock-only', '--silent')
  await writeFile(
    join(dir, 'scripts', 'check.mjs'),
    `console.log('checked', ...process.argv.slice(2)); process.exit(3)`,
  )
  return dir
}

async function npm(dir: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('npm', args, { cwd: dir })).stdout
}

const check = (dir: string) => run(dir, [join(dir, 'scripts', 'run.mjs'), 'scripts/check.mjs', 'this'])
const packages = async (dir: string) => (await readdir(join(dir, 'node_modules'))).filter((name) => !/^\./.test(name))

test('a start installs what serving takes; the first check adds its tools, beside what is there', async () => {
  const dir = await projectWithTools()
  await start(dir)
  expect(await packages(dir)).toEqual(['served'])
  await writeFile(join(dir, 'node_modules', 'served', 'in-use'), '')
  const first = await check(dir)
  expect(first).toMatchObject({ code: 3, out: 'checked this', err: expect.stringMatching(/^Installing the tools /) })
  expect(await packages(dir)).toEqual(['served', 'tsx'])
  expect(await readdir(join(dir, 'node_modules', 'served'))).toContain('in-use')
  expect(await check(dir)).toEqual({ code: 3, out: 'checked this', err: '' })
})

test('a check needs no start before it, and who has the tools keeps them at a start after an upgrade', async () => {
  const dir = await projectWithTools()
  expect(await check(dir)).toMatchObject({ code: 3, err: expect.stringMatching(/^Installing [^\n]*$/) })
  const lock = await readFile(join(dir, 'package-lock.json'), 'utf8')
  await rm(join(dir, 'node_modules', 'served'), { recursive: true })
  await writeFile(join(dir, 'package-lock.json'), `${lock}\n`)
  expect((await start(dir)).err).toMatch(/^Installing/)
  expect(await packages(dir)).toEqual(['served', 'tsx'])
})

test('shows what the build said when it fails, and builds again the next time', async () => {
  const dir = await project()
  await start(dir)
  await writeFile(join(dir, 'src', 'word.ts'), 'broken')
  const failed = await start(dir)
  expect(failed.code).toBe(1)
  expect(failed.err).toMatch(/cannot build a broken word\n[\s\S]*The build failed \(see above\)\.$/)
  await writeFile(join(dir, 'src', 'word.ts'), 'one')
  expect(await start(dir)).toMatchObject({ code: 7, out: 'one', err: expect.stringMatching(/^Building/) })
})

test('two first starts at once install and build once', async () => {
  const dir = await project()
  const both = await Promise.all([start(dir), start(dir)])
  expect(both.map(({ out }) => out)).toEqual(['one', 'one'])
  expect(await builds(dir)).toBe(1)
})

test('a terminal is shown each step with the seconds it took, and what the build said when it fails', async () => {
  const dir = await project()
  const terminal = ['--import', 'data:text/javascript,process.stderr.isTTY = true']
  // What stays of a line is what was written after it was last cleared.
  const shown = (err: string) => err.split('\n').map((line) => line.split('\x1b[K').at(-1)?.trim())
  expect(shown((await start(dir, ...terminal)).err)).toEqual([
    expect.stringMatching(/^Packages {3}\d+ s$/),
    expect.stringMatching(/^Build {6}\d+ s$/),
  ])
  await writeFile(join(dir, 'src', 'word.ts'), 'broken')
  const failed = shown((await start(dir, ...terminal)).err)
  expect(failed[0]).toMatch(/^Build {6}\d+ s failed$/)
  expect(failed).toContain('cannot build a broken word')
})

test('asks for a newer Node in one sentence', async () => {
  const dir = await project()
  const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.18.3' })`
  const refused = await start(dir, '--import', old)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^Millrace needs Node 20\.19 or newer, and this is Node 20\.18\.3\. [^\n]*$/)
})
