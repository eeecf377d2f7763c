// What notices link to: every path that is written into one is a page of the web app, with the parameters that the page reads.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

function sources(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
}

interface Page {
  parent: string
  path: string
  /** The declaration up to the next one, where parameters are read. */
  text: string
}

/** The routes of the web app by the names of their declarations. */
function routes(): Map<string, Page> {
  const declared = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g
  return new Map(
    sources('web/src/shell', (path) => path.endsWith('.tsx')).flatMap((text) =>
      [...text.matchAll(declared)].map(({ 1: name = '', 2: parent = '', 3: path = '', index }): [string, Page] => [
        name,
        { parent, path, text: text.slice(index, text.indexOf('\n})\n', index)) },
      ]),
    ),
  )
}

const all = routes()
const WORKSPACE = 'workspace'

function addressOf({ parent, path }: Page): string | null {
  const above = parent === WORKSPACE ? '' : all.get(parent)
  if (above === undefined) return null
  const before = above === '' ? '' : addressOf(above)
  return before === null ? null : `${before}/${path}`.replace(/\/+$/, '')
}

const pages = [...all.values()].flatMap((page) => {
  const address = addressOf(page)
  return address === null ? [] : [{ ...page, pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}$`) }]
})

/** Whether the page at the path takes the parameters; what is wrong with the link, else. */
function fault(link: string): string | null {
  const [path = '', query = ''] = link.split('?')
  const page = pages.find(({ pattern }) => pattern.test(path))
  if (!page) return `${link}: there is no such page`
  const passes = /validateSearch: \(search\)[^=]*=> search,/.test(page.text)
  const lost = [...new URLSearchParams(query).keys()].filter(
    (name) => !passes && !page.text.toLowerCase().includes(name),
  )
  return lost.length > 0 ? `${link}: the page does not read ${lost.join(', ')}` : null
}

test('links of notices lead to pages that there are', () => {
  const written = /\blink: (['`])(\/(?!\/)[^'`]*)\1/g
  const links = sources('src', (path) => path.endsWith('.ts') && !/\.test\.ts$|\.fixture\.ts$/.test(path)).flatMap(
    (text) => [...text.matchAll(written)].map(({ 2: link = '' }) => link.replace(/\$\{[^}]*\}+/g, 'x')),
  )
  expect(links.length).toBeGreaterThan(8)
  expect(links.map(fault).filter((one) => one !== null)).toEqual([])
  expect(fault('/settings/money')).toContain('no such page')
  expect(fault('/automations?endpoint=x')).toContain('does not read endpoint')
  expect(fault('/notices?tab=settings')).toBeNull()
})
