// What `npm run check` runs: everything that can be said about the code without running it. No database, one line per step.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Two checkouts may share their packages, so the key names this one.
const cache = join(
  root,
  'node_modules',
  '.cache',
  'check',
  createHash('sha256').update(root).digest('hex').slice(0, 12),
)
mkdirSync(cache, { recursive: true })

const program = (path: string) => join(root, 'node_modules', path)
const types = (project: string, name: string) => [
  program('typescript7/bin/tsc'),
  '-p',
  project,
  '--pretty',
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, `${name}.tsbuildinfo`),
]
const script = (name: string, ...more: string[]) => ['--import', 'tsx', join(root, 'scripts', name), ...more]

/** The longest first: they decide when the last one ends. */
const STEPS: Record<string, string[]> = {
  'types of the server': types('tsconfig.json', 'server'),
  'types of the web app': types('web/tsconfig.json', 'web'),
  'types of the SDK': types('sdk/tsconfig.json', 'sdk').concat('--noEmit'),
  imports: script('imports.ts'),
  'generated files': script('generate.ts', '--check'),
  'API description': [program('@redocly/cli/bin/cli.js'), 'lint', 'openapi.json', '--format=stylish'],
  'format and lint': [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--colors=off', '.'],
  'house rules': script('house-rules.ts'),
}

interface Ended {
  ok: boolean
  output: string
}

function run(command: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const add = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

const started = performance.now()
const since = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
const waiting = Object.entries(STEPS)
const failed: string[] = []

async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command] = step
    const from = performance.now()
    const { ok, output } = await run(command)
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(22)}${since(from)}`)
    if (ok) continue
    failed.push(name)
    console.log(`${output.trimEnd()}\n`)
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
const verdict = failed.length === 0 ? 'All checks passed' : `Failed: ${failed.join(', ')}`
console.log(`${verdict} in ${since(started)}`)
process.exitCode = failed.length === 0 ? 0 : 1
