// One process of the service under measurement: started with its settings, watched until it is ready, stopped or killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Program {
  pid: number
  /** Where it listens; blank for a worker. */
  url: string
  /** Milliseconds from the start of the process to its `ready` line. */
  ready_ms: number
  /** False once the process is gone, for whatever reason. */
  lives(): boolean
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM, as an operator ends it. */
  stop(): Promise<void>
}

const READY_WITHIN_MS = 300_000
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Ends all that run, cleanly, so that no database is left behind. */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }),
  )
}

/** Runs a bundle with `environment` beside a bare PATH. Its log goes to a file in `folder`. @throws when it does not get ready. */
export async function startProgram(
  bundle: string,
  folder: string,
  environment: Record<string, string>,
): Promise<Program> {
  const logFile = join(folder, `${environment.ROLE ?? 'all'}.log`)
  const log = openSync(logFile, 'a')
  const started = performance.now()
  const child = spawn(process.execPath, [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), bundle], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  running.add(child)
  const gone = once(child, 'exit').then(() => void running.delete(child))
  const url = await readyLine(child).catch((error: Error) => {
    child.kill('SIGKILL')
    throw new Error(`${error.message}\n${readFileSync(logFile, 'utf8').slice(-4000)}`)
  })
  return {
    pid: child.pid as number,
    url,
    ready_ms: performance.now() - started,
    lives: () => running.has(child),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error('The program was not ready in time.')), READY_WITHIN_MS)
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const line = /^ready (.*)$/m.exec(output)
      if (!line) return
      clearTimeout(timer)
      resolve(line[1]?.startsWith('http') ? line[1] : '')
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`The program ended (${code ?? signal}) before it was ready.`))
    })
  })
}
