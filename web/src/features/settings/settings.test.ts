import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceWords, isHandheld } from './account/device.logic.ts'
import { AREAS, areasFor, ELSEWHERE } from './areas.logic.ts'
import { movedValues, PERFORMANCE } from './figures/performance.logic.ts'
import { readNumber } from './figures/typed-number.logic.ts'
import { findSettings } from './find-settings.logic.ts'
import { passwordFrom } from './people/temporary-password.logic.ts'
import { aRole, ROLES, roleChoices, whyFixed } from './roles.logic.ts'

describe('the list of settings', () => {
  test('shows the installation to its administrators only', () => {
    expect(areasFor(true)).toHaveLength(AREAS.length)
    expect(areasFor(false).map(({ group }) => group)).not.toContain('Installation')
  })

  test('has one address for each page', () => {
    expect(new Set(AREAS.map(({ page }) => page)).size).toBe(AREAS.length)
  })

  test('has four groups', () => {
    expect([...new Set(AREAS.map(({ group }) => group))]).toHaveLength(4)
  })

  test('finds every page by its title, before all others', () => {
    for (const { title } of [...AREAS, ...ELSEWHERE]) expect(findSettings(title, true)[0]?.title).toBe(title)
  })

  test.each([
    ['2fa', 'Profile'],
    ['passkey', 'Profile'],
    ['api token', 'Access tokens'],
    ['smtp', 'Mailboxes'],
    ['hubspot', 'Integrations'],
    ['openai', 'Models'],
    ['scim', 'Provisioning'],
    ['okta', 'Single sign-on'],
    ['permissions', 'Access and data'],
    ['gdpr', 'Access and data'],
    ['egress', 'Access and data'],
    ['agency', 'Your workspaces'],
    ['clients overview', 'Your workspaces'],
    ['spending limit', 'Budgets'],
    ['zapier', 'Webhooks'],
    ['unsubscribe', 'Suppressions'],
    ['logo', 'General'],
    ['timeout', 'Limits'],
  ])('finds %j as %s', (question, title) => {
    expect(findSettings(question, true).map((one) => one.title)).toContain(title)
  })

  test('finds nothing of the installation for a person who does not administer it', () => {
    expect(findSettings('users', false).map(({ path }) => path)).not.toContain('settings/users')
    expect(findSettings('qqqq', true)).toEqual([])
  })
})

describe('the device of a session', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32.3', 'python-requests'],
    ['', 'Unknown device'],
    ['(((', 'Unknown device'],
  ])('is told from %j as %s', (agent, words) => {
    expect(deviceWords(agent)).toBe(words)
  })

  test('that said nothing is unknown', () => {
    expect(deviceWords(null)).toBe('Unknown device')
    expect(isHandheld(null)).toBe(false)
  })
})

describe('the roles a user can give', () => {
  const can = (asked: Parameters<typeof roleChoices>[0]) =>
    roleChoices(asked)
      .filter(({ disabled }) => !disabled)
      .map(({ role }) => role)

  test('are all of them for an owner among owners', () => {
    expect(can({ chooser: 'owner', current: 'owner', owners: 2 })).toEqual([...ROLES])
    expect(can({ chooser: 'owner', current: 'viewer', owners: 1 })).toEqual([...ROLES])
  })

  test('are all but owner for an admin, who cannot touch owners', () => {
    expect(can({ chooser: 'admin', current: 'editor', owners: 1 })).toEqual(['admin', 'editor', 'member', 'viewer'])
    expect(can({ chooser: 'admin', current: 'owner', owners: 2 })).toEqual(['owner'])
    expect(whyFixed({ chooser: 'admin', current: 'owner', owners: 2 })).toMatch(/Only an owner/)
  })

  test('are none other for the last owner, and it says why', () => {
    expect(can({ chooser: 'owner', current: 'owner', owners: 1 })).toEqual(['owner'])
    expect(whyFixed({ chooser: 'owner', current: 'owner', owners: 1 })).toMatch(/at least one owner/)
  })

  test('are spoken of as people do', () => {
    expect([aRole('editor'), aRole('viewer'), aRole('owner')]).toEqual(['an editor', 'a viewer', 'an owner'])
  })
})

describe('a temporary password', () => {
  test('has four groups of five that cannot be misread', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        expect(passwordFrom(bytes)).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/)
      }),
    )
  })

  test('differs where chance differs', () => {
    expect(passwordFrom(new Uint8Array(20).fill(1))).not.toBe(passwordFrom(new Uint8Array(20).fill(2)))
  })
})

describe('performance settings', () => {
  const inForce = { row_concurrency: 64, provider_workers: 8, provider_timeout: 10, max_providers: 8, retry_passes: 1 }

  test('tell which values were moved into their range, and only those', () => {
    expect(movedValues({ row_concurrency: 200, retry_passes: 1 }, inForce)).toEqual(['Rows at once is 64, not 200'])
    expect(movedValues({}, inForce)).toEqual([])
  })

  test('explain every setting that the API has', () => {
    expect(PERFORMANCE.map(({ name }) => name).sort()).toEqual(Object.keys(inForce).sort())
  })

  test.each([
    ['12', 12],
    [' 0 ', 0],
    ['-3', -3],
    ['', null],
    ['1.5', null],
    ['1e3', null],
    ['many', null],
  ])('read %j as %j', (typed, number) => {
    expect(readNumber(typed)).toBe(number)
  })
})
