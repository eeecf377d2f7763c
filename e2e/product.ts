// The product as its users start it: the built server by its start script, on a free port, with a data directory of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeQuickFolder } from '../test/quick-folder.ts'
import { PATIENCE_MS } from '../test/until.ts'

export const ADMIN = { username: 'admin', password: 'a password for the journey' }

export interface Product {
  url: string
  /** Stops it as Ctrl-C does: the exit code, and the lines of its log, where nothing but warnings is written. */
  stop(): Promise<{ code: number | null; warnings: string[] }>
}

/** On a data directory of its own, which goes with it. `settings` are added to those of the environment. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await makeQuickFolder('millrace-journey-')
  // What runs before all tests starts a product too, and cannot import it.
  const { inject } = await import('vitest')
  const first = inject('firstStart')
  if (first !== undefined) await cp(first, dataDir, { recursive: true })
  const drop = () => rm(dataDir, { recursive: true, force: true })
  try {
    const product = await startIn(dataDir, settings)
    return { ...product, stop: () => product.stop().finally(drop) }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Leaves the data directory as it is. */
export async function startIn(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const child = spawn(process.execPath, [fileURLToPath(new URL('../scripts/start.mjs', import.meta.url))], {
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const ended = once(child, 'close')
  let out = ''
  const ready = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready after ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
    late.unref()
    child.stdout.on('data', (chunk) => {
      out += chunk
      const [, url] = /^ready (http\S+)$/m.exec(out) ?? []
      if (url) resolve(url)
    })
    void ended.then(([code]) => reject(new Error(`it ended with ${code}`)))
  })
  const stop = async () => {
    child.kill('SIGINT')
    const [code] = await ended
    return { code, warnings: log.split('\n').filter((line) => line.startsWith('{')) }
  }
  try {
    return { url: await ready, stop }
  } catch (error) {
    await stop()
    throw new Error(`The product did not start: ${(error as Error).message}\n${out}\n${log}`)
  }
}
