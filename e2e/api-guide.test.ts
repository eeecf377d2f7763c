// Runs every example of docs/api-guide.md in its order, against the built server and the packed SDK.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (path: string) => join(root, path)
const folder = mkdtempSync(join(tmpdir(), 'millrace-guide-'))
const { PATH = '', HOME = '' } = process.env
let product: Product
beforeAll(async () => {
  product = await startProduct({ DEMO: 'off' })
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The SDK as it is published, beside what it depends on. */
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
}

/** The examples as one program of the shell: those in TypeScript as files that it runs. */
function programOf(guide: string): { script: string; files: string[] } {
  const files: string[] = []
  const examples = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code = ''], number) => {
    if (language === 'sh') return `echo "=== example ${number}"\n${code}`
    expect(language, 'an example that nobody runs').toBe('ts')
    const file = `example-${number}.ts`
    writeFileSync(join(folder, file), code)
    files.push(file)
    const tsx = pathToFileURL(inRoot('node_modules/tsx/dist/esm/index.mjs')).href
    return `echo "=== example ${number}"\n"${process.execPath}" --import ${tsx} ${join(folder, file)}`
  })
  const script = examples
    .join('\n')
    .replace('http://localhost:8000', product.url)
    .replace('the password of the first start', ADMIN.password)
  return { script: `set -euo pipefail\ncd ${root}\n${script}\necho "=== end"\n`, files }
}

test('every example of the guide is right and runs', async () => {
  installSdk()
  const { script, files } = programOf(readFileSync(inRoot('docs/api-guide.md'), 'utf8'))
  expect(files.length).toBeGreaterThan(2)
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const compilerOptions = {
    ...{ noEmit: true, strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  execFileSync(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' })

  const child = spawn('bash', ['-c', script], {
    env: { PATH, HOME, TMPDIR: folder },
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
  expect(output).toContain('Acme,https://www.acme.com/about,acme.com,complete,')
  expect(output).toMatch(/done 1 1\nSite,Domain\r?\nacme\.com\/about,acme\.com/)
  expect(output).toMatch(/422 \[ 'body', 'name' \]\n/)
  expect(output).toMatch(/created [\w-]{36}\n/)
  expect(output).toContain('+ ')
  expect(output).toMatch(/Undone: .*\n.*1 columns/)
})

test('llms.txt names the guides and every operation, and its links lead somewhere', async () => {
  const text = await (await fetch(`${product.url}/llms.txt`)).text()
  expect(text).toMatch(/^# Millrace/)
  const { paths } = (await (await fetch(`${product.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  for (const path of Object.keys(paths).filter((one) => !one.startsWith('/api/v2/')))
    expect(text).toContain(` ${path}](`)
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
