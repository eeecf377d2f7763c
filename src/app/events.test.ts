// The law of events: what is emitted anywhere is declared by a room, once, with a schema.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ROOMS } from './rooms.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
const declared = ROOMS.flatMap(({ events }) => events ?? []).map(({ type }) => type)

/** Types that are written out where something is emitted without a declaration at hand. */
function emitted(): { type: string; file: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$|tables\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(`${source}/${file}`, 'utf8')
      if (!/\bring\w*\(/.test(text)) return []
      const calls = text.matchAll(/(?:ring\w*\(\s*tx,\s*|ring\(tx, \{[^}]*?type: )'([a-z_]+\.[a-z_]+)'/g)
      return [...calls].map(([, type = '']) => ({ type, file }))
    })
}

test('no event is declared twice', () => {
  expect(declared).toEqual([...new Set(declared)])
})

test('every event that is emitted by its name is declared', () => {
  const found = emitted()
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ type }) => !declared.includes(type))).toEqual([])
})
