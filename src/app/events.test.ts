// The law of events: what is emitted anywhere is declared by a room, once, with a schema.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ROOMS } from './rooms.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
const declared = ROOMS.flatMap(({ events }) => events ?? []).map(({ type }) => type)

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$|tables\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${source}/${file}`, 'utf8') }))

test('no event is declared twice', () => {
  expect(declared).toEqual([...new Set(declared)])
})

test('every event is emitted by its declaration', () => {
  const past = files.filter(({ file, text }) => !file.startsWith('platform/events/') && /\bwriteEvents?\b/.test(text))
  expect(past.map(({ file }) => file)).toEqual([])
})

test('every declaration is listed by a room', () => {
  const made = files.flatMap(({ text }) =>
    [...text.matchAll(/\bdefineEvent\(\s*'([a-z_.]+)'/g)].map(([, type]) => type),
  )
  expect(made.length).toBeGreaterThan(40)
  expect(made.filter((type) => !declared.includes(type as string))).toEqual([])
})
