import { describe, expect, test } from 'vitest'
import { actWords, auditQuery, changesOf, whoWords } from './audit.logic.ts'
import { readAuditSearch } from './audit-search.logic.ts'

describe('the audit log', () => {
  test.each([
    ['member.role_changed', 'Member: role changed'],
    ['scim_token.revoked', 'SCIM token: revoked'],
    ['login.failed', 'Login: failed'],
    ['something', 'Something'],
    ['', ''],
  ])('says %j as “%s”', (act, words) => {
    expect(actWords(act)).toBe(words)
  })

  test.each([
    ['user', 'ana', 'ana'],
    ['token', 'Zapier', 'Token Zapier'],
    ['machine', null, 'System'],
    ['stranger', 'stranger', 'Not logged in'],
  ])('says who acted: %s %s', (kind, name, words) => {
    expect(whoWords({ kind, name })).toBe(words)
  })

  test('takes from an address only what is a filter', () => {
    expect(readAuditSearch({ actor: 7, act: 'member.', from: '2026-02-30x', to: '2026-02-28', more: 'x' })).toEqual({
      actor: '7',
      act: 'member.',
      to: '2026-02-28',
    })
    expect(readAuditSearch({ actor: '', act: { $ne: '' } })).toEqual({})
  })

  test('asks for the last day as a whole', () => {
    const asked = auditQuery({ act: 'run.', from: '2026-02-27', to: '2026-02-28' })
    expect(asked.act).toBe('run.')
    expect(asked.from).toBe(new Date(2026, 1, 27).toISOString())
    expect(asked.to).toBe(new Date(2026, 2, 1).toISOString())
    expect(auditQuery({})).toEqual({})
  })

  test('shows each change by name with both sides, as far as the line tells them', () => {
    expect(changesOf({ role: 'viewer' }, { role: 'admin', is_active: true })).toEqual([
      { name: 'role', before: 'viewer', after: 'admin' },
      { name: 'is active', before: null, after: 'true' },
    ])
    expect(changesOf(null, { rows: [1, 2] })).toEqual([{ name: 'rows', before: null, after: '[1,2]' }])
    expect(changesOf({ name: 'Ours', icon: 'x' }, { name: 'Ours', icon: 'y' }).map(({ name }) => name)).toEqual([
      'icon',
    ])
    expect(changesOf(null, null)).toEqual([])
  })
})
