// Bodies made to stop the process, sent to every kind of route that takes one: other callers are served meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import yazl from 'yazl'
import { ADMIN, type Product, startProduct } from './product.ts'

/**
 * The promise: no body keeps the others waiting for longer. The least of a few times counts, and a machine that others use at the same time
 * is given as much longer as it takes for work of a known length.
 */
const MOST_SECONDS = 0.2
const TIMES = 4

/** How many times as long as its computing this process takes at the moment; 1 on a machine with nothing else to do. */
function slowness(): number {
  const [began, used] = [performance.now(), process.cpuUsage()]
  while (performance.now() - began < 150);
  const { user, system } = process.cpuUsage(used)
  return Math.max(1, 150_000 / Math.max(user + system, 5000))
}

let product: Product
let token = ''
let workbook = ''
const headers = () => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  product = await startProduct({ LIMITS: 'off' })
  const answer = await fetch(`${product.url}/auth/token`, { method: 'POST', body: new URLSearchParams(ADMIN) })
  token = ((await answer.json()) as { access_token: string }).access_token
  const made = await fetch(`${product.url}/api/workbooks`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hostile' }),
  })
  workbook = ((await made.json()) as { id: string }).id
})
afterAll(() => product?.stop())

/** Seconds of the longest time in which the process did nothing else, since this was asked last. */
async function longestBlock(): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
}

async function spreadsheet(parts: Record<string, string>): Promise<Buffer> {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const zip = new yazl.ZipFile()
  const all = {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${type}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${type}/worksheet" Target="worksheets/one.xml"/></Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="a"/></sheets></workbook>',
    ...parts,
  }
  for (const [path, text] of Object.entries(all)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Buffer))
  return Buffer.concat(chunks)
}

const rowsOf = (count: number, cell: string) =>
  `<worksheet><sheetData>${`<row>${cell}</row>`.repeat(count)}</sheetData></worksheet>`
const NAMES = '<row><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>Note</t></is></c></row>'
const named = (sheet: string) => sheet.replace('<sheetData>', `<sheetData>${NAMES}`)

const FILES: Record<string, () => Buffer | Promise<Buffer>> = {
  'one shared text of 30 MB, named by 1,000 rows': () =>
    spreadsheet({
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000_000)}</t></si></sst>`,
      'xl/worksheets/one.xml': rowsOf(1000, '<c t="s"><v>0</v></c>'),
    }),
  'a shared text of 90,000 characters, named by 200,000 cells': () =>
    spreadsheet({
      'xl/sharedStrings.xml': `<sst><si><t>${'12,'.repeat(30_000)}</t></si></sst>`,
      'xl/worksheets/one.xml': named(rowsOf(10_000, '<c t="s"><v>0</v></c>'.repeat(20))),
    }),
  'an inline text of 30 MB': () =>
    spreadsheet({ 'xl/worksheets/one.xml': named(rowsOf(1, `<c t="str"><v>${'1'.repeat(30_000_000)}</v></c>`)) }),
  'a value of 3 MB of quotes': () => Buffer.from(`Name,Note\nAcme,"${'""'.repeat(1_500_000)}"\n`),
  'values of 99,000 characters that look like something': () =>
    Buffer.from(
      `Number,Date,Mail,Link,Phone\n${Array.from({ length: 40 }, () =>
        [
          '1 '.repeat(49_000),
          '1/'.repeat(49_000),
          'a@'.repeat(49_000),
          'a.'.repeat(49_000),
          '0 '.repeat(49_000),
        ].join(),
      ).join('\n')}\n`,
    ),
  '2 million delimiters': () => Buffer.from(`a,b\n${','.repeat(2_000_000)}\n`),
  '1 million lines': () => Buffer.from(`a,b\n${' ,\n'.repeat(1_000_000)}`),
  '2,000 lines of 500 values': () => Buffer.from(`${`${'x,'.repeat(499)}x\n`.repeat(2000)}`),
  'a list of 3 million empty objects': () => Buffer.from(`[{"a":1}${',{}'.repeat(3_000_000)}]`),
  'one object of 90,000 members': () =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, 1])))),
  'bytes of no encoding': () => Buffer.alloc(3_000_000, Buffer.from([0xa4, 0xe3, 0x81, 0x41, 0xff])),
}

test.each(
  Object.entries(FILES),
)('a file with %s delays no other request, to whichever endpoint it is sent', async (_, make) => {
  const file = await make()
  const paths = [
    ['/api/leads/import/preview', 'application/octet-stream'],
    ['/api/leads/import', 'application/octet-stream'],
    [`/api/workbooks/${workbook}/import/preview`, 'application/octet-stream'],
    [`/api/workbooks/${workbook}/import`, 'application/octet-stream'],
    ...(file.toString('latin1', 0, 2) === '[{'
      ? [[`/api/workbooks/${workbook}/import/preview`, 'application/json']]
      : []),
  ]
  for (const [path = '', type = ''] of paths) {
    const body = type === 'application/json' ? Buffer.concat([Buffer.from('{"rows":'), file, Buffer.from('}')]) : file
    const send = async () => {
      const answer = await fetch(product.url + path, {
        method: 'POST',
        headers: { ...headers(), 'content-type': type },
        body,
      })
      expect(answer.status, await answer.text()).toBeLessThan(500)
    }
    expect(await leastBlock(send), path).toBeLessThan(MOST_SECONDS)
  }
})

async function leastBlock(send: () => Promise<void>): Promise<number> {
  const blocks: number[] = []
  for (let n = 0; n < TIMES; n++) {
    await longestBlock()
    await send()
    const block = await longestBlock()
    if (block < MOST_SECONDS) return block
    blocks.push(block / slowness())
    if ((blocks.at(-1) ?? 1) < MOST_SECONDS) break
  }
  return Math.min(...blocks)
}

const fill = (one: (n: number) => string, most: number) => {
  const parts: string[] = []
  for (let n = 0, size = 0; ; n++) {
    const part = one(n)
    size += part.length + 1
    if (size > most) return parts.join(',')
    parts.push(part)
  }
}
const MIB = 1024 * 1024 - 100
const BODIES: Record<string, string> = {
  '90,000 members': `{${fill((n) => `"k${n}":1`, MIB)}}`,
  'members in many objects': `{"a":[${fill((n) => `{${Array.from({ length: 9000 }, (_, m) => `"k${n}x${m}":1`)}}`, MIB)}]}`,
  'empty objects': `{"name":[${fill(() => '{}', MIB)}]}`,
  'lists in lists': `{"name":[${fill(() => '['.repeat(90) + ']'.repeat(90), MIB)}]}`,
  'numbers without end': `{"name":[${fill(() => '1e999', MIB)}]}`,
  'half characters': `{"name":"${'\\ud800'.repeat(170_000)}"}`,
  'a broken end': `{"name":[${fill(() => '"a"', MIB)}`,
}

test.each(Object.entries(BODIES))('JSON of %s delays no other request, with and without a token', async (_, body) => {
  const send =
    (method: string, path: string, more: Record<string, string> = {}) =>
    async () => {
      const answer = await fetch(product.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...more },
        body,
      })
      expect(answer.status, await answer.text()).toBeLessThan(500)
      if (!('authorization' in more)) expect(answer.status, path).toBe(413)
    }
  for (const path of ['/auth/token', '/auth/refresh', '/api/invitations/made-up/accept'])
    expect(await leastBlock(send('POST', path)), path).toBeLessThan(MOST_SECONDS)
  for (const [method, path] of [
    ['POST', '/api/workbooks'],
    ['PATCH', `/api/workbooks/${workbook}`],
    ['POST', `/api/workbooks/${workbook}/rows`],
    ['POST', '/api/lead'],
    ['POST', `/api/workbooks/${workbook}/columns`],
    ['POST', '/api/leads/query'],
  ] as const)
    expect(await leastBlock(send(method, path, headers())), path).toBeLessThan(MOST_SECONDS)
})
