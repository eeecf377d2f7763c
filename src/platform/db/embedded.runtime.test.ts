// The promises about the PostgreSQL package, tried on copies of it as npm leaves them where install scripts are blocked.
import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { packageDir, prepareRuntime, program } from './embedded.runtime.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const root = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const home = await mkdtemp(join(tmpdir(), 'millrace-runtime-'))
await chmod(home, 0o755)
let copies = 0
afterAll(() => rm(home, { recursive: true, force: true }))

/** The package without the links that npm cannot carry. */
async function packageAsInstalled(parent: string): Promise<string> {
  const dir = join(parent, `package-${++copies}`)
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink() && !path.endsWith('.a')
  await cp(join(packageDir(), '..'), dir, { recursive: true, filter })
  return join(dir, 'native')
}

test('makes the missing library links, twice without harm', async () => {
  const source = await packageAsInstalled(home)
  expect(spawnSync(program(source, 'postgres'), ['--version']).status).not.toBe(0)
  expect(await prepareRuntime(source, null, [])).toEqual({ dir: source, major: 18 })
  expect(await prepareRuntime(source, null, [])).toEqual({ dir: source, major: 18 })
  expect((await lstat(join(source, 'lib', 'libpq.so.5'))).isSymbolicLink()).toBe(true)
})

test.runIf(root)('copies the programs out, once, of a directory their user may not enter', async () => {
  const closed = join(home, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const source = await packageAsInstalled(closed)
  const place = join(home, 'cache')
  const first = await prepareRuntime(source, nobody, [place])
  expect(first.major).toBe(18)
  expect(first.dir.startsWith(place)).toBe(true)
  expect(spawnSync(program(first.dir, 'initdb'), ['--version'], { ...nobody, cwd: '/' }).status).toBe(0)
  expect(await prepareRuntime(source, nobody, [place])).toEqual(first)
  expect(await readdir(place)).toHaveLength(1)
})

test.runIf(root)('never runs programs from a place where another user could have put them', async () => {
  const closed = join(home, 'closed-too')
  await mkdir(closed, { mode: 0o700 })
  const source = await packageAsInstalled(closed)
  const open = join(home, 'open')
  await mkdir(open)
  await chmod(open, 0o777)
  await expect(prepareRuntime(source, nobody, [open])).rejects.toThrow(/can be written by other users/)
  const next = await prepareRuntime(source, nobody, [open, join(home, 'private')])
  expect(next.dir.startsWith(join(home, 'private'))).toBe(true)
})
