// The promises of the data directory, tried on real directories and, for full disks, on a small file system in memory.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { DATA_FORMAT, openDataDir } from './datadir.ts'
import { startEmbedded } from './db/embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const home = await mkdtemp(join(tmpdir(), 'millrace-datadir-'))
const warnings: string[] = []
const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) }
let directories = 0
const freshDir = () => join(home, `${++directories}`, 'data')
const openAs = (path: string, role: 'all' | 'api' | 'worker' = 'all', version = '0.1.0') =>
  openDataDir({ path, role, version, log })

afterAll(() => rm(home, { recursive: true, force: true }))

/** Another serving process on the directory; ends when killed. */
async function openElsewhere(path: string) {
  const program = `
    import { openDataDir } from ${JSON.stringify(new URL('./datadir.ts', import.meta.url).href)}
    await openDataDir({ path: process.argv[1], role: 'all', version: '0.1.0', log: { warn() {} } })
    console.log('open')
    setInterval(() => {}, 1000)`
  const tsx = fileURLToPath(import.meta.resolve('tsx'))
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** A disk of this many megabytes, or null where we may not mount one. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const path = join(home, `disk-${++directories}`)
  await mkdir(path)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path]).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', path]))
  return path
}

test('makes a private directory and says which release wrote it', async () => {
  const path = freshDir()
  const opened = await openAs(path)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  expect(JSON.parse(await readFile(join(path, 'version.json'), 'utf8'))).toEqual({
    product: 'millrace',
    version: '0.1.0',
    format: DATA_FORMAT,
  })
  await opened.close()
})

test('a second serving process is refused and told who is there', async () => {
  const path = freshDir()
  const first = await openAs(path, 'api')
  await expect(openAs(path, 'all')).rejects.toThrow(`Another Millrace (pid ${process.pid}) is already using ${path}`)
  await first.close()
  await (await openAs(path, 'all')).close()
})

test('workers may join the serving process', async () => {
  const path = freshDir()
  const serving = await openAs(path)
  const workers = [await openAs(path, 'worker'), await openAs(path, 'worker')]
  for (const opened of [...workers, serving]) await opened.close()
})

test('takes over from a process that was killed', async () => {
  const path = freshDir()
  const other = await openElsewhere(path)
  await expect(openAs(path)).rejects.toThrow(`(pid ${other.pid})`)
  const gone = once(other, 'exit')
  other.kill('SIGKILL')
  await gone
  await (await openAs(path)).close()
})

test('is not fooled by another program that got the number of a killed process', async () => {
  const path = freshDir()
  await (await openAs(path)).close()
  const reused = { pid: process.ppid, started: 'an earlier boot/123', host: hostname(), role: 'all' }
  await writeFile(join(path, 'millrace.pid'), JSON.stringify(reused))
  await (await openAs(path)).close()
})

test('a pid file that was cut off half way does not block the start', async () => {
  const path = freshDir()
  await (await openAs(path)).close()
  await writeFile(join(path, 'millrace.pid'), '{"pid":')
  await (await openAs(path)).close()
})

test('only one of many that start at the same moment gets a directory left by a killed process', async () => {
  const path = freshDir()
  await (await openAs(path)).close()
  const program = `
    import { claimFile } from ${JSON.stringify(new URL('./pidfile.ts', import.meta.url).href)}
    import { writeFileSync } from 'node:fs'
    const [, dir, startAt] = process.argv
    let won = 0
    for (let round = 0; round < 40; round++) {
      await new Promise((next) => setTimeout(next, Number(startAt) + round * 20 - Date.now()))
      const claim = await claimFile(dir + '/round-' + round, {})
      if (claim.holder === null) won++
    }
    console.log(won)
    setInterval(() => {}, 1000)`
  const dead = JSON.stringify({ pid: 2 ** 22 - 1, started: 'gone', host: hostname() })
  for (let round = 0; round < 40; round++) await writeFile(join(path, `round-${round}`), dead)
  const tsx = fileURLToPath(import.meta.resolve('tsx'))
  const arguments_ = ['--import', tsx, '--input-type=module', '-e', program, path, String(Date.now() + 1500)]
  const wins = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      const [told] = await once(child.stdout, 'data')
      return Number(told)
    }),
  )
  expect(wins.reduce((sum, won) => sum + won)).toBe(40)
})

test('refuses data of a newer release and leaves it as it is', async () => {
  const path = freshDir()
  await (await openAs(path, 'all', '0.9.2')).close()
  const before = await readFile(join(path, 'version.json'), 'utf8')
  await expect(openAs(path, 'all', '0.8.0')).rejects.toThrow(
    'was last used by Millrace 0.9.2, which is newer than this one (0.8.0)',
  )
  await writeFile(join(path, 'version.json'), before.replace(/"format":\d+/, `"format":${DATA_FORMAT + 1}`))
  await expect(openAs(path, 'worker', '0.9.2')).rejects.toThrow('newer than this one')
})

test('takes data of an older release and stamps it again; a patch release back is fine', async () => {
  const path = freshDir()
  await (await openAs(path, 'all', '0.9.2')).close()
  await (await openAs(path, 'all', '0.10.0')).close()
  expect(await readFile(join(path, 'version.json'), 'utf8')).toContain('"0.10.0"')
  await (await openAs(path, 'all', '0.10.3')).close()
  await (await openAs(path, 'all', '0.10.1')).close()
})

test('says what to do about a damaged version stamp', async () => {
  const path = freshDir()
  await (await openAs(path)).close()
  await writeFile(join(path, 'version.json'), '')
  await expect(openAs(path)).rejects.toThrow(/version\.json is damaged/)
})

test('says so when a file is in the way or the place cannot be written', async () => {
  const path = freshDir()
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, '')
  await expect(openAs(path)).rejects.toThrow(/a file is in the way/)
  await expect(openAs(join(path, 'below'))).rejects.toThrow(/a file is in the way/)
})

test('does not begin a new database on a disk that is nearly full', async ({ skip }) => {
  const disk = await smallDisk(60)
  if (!disk) return skip('needs the right to mount')
  await expect(openAs(join(disk, 'data'))).rejects.toThrow(/only 60 MB are free on the disk .* needs 200 MB/)
})

test('names the full disk when it ran full since the last start, and loses nothing', async ({ skip }) => {
  const disk = await smallDisk(300)
  if (!disk) return skip('needs the right to mount')
  const path = join(disk, 'data')
  await (await openAs(path)).close()
  await (await startEmbedded({ dataDir: path, log })).close()
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=64k'])
  const full = async () => {
    const opened = await openAs(path)
    return await startEmbedded({ dataDir: opened.path, log }).finally(() => opened.close())
  }
  await expect(full()).rejects.toThrow(/^The disk that holds .* is full/)
  await rm(join(disk, 'filler'))
  await (await full()).close()
})
