// `npm start` as people run it: regardless of what happens to npm, no server and no database is left behind.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'millrace-launcher-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function npmStart() {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for the launcher', LOG_LEVEL: 'warn' },
  })
  let said = ''
  const url = await new Promise<string>((ready, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        const [, address] = /^ready (http\S+)$/m.exec(said) ?? []
        if (address) ready(address)
      })
    child.once('close', () => fail(new Error(`it did not start: ${said}`)))
  })
  return { child, url }
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

test.each([
  'SIGTERM',
  'SIGKILL',
] as const)('a server whose npm got %s ends with its database, and another can start', async (signal) => {
  const { child, url } = await npmStart()
  expect(await answers(url)).toBe(true)
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
  while ((await answers(url)) || existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await wait(100)
})
