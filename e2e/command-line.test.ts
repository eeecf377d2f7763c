// The command line alone against a running server: a file becomes a workbook with a column, runs under a cap, is watched, exported and undone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { ADMIN, type Product, startProduct } from './product.ts'

const start = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url))
let product: Product
let vendor: Server
let folder: string
const asked: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-words-'))
  vendor = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ size: asked.length }))
  }).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const { port } = vendor.address() as AddressInfo
  product = await startProduct({
    EGRESS_ALLOW: `127.0.0.1:${port}`,
    EGRESS_HOST_MAP: `sizes.example.com=127.0.0.1:${port}`,
    DEMO: 'off',
  })
})
afterAll(async () => {
  await product?.stop()
  vendor?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** What a person types after `npm run millrace --`; nothing but the address and the account is known. */
const type = (...words: string[]) => pipe('', ...words)

/** The same behind a pipe that brings this text. */
async function pipe(input: string, ...words: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const account = { MILLRACE_USERNAME: ADMIN.username, MILLRACE_PASSWORD: ADMIN.password }
  const child = spawn(process.execPath, [start, ...words], {
    env: { PATH, HOME, MILLRACE_URL: product.url, ...account },
  })
  child.stdin.end(input)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out, err }
}

/** The last line of the answer of a command with `--json`. */
async function ask(expected: number, ...words: string[]) {
  const { code, out, err } = await type(...words, '--json')
  expect(code, `${words.join(' ')}: ${out}${err}`).toBe(expected)
  const lines = out.trim().split('\n')
  return JSON.parse(lines.at(-1) as string)
}

test('imports, plans, applies, runs under a cap, watches, exports and undoes', async () => {
  const list = join(folder, 'companies.csv')
  await writeFile(list, 'Company,Domain\nOne,one.com\nTwo,two.com\nThree,three.com\nFour,four.com\nFive,five.com\n')
  const imported = await ask(0, 'import', list)
  expect(imported).toMatchObject({ created: 5, rejected: 0 })

  const file = join(folder, 'companies.yaml')
  expect((await type('export', 'companies', '--format', 'definition', '--out', file)).code).toBe(0)
  const definition = parse(await readFile(file, 'utf8'))
  const column = {
    name: 'Size',
    type: 'http',
    url: 'http://sizes.example.com/of/{{Domain}}',
    fields: [{ name: 'size', path: 'size', type: 'number' }],
    price_usd: 0.1,
    billing: 'per_call',
  }
  definition.columns.push(column)
  await writeFile(file, stringify(definition))
  const planned = await ask(0, 'plan', 'companies', file)
  expect(planned.changes).toMatchObject([{ kind: 'add', of: 'column', name: 'Size' }])
  expect(await ask(1, 'apply', 'companies', file, '--hash', 'another')).toBeDefined()
  const applied = await ask(0, 'apply', 'companies', file, '--hash', planned.hash)
  expect(applied.change_id).toBeTruthy()
  expect((await ask(0, 'plan', 'companies', file)).changes).toEqual([])

  const estimate = await ask(0, 'run', 'companies', '--dry-run')
  expect(estimate).toMatchObject({ run_id: null, rows: 5, estimate: { expected_usd: 0.5 } })
  expect(asked).toEqual([])
  const capped = await ask(1, 'run', 'companies', '--columns', 'Size', '--max-usd', '0.25', '--watch')
  expect(capped).toMatchObject({ status: 'budget_stopped', cost_usd: 0.2, max_usd: 0.25 })
  expect(asked).toHaveLength(2)
  const started = await ask(0, 'run', 'companies', '--max-usd', '1')
  const ended = await ask(0, 'watch', 'companies', '--run', started.run_id)
  expect(ended).toMatchObject({ run_id: started.run_id, status: 'done', cost_usd: 0.3 })
  expect(asked).toHaveLength(5)

  const exported = await type('export', 'companies')
  expect(exported.out.trim().split('\n')).toHaveLength(6)
  expect(exported.out.split('\n')[1]).toMatch(/^One,one\.com,.*\d/)
  expect(await ask(0, 'undo', 'companies', '--run', started.run_id)).toMatchObject({ kind: 'run', cells: 3 })
  const again = await type('export', 'companies')
  expect(again.out).not.toBe(exported.out)
  expect(await ask(0, 'undo', 'companies', '--change', applied.change_id)).toMatchObject({ columns: 1 })
  expect((await type('export', 'companies')).out.split(/\r?\n/)[0]).toBe('Company,Domain')
})

test('reads rows from standard input, and writes them as JSON Lines', async () => {
  const piped = await pipe('Company,Employees\nÄpfel AG,12\nBirne,\n', 'import', '-', '--name', 'Piped', '--json')
  expect(JSON.parse(piped.out)).toMatchObject({ created: 2, rejected: 0 })
  const lines = (await type('export', 'Piped', '--json')).out.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ Company: 'Äpfel AG', Employees: 12 }),
    expect.objectContaining({ Company: 'Birne' }),
  ])
  const empty = await pipe('', 'import', '-')
  expect(empty).toMatchObject({ code: 1, err: 'Standard input is empty.\n' })
})

test('says in a sentence, and in JSON, what is wrong, and how it is called', async () => {
  const missing = await type('run', 'nothing of that name')
  expect(missing).toMatchObject({ code: 1, err: 'There is no workbook "nothing of that name" in this workspace.\n' })
  expect((await type('run', 'companies', '--max-usd', 'much')).code).toBe(2)
  expect((await type('import', join(folder, 'absent.csv'))).err).toContain('cannot be read')
  const refused = await type('run', 'companies', '--max-usd=-1', '--json')
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.out)).toMatchObject({ error: { status: 422, problems: [{ loc: ['body', 'max_usd'] }] } })
  const elsewhere = await type('export', 'companies', '--url', 'http://127.0.0.1:9')
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') })
  expect((await type('run', 'companies', '--token', 'wrong')).err).toContain('(401)')
})
