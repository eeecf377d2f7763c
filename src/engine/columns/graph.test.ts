// The order in which columns run, and what forbids saving them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnConfig } from './columns.schema.ts'
import { affectedBy, buildGraph, columnLevels, dependants, renameColumn } from './graph.ts'

const input = (id: string, name = id): ColumnConfig => ({ id, name, type: 'input', input_type: 'text' })
const enriched = (id: string, template: string, more: object = {}, name = id): ColumnConfig => ({
  id,
  name,
  type: 'enrichment',
  provider: 'p',
  inputs: { q: template },
  ...more,
})
const problems = (columns: ColumnConfig[]) =>
  buildGraph(columns).problems.map(({ loc, type, msg }) => [loc.join('.'), type, msg])

describe('what forbids saving', () => {
  it('is silent on sound columns', () => {
    expect(problems([input('a'), enriched('b', '{{A}} {{a.x}}', { run_if: { field: 'b', op: 'is_empty' } })])).toEqual(
      [],
    )
  })

  it('names every unknown reference with its place', () => {
    const run_if = { and: [{ field: 'z', op: 'is_empty' }] }
    expect(problems([enriched('b', '{{Nope}} {{Nor.this}} {{', { run_if })])).toEqual([
      ['0.inputs.q', 'template_syntax', '"{{" at 23 is never closed'],
      ['0.inputs.q', 'unknown_reference', 'There is no column "Nope"'],
      ['0.inputs.q', 'unknown_reference', 'There is no column "Nor.this"'],
      ['0.run_if.and.0.field', 'value_error', 'There is no column "z"'],
    ])
  })

  it('names a circle by its columns', () => {
    const columns = [
      input('a'),
      enriched('b', '{{Sea}} {{a}}', {}, 'Bee'),
      enriched('c', '{{Dee}}', {}, 'Sea'),
      enriched('d', 'x', { run_if: { field: 'b', op: 'not_empty' } }, 'Dee'),
    ]
    expect(problems(columns)).toEqual([
      ['1', 'reference_cycle', 'Columns refer to each other in a circle: Bee -> Sea -> Dee -> Bee'],
    ])
    expect(problems([enriched('a', '{{A}}')])).toEqual([
      ['0', 'reference_cycle', 'Columns refer to each other in a circle: a -> a'],
    ])
    expect(columnLevels(buildGraph(columns)).flat().sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('names two columns with one name or one id', () => {
    expect(problems([input('a', 'Name'), input('a', ' NAME ')])).toEqual([
      ['1.id', 'duplicate_id', 'Two columns have the id "a"'],
      ['1.name', 'duplicate_name', 'Two columns are called "NAME"'],
    ])
  })
})

describe('the order of work', () => {
  const columns = [
    enriched('email', '{{domain}} {{person}}'),
    enriched('domain', '{{company}}'),
    enriched('score', '{{email}}', { run_if: { field: 'country', op: 'eq', value: 'DE' } }),
    enriched('country', '{{company}}'),
    input('company'),
    input('person'),
  ]
  const graph = buildGraph(columns)

  it('puts independent columns side by side', () => {
    expect(columnLevels(graph)).toEqual([['company', 'person'], ['domain', 'country'], ['email'], ['score']])
  })

  it('orders a chosen few by what lies between them', () => {
    expect(columnLevels(graph, ['score', 'domain'])).toEqual([['domain'], ['score']])
    expect(columnLevels(graph, ['country', 'email'])).toEqual([['email', 'country']])
    expect(columnLevels(graph, [])).toEqual([])
  })

  it('knows what a change touches', () => {
    expect(dependants(graph, 'domain')).toEqual(['email', 'score'])
    expect(affectedBy(graph, ['company', 'email'])).toEqual(['domain', 'country', 'score'])
    expect(dependants(graph, 'score')).toEqual([])
  })

  it('holds for any set of columns without a circle, and finds every circle', () => {
    const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 })
    fc.assert(
      fc.property(edges, (pairs) => {
        const made = Array.from({ length: 12 }, (_, index) =>
          enriched(`n${index}`, pairs.flatMap(([from, to]) => (from === index ? [`{{n${to}}}`] : [])).join(' ')),
        )
        const any = buildGraph(made)
        const order = columnLevels(any)
        const levelOf = new Map(order.flatMap((ids, level) => ids.map((id) => [id, level] as const)))
        expect(levelOf.size).toBe(12)
        const sound = pairs.every(([from, to]) => (levelOf.get(`n${from}`) ?? 0) > (levelOf.get(`n${to}`) ?? 0))
        expect(any.problems.length === 0).toBe(sound)
      }),
    )
  })

  it('manages a chain of ten thousand columns', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => enriched(`n${index}`, `{{n${(index + 1) % 10_000}}}`))
    expect(buildGraph(chain).problems).toHaveLength(1)
  })
})

describe('renaming a column', () => {
  const columns = [input('a', 'Site'), input('u', 'Web.url'), enriched('b', '{{site.url}} and {{ SITE }}')]

  it('rewrites every reference to it', () => {
    const { columns: renamed } = renameColumn(columns, 'a', ' Home page ') as { columns: ColumnConfig[] }
    expect(renamed[0]?.name).toBe('Home page')
    expect(renamed[2]).toMatchObject({ inputs: { q: '{{Home page.url}} and {{Home page}}' } })
  })

  it('is refused when the name is taken, blank, or would turn a path into another column', () => {
    expect(renameColumn(columns, 'a', 'WEB.URL')).toEqual({ problem: 'Two columns are called "Web.url"' })
    expect(renameColumn(columns, 'a', ' ')).toEqual({ problem: 'A column needs a name' })
    expect(renameColumn(columns, 'a', 'Web')).toEqual({ problem: 'References in "b" would then mean another column' })
    expect(renameColumn(columns, 'x', 'Web')).toEqual({ problem: 'There is no such column' })
  })
})
