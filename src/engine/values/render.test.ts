// What a template becomes for one row.
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import { renderByName } from './render.ts'
import { nameKey } from './template.ts'

const row: Record<string, Json> = {
  company: 'Acme',
  domain: 'acme.example',
  size: 1200,
  empty: '  ',
  nothing: null,
  tags: ['a', null, 'b'],
  site: { title: 'Acme: tools', staff: [{ email: 'a@x.example' }, { email: null }, { email: 'b@x.example' }] },
}
const render = (source: string) =>
  renderByName(source, (name) => (nameKey(name) in row ? (row[nameKey(name)] ?? null) : undefined))

describe('a template for one row', () => {
  it('keeps the JSON type when it is exactly one reference', () => {
    expect(render('{{Size}}')).toBe(1200)
    expect(render('{{Site.staff.0}}')).toEqual({ email: 'a@x.example' })
    expect(render('{{Nothing}}')).toBeNull()
  })

  it('is text otherwise, with nothing where a reference is empty', () => {
    expect(render('{{Company}} has {{Size}} people{{Nothing}}')).toBe('Acme has 1200 people')
    expect(render('{{Tags}}!')).toBe('a, b!')
  })

  it('is nothing when every reference in it is empty', () => {
    expect(render('https://{{Nothing}}/{{Empty}}')).toBeNull()
    expect(render('https://{{Unknown}}')).toBeNull()
    expect(render('   ')).toBeNull()
    expect(render('')).toBeNull()
  })

  it('is its own text without references', () => {
    expect(render('US')).toBe('US')
  })

  it('walks paths without failing on what is not there', () => {
    expect(render('{{Site.title}}')).toBe('Acme: tools')
    expect(render('{{Site.TITLE}}')).toBe('Acme: tools')
    expect(render('{{Site.staff.email}}')).toEqual(['a@x.example', 'b@x.example'])
    expect(render('{{Site.staff.7.email}}')).toBeNull()
    expect(render('{{Company.title}}')).toBeNull()
    expect(render('{{Site.constructor.name}}')).toBeNull()
  })

  it('reads a path after the braces into an object and keeps it as text after a scalar', () => {
    expect(render('{{Site}}.title')).toBe('Acme: tools')
    expect(render('{{Company}}.example')).toBe('Acme.example')
    expect(render('{{Nothing}}.example')).toBeNull()
  })
})
