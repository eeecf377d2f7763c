// Runs every example of docs/api-guide.md and docs/mcp.md in its order, against the built server and the packed SDK.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'
import { callApi } from './workbook.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (path: string) => join(root, path)
const folder = mkdtempSync(join(tmpdir(), 'millrace-guide-'))
const { PATH = '', HOME = '' } = process.env
const TOOLS = ['workbooks:read', 'workbooks:write']
let product: Product
beforeAll(async () => {
  installSdk()
  product = await startProduct({ DEMO: 'off' })
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The SDK as it is published, beside what it and the examples depend on. */
function installSdk(): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  // Built here: npm may be told to run no scripts.
  execFileSync(process.execPath, ['build.mjs'], { cwd: inRoot('sdk'), stdio: 'inherit' })
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: inRoot('sdk'),
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(packed)
  execFileSync('tar', ['xzf', join(folder, filename), '-C', packages])
  execFileSync('mv', [join(packages, 'package'), join(packages, 'millrace-sdk')])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(inRoot(`node_modules/${name}`), join(packages, name))
  mkdirSync(join(packages, '@modelcontextprotocol'), { recursive: true })
  symlinkSync(inRoot('node_modules/@modelcontextprotocol/client'), join(packages, '@modelcontextprotocol/client'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
}

interface Guide {
  script: string
  /** Those in TypeScript. */
  files: string[]
  /** Settings for other programs. */
  settings: string[]
}

/** The examples of a guide as one program of the shell: those in TypeScript as files that it runs. */
function programOf(name: string, put: Record<string, string>): Guide {
  const files: string[] = []
  const settings: string[] = []
  const filled = (text: string) => Object.entries(put).reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const guide = readFileSync(inRoot(`docs/${name}`), 'utf8')
  const examples = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code = ''], number) => {
    if (language === 'sh') return `echo "=== example ${number}"\n${filled(code)}`
    if (language === 'json') {
      settings.push(filled(code))
      return ''
    }
    expect(language, 'an example that nobody runs').toBe('ts')
    const file = `${name.replace('.md', '')}-${number}.ts`
    writeFileSync(join(folder, file), code)
    files.push(file)
    const tsx = pathToFileURL(inRoot('node_modules/tsx/dist/esm/index.mjs')).href
    return `echo "=== example ${number}"\n"${process.execPath}" --import ${tsx} ${join(folder, file)}`
  })
  return { script: `set -euo pipefail\ncd ${root}\n${examples.join('\n')}\necho "=== end"\n`, files, settings }
}

test('the examples in TypeScript hold to their types in a strict program', () => {
  const files = ['api-guide.md', 'mcp.md'].flatMap((name) => programOf(name, {}).files)
  expect(files.length).toBeGreaterThan(3)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    // As `tsc --init` has it.
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  execFileSync(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' })
})

/** Runs the examples, and answers with what they printed. */
async function runAll({ script }: Guide, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('bash', ['-c', script], {
    env: { PATH, HOME, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  expect(code, output).toBe(0)
  expect(output).toContain('=== end')
  return output
}

test('every example of the guide runs', async () => {
  const guide = programOf('api-guide.md', {
    'http://localhost:8000': product.url,
    'the password of the first start': ADMIN.password,
  })
  expect(guide.files.length).toBeGreaterThan(2)
  expect(guide.settings).toEqual([])
  const output = await runAll(guide)
  expect(output).toContain('Acme,https://www.acme.com/about,acme.com,complete,')
  expect(output).toMatch(/done 1 1\nSite,Domain\r?\nacme\.com\/about,acme\.com/)
  expect(output).toMatch(/422 \[ 'body', 'name' \]\n/)
  expect(output).toMatch(/created [\w-]{36}\n/)
  expect(output).toContain('+ ')
  expect(output).toMatch(/Undone: .*\n.*1 columns/)
})

/** Stands in for the `claude` command: reaches the server that it is told to add, as it would. */
const CLAUDE = `
const [, , mcp, add, ...words] = process.argv
if (mcp !== 'mcp' || add !== 'add') throw new Error('not a command of claude: ' + process.argv.slice(2).join(' '))
const flag = (name) => {
  const at = words.indexOf(name)
  return at < 0 ? undefined : words.splice(at, 2)[1]
}
const header = flag('--header')
if (flag('--transport') !== 'http') throw new Error('another transport')
const [name, url] = words
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const [at, value] = header?.split(': ') ?? []
if (at) headers[at.toLowerCase()] = value
const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'claude', version: '1' } }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
const answer = await fetch(url, { method: 'POST', headers, body })
if (answer.ok) console.log(name, 'added', /"name":"millrace"/.test(await answer.text()))
else {
  const [, metadata] = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate')) ?? []
  const { authorization_servers } = await (await fetch(metadata)).json()
  const [server] = authorization_servers
  const known = await (await fetch(server + '/.well-known/oauth-authorization-server')).json()
  console.log(name, 'asks for a token at', new URL(known.authorization_endpoint).pathname)
}
`

/** The address and headers in the settings of a program, with the variables of its environment. */
function serverIn(settings: string): { url: string; headers: Record<string, string> } {
  const {
    url,
    headers = {},
    args = [],
    env = {},
  } = JSON.parse(settings).mcpServers.millrace as {
    url?: string
    headers?: Record<string, string>
    args?: string[]
    env?: Record<string, string>
  }
  if (url !== undefined) return { url, headers }
  const remote = args.indexOf('mcp-remote')
  const [name = '', value = ''] = (args[args.indexOf('--header') + 1] ?? '').split(':')
  const filled = value.replace(/\$\{(\w+)\}/g, (_, variable: string) => env[variable] ?? '')
  return { url: args[remote + 1] ?? '', headers: { [name]: filled } }
}

test('every example of the page about AI clients runs, and the settings it tells of reach the server', async () => {
  const { token } = await callApi(product, '/api/mcp/tokens', { name: 'Guide', capabilities: TOOLS })
  const url = `${product.url}/mcp`
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude.mjs'), CLAUDE)
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\nexec "${process.execPath}" ${join(bin, 'claude.mjs')} "$@"\n`)
  chmodSync(join(bin, 'claude'), 0o755)
  const guide = programOf('mcp.md', { 'https://millrace.example.com/mcp': url, 'ycp_…': token })
  const output = await runAll(guide, { PATH: `${bin}:${PATH}`, MCP_URL: url, MCP_TOKEN: token })
  expect(output).toContain('millrace asks for a token at /authorize\n')
  expect(output).toContain('millrace added true\n')
  expect(output).toContain("name: 'By a program'")
  expect(output).toContain('"create_workbook"')
  expect(guide.settings.length).toBeGreaterThan(1)
  for (const settings of guide.settings) {
    const { url: told, headers } = serverIn(settings)
    const answer = await fetch(told, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([settings, answer.status]).toEqual([settings, 200])
  }
})

test('llms.txt names the guides and every operation, and its links lead somewhere', async () => {
  const text = await (await fetch(`${product.url}/llms.txt`)).text()
  expect(text).toMatch(/^# Millrace/)
  const { paths } = (await (await fetch(`${product.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  for (const path of Object.keys(paths)) expect(text).toContain(` ${path}](`)
  const guides = [...text.matchAll(/\((\/docs\/[^)]+\.md)\)/g)].map(([, link]) => link as string)
  expect(guides).toContain('/docs/api-guide.md')
  for (const guide of guides) {
    const answer = await fetch(product.url + guide)
    expect([guide, answer.status, answer.headers.get('content-type')]).toEqual([
      guide,
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(await answer.text()).toContain('# ')
  }
})
