// Which workspaces the overview shows, and what it says they lack.
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../api/shapes.ts'
import { findByName, findWorkspaces, keyWords, troubleWords } from './overview.logic.ts'

const figures = (more: object) =>
  ({
    spent_month_usd: 0,
    budget: null,
    failed_runs: 0,
    missing_keys: [],
    last_activity_at: null,
    ...more,
  }) as Schemas['WorkspaceOverview']['figures']
const one = (name: string, more: object | null) =>
  ({ name, slug: name.toLowerCase(), figures: more && figures(more) }) as Schemas['WorkspaceOverview']

const all = [
  one('Söhne', { failed_runs: 2 }),
  one('Near', { budget: { share: 80 } }),
  one('Far', { budget: { share: 79.9 } }),
  one('Closed', null),
]
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

describe('the overview of workspaces', () => {
  it('shows those with a trouble, and never one whose figures it does not know', () => {
    expect(names(findWorkspaces(all, '', 'failed'))).toEqual(['Söhne'])
    expect(names(findWorkspaces(all, '', 'near'))).toEqual(['Near'])
    expect(names(findWorkspaces(all, '', 'no_budget'))).toEqual(['Söhne'])
    expect(names(findWorkspaces(all, '', 'any'))).toHaveLength(4)
  })

  it('finds names without accents and case', () => {
    expect(names(findByName(all, 'SOHNE'))).toEqual(['Söhne'])
    expect(findByName(all, 'nothing')).toEqual([])
  })

  it('says of which keys one is enough', () => {
    const key = (name: string) => ({ id: name, name })
    const missing_keys = [{ any_of: [key('Hunter')] }, { any_of: [key('Apollo'), key('Enrow')] }]
    expect(keyWords(figures({ missing_keys }) as never)).toBe('Hunter; Apollo or Enrow')
  })

  it('says in one line what failed and what is missing', () => {
    const missing_keys = [{ any_of: [{ id: 'hunter', name: 'Hunter' }] }]
    expect(troubleWords(one('A', { failed_runs: 2, missing_keys }))).toBe('2 failed runs; missing keys: Hunter')
    expect(troubleWords(one('B', { failed_runs: 1 }))).toBe('1 failed run')
    expect(troubleWords(one('C', {}))).toBeNull()
    expect(troubleWords(one('D', null))).toBeNull()
  })
})
