// What `npm run check:mcp` runs: the official conformance suite of MCP, twice. Against a started service, what applies to a server
// of tools; against the same endpoint over the suite's own fixtures, the rest. Then the official inspector.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildFixtureApp } from './mcp/fixture-app.ts'
import { judge, REVISIONS, type Result, readResults } from './mcp/verdict.ts'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const PASSWORD = 'conformance of the protocol'
const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const children: ChildProcess[] = []

/** A Node that the suite runs on: this one, or the one that NODE_22 names. */
async function findNode(): Promise<string | undefined> {
  for (const path of [process.execPath, process.env.NODE_22 ?? '']) {
    const said = path === '' ? '' : (await run(path, ['-v']).catch(() => ({ stdout: '' }))).stdout
    if (Number(/^v(\d+)/.exec(said)?.[1] ?? 0) >= 22) return path
  }
}

/** Runs a published program; what it printed, whatever its exit code. */
async function npx(node: string, words: string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const options = { env, maxBuffer: 2 ** 28, cwd: folder, timeout: 600_000 }
  const ended = await run('npx', ['-y', ...words], options).catch(
    (error) => error as { stdout?: string; stderr?: string },
  )
  return `${ended.stdout ?? ''}\n${ended.stderr ?? ''}`
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-mcp-'))

async function startService(): Promise<string> {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', ADMIN_PASSWORD: PASSWORD, LIMITS: 'off' }
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'src/main.ts')], { cwd: root, env })
  children.push(child)
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the service did not start: ${said.slice(-2000)}`)))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part
        const url = /^ready (\S+)/m.exec(said)?.[1]
        if (url) resolve(url)
      })
  })
}

async function makeToken(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
  const login = (await (await fetch(`${url}/auth/token`, { method: 'POST', body })).json()) as { access_token: string }
  const made = await fetch(`${url}/api/mcp/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${login.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Conformance', capabilities: ['workbooks:read', 'workbooks:write'] }),
  })
  return ((await made.json()) as { token: string }).token
}

/** The suite sends no token of its own, so that one is added on the way. Host and origin arrive as they were sent. */
async function addToken(url: string, token: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const sent = request({ hostname, port, method: asked.method, path: asked.url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    asked.pipe(sent)
    answer.on('close', () => sent.destroy())
  }).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function suite(node: string, url: string, revision: string): Promise<Result[]> {
  const words = [SUITE, 'server', '--url', `${url}/mcp`, '--requirements', revision]
  const said = await npx(node, words)
  if (process.env.VERBOSE) console.log(said)
  return readResults(said)
}

async function inspect(node: string, url: string, token: string): Promise<string[]> {
  const to = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
  const listed = await npx(node, [INSPECTOR, ...to, '--method', 'tools/list'])
  const call = ['--method', 'tools/call', '--tool-name', 'create_workbook', '--tool-arg', 'name=By the inspector']
  const called = await npx(node, [INSPECTOR, ...to, ...call])
  return [
    ...(listed.includes('"query_rows"') ? [] : [`tools/list: ${listed.slice(0, 500)}`]),
    ...(/"workbook_id"/.test(called) ? [] : [`tools/call: ${called.slice(0, 500)}`]),
  ]
}

async function check(node: string): Promise<boolean> {
  const url = await startService()
  const token = await makeToken(url)
  const product = await addToken(url, token)
  const app = await buildFixtureApp()
  const fixtures = await app.listen({ host: '127.0.0.1', port: 0 })
  let ok = true
  for (const revision of REVISIONS)
    for (const [name, at] of Object.entries({ product, fixtures })) {
      const { lines, failed } = judge(await suite(node, at, revision), revision, name as 'product' | 'fixtures')
      console.log(`${revision} ${name}: ${lines.join('\n  ')}`)
      ok &&= !failed
    }
  await app.close()
  const metadata = await npx(node, [
    SUITE,
    'authorization',
    '--url',
    url,
    '--scenario',
    'authorization-server-metadata-endpoint',
  ])
  const isFound = /Passed: (\d+)\/\1, 0 failed/.test(metadata)
  console.log(`authorization server metadata: ${isFound ? 'passed' : `FAILED\n${metadata}`}`)
  const faults = await inspect(node, url, token)
  console.log(`inspector: ${faults.length === 0 ? 'lists and calls' : `FAILED\n  ${faults.join('\n  ')}`}`)
  return ok && isFound && faults.length === 0
}

const node = await findNode()
if (node === undefined) {
  console.log('Skipped: the suite needs Node 22 or later. Name one: NODE_22=/path/to/node npm run check:mcp')
  process.exit(0)
}
let ok = false
try {
  ok = await check(node)
} finally {
  for (const child of children) {
    if (child.exitCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}
process.exit(ok ? 0 : 1)
