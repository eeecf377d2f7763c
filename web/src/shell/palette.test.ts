import { describe, expect, test } from 'vitest'
import type { PaletteCommand } from '../session/commands.ts'
import { rankCommands } from '../session/ranking.logic.ts'
import { paletteEntries } from './palette-entries.fixture.ts'

/** What is typed, and what comes first. */
const WANTED: readonly (readonly [question: string, first: string])[] = [
  ['hubspot', 'Connect HubSpot'],
  ['hubpsot', 'Connect HubSpot'],
  ['send to hubspot', 'Send to HubSpot'],
  ['salesforce', 'Send to Salesforce'],
  ['slack', 'Send to Slack'],
  ['connect hubspot', 'Connect HubSpot'],
  ['hunter', 'Connect Hunter'],
  ['webhook', 'Webhooks'],
  ['zapier', 'Webhooks'],
  ['sequence', 'Sequences'],
  ['campaign', 'Sequences'],
  ['new sequence', 'Create a sequence'],
  ['2fa', 'Two-factor authentication'],
  ['two factor', 'Two-factor authentication'],
  ['mfa', 'Two-factor authentication'],
  ['change password', 'Profile'],
  ['api token', 'Access tokens'],
  ['api key', 'Access tokens'],
  ['mcp', 'Access tokens'],
  ['api docs', 'API documentation'],
  ['csv', 'New workbook from a CSV file'],
  ['upload', 'New workbook from a CSV file'],
  ['excel', 'New workbook from a CSV file'],
  ['export', 'Export a workbook'],
  ['download', 'Export a workbook'],
  ['how do i export to csv', 'Export a workbook'],
  ['dark mode', 'Dark theme'],
  ['turn on dark mode', 'Dark theme'],
  ['night', 'Dark theme'],
  ['invite', 'Invite people'],
  ['add user', 'Invite people'],
  ['team', 'Members'],
  ['permissions', 'Access and data'],
  ['gdpr', 'Access and data'],
  ['privacy', 'Access and data'],
  ['duplicates', 'Duplicates'],
  ['dedupe', 'Duplicates'],
  ['find duplicates in my table', 'Duplicates'],
  ['unsubscribe', 'Suppressions'],
  ['opt out', 'Suppressions'],
  ['do not contact', 'Suppressions'],
  ['budget', 'Budgets'],
  ['spending limit', 'Budgets'],
  ['billing', 'Spending'],
  ['logo', 'Logo'],
  ['workspace logo', 'General'],
  ['delete workspace', 'General'],
  ['openai', 'Connect OpenAI'],
  ['chatgpt', 'Ask AI'],
  ['formula', 'Formula'],
  ['call an api', 'Call an API'],
  ['scim', 'Provisioning'],
  ['saml', 'Single sign-on'],
  ['smtp', 'Mailboxes'],
  ['gmail', 'Mailboxes'],
  ['notifications', 'Notices'],
  ['icp', 'Lead scoring'],
  ['replies', 'Outreach inbox'],
  ['logout', 'Sign out'],
  ['shortcuts', 'Keyboard'],
  ['agency', 'Your workspaces'],
  ['work email', 'Work email'],
  ['headcount', 'Employees'],
  ['tech stack', 'Technologies'],
  ['who is hiring', 'Who is hiring'],
  ['verify emails', 'Verify e-mail addresses'],
  ['munchen', 'Kunden München'],
  ['acme', 'Acme Holding'],
  ['invoices 2026', 'Invoices 2026'],
]

describe('the command palette', () => {
  test.each(WANTED)('puts first, for %j, %j', (question, first) => {
    expect(rankCommands(paletteEntries(question), question)[0]?.title).toBe(first)
  })

  test('finds what has most of the words where nothing has all of them, and nothing where none fits', () => {
    expect(rankCommands(paletteEntries('quarterly budget'), 'quarterly budget')[0]?.title).toBe('Budgets')
    expect(rankCommands(paletteEntries('qqqq'), 'qqqq')).toEqual([])
    expect(rankCommands(paletteEntries('qqqq budget'), 'qqqq budget').length).toBeGreaterThan(0)
  })

  test('finds all pages and actions by their own titles, before all others', () => {
    for (const { title } of paletteEntries('')) {
      const titles = rankCommands(paletteEntries(title), title).map((one) => one.title)
      expect(titles[0], title).toBe(title)
    }
  })

  const commands: PaletteCommand[] = [
    { id: '1', title: 'New blank workbook', group: 'Workbooks' },
    { id: '2', title: 'Dark theme', group: 'Look', words: 'night' },
    { id: '3', title: 'Workbooks', group: 'Go to' },
    { id: '4', title: 'Nordic workbench', group: 'Open', found: true },
  ]
  const ids = (list: PaletteCommand[]) => list.map((one) => one.id).join('')

  test('finds by every word, in any order, also by hidden words', () => {
    expect(ids(rankCommands(commands, 'workbook new'))).toBe('1')
    expect(ids(rankCommands(commands, 'NIGHT'))).toBe('2')
    expect(ids(rankCommands(commands, 'zzz'))).toBe('')
  })

  test('puts names that begin with the word first, and short ones before long ones', () => {
    expect(ids(rankCommands(commands, 'work'))).toBe('341')
  })

  test('shows the very many only when asked for', () => {
    expect(ids(rankCommands(commands, ''))).toBe('132')
    expect(ids(rankCommands(commands, 'nord'))).toBe('4')
  })
})
