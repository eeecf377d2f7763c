import { describe, expect, test } from 'vitest'
import { AREAS, areasFor } from './areas.logic.ts'
import { deviceWords, isHandheld } from './device.logic.ts'
import { aRole, ROLES, roleChoices, whyFixed } from './roles.logic.ts'

describe('the list of settings', () => {
  test('shows the installation to its administrators only', () => {
    expect(areasFor(true)).toHaveLength(AREAS.length)
    expect(areasFor(false).map(({ group }) => group)).not.toContain('Installation')
  })

  test('has one address for each page', () => {
    expect(new Set(AREAS.map(({ page }) => page)).size).toBe(AREAS.length)
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

describe('the roles somebody can give', () => {
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
