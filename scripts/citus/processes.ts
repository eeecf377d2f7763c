// The service and its commands as processes of their own, for `npm run check:citus`, and how that asks them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PASSWORD = 'a password to start'
const root = fileURLToPath(new URL('../..', import.meta.url))
export const dir = mkdtempSync(join(tmpdir(), 'millrace-citus-'))

export function program(url: string, words: string[], more: Record<string, string> = {}): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DEMO: 'off',
    LIMITS: 'off',
    ADMIN_PASSWORD: PASSWORD,
    DATA_DIR: dir,
    DATABASE_URL: url,
    ...more,
  }
  const built = join(root, 'dist', 'server.mjs')
  const start = existsSync(built) ? [built] : ['--import', 'tsx', join(root, 'src', 'main.ts')]
  return spawn(process.execPath, [...start, ...words], { env, cwd: root })
}

/** Runs a command to its end. */
export async function run(url: string, words: string[]): Promise<{ code: number; said: string }> {
  const child = program(url, words)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  const [code] = await once(child, 'close')
  return { code: Number(code), said: said.trim() }
}

export interface Service {
  url: string
  /** The end of what it said, when it ended by itself; one that runs is not said to have ended. */
  ended(): string | undefined
  close(): Promise<void>
}

/** Starts the service; ready when it says where. */
export async function serve(url: string, more: Record<string, string> = {}): Promise<Service> {
  const child = program(url, [], { LOG_LEVEL: 'warn', ...more })
  let said = ''
  let hasEnded = false
  const at = await new Promise<string>((resolve, reject) => {
    child.once('close', () => {
      hasEnded = true
      reject(new Error(`the service did not start: ${said}`))
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
        const found = /^ready\s+(http:\S+)/m.exec(said)
        if (found) resolve(found[1] as string)
      })
  })
  return {
    url: at.replace('0.0.0.0', '127.0.0.1'),
    ended: () => (hasEnded ? said.slice(-2_000) : undefined),
    async close() {
      if (hasEnded) return
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

export function check(promise: string, holds: boolean, seen?: unknown): void {
  console.log(
    `${holds ? 'ok  ' : 'FAIL'}  ${promise}${holds ? '' : `: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`}`,
  )
  if (!holds) process.exitCode = 1
}

interface Answer {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}
export type Ask = (method: string, path: string, body?: object | FormData) => Promise<Answer>

export const asker =
  (url: string, token: string, workspace: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-workspace-id': workspace,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = (answer.headers.get('content-type') ?? '').includes('json')
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined }
  }

export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 180_000; ; ) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error('it did not come about in three minutes')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

export async function logIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}
