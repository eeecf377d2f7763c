import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

test.each(documents)('%s names files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(document), path),
  )
  const named = [...text.matchAll(/`((?:src|web|test|scripts|e2e|bench|docs|samples)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  const exists = (path: string) => existsSync(join(root, path)) || existsSync(join(root, dirname(document), path))
  expect([...links, ...named].filter((path) => !exists(path))).toEqual([])
})

test('every threat in docs/SECURITY.md is answered by a test that exists', () => {
  const text = readFileSync(join(root, 'docs/SECURITY.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| threat'))
  expect(rows.length).toBeGreaterThan(40)
  for (const row of rows) {
    const [, path = '', name = ''] = /`(src\/[\w./-]+\.test\.ts)`: "([^"]+)" \|$/.exec(row) ?? []
    expect(path, row).not.toBe('')
    const tests = readFileSync(join(root, path), 'utf8')
    expect(tests.includes(name), row).toBe(true)
  }
})
