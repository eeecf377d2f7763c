import { describe, expect, test } from 'vitest'
import { AREAS } from '../features/settings/areas.logic.ts'
import { grouped, type PaletteCommand, pressed, search } from './commands.ts'

const key = (name: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('keys', () => {
  test('mean the same with Ctrl and with Cmd', () => {
    expect(pressed(['mod', 'k'], key('k', { ctrlKey: true }))).toBe(true)
    expect(pressed(['mod', 'k'], key('k', { metaKey: true }))).toBe(true)
    expect(pressed(['mod', 'k'], key('k'))).toBe(false)
  })

  test('with more held down are other keys', () => {
    expect(pressed(['n'], key('n', { ctrlKey: true }))).toBe(false)
    expect(pressed(['mod', 'z'], key('Z', { ctrlKey: true, shiftKey: true }))).toBe(false)
    expect(pressed(['mod', 'shift', 'z'], key('Z', { ctrlKey: true, shiftKey: true }))).toBe(true)
    expect(pressed(['n'], key('n', { altKey: true }))).toBe(false)
  })

  test('such as ? may need Shift on one keyboard and not on another', () => {
    expect(pressed(['?'], key('?', { shiftKey: true }))).toBe(true)
    expect(pressed(['?'], key('?'))).toBe(true)
  })
})

describe('the palette', () => {
  const commands: PaletteCommand[] = [
    { id: '1', title: 'New blank workbook', group: 'Workbooks' },
    { id: '2', title: 'Dark theme', group: 'Look', words: 'night' },
    { id: '3', title: 'Workbooks', group: 'Go to' },
    { id: '4', title: 'Nordic workbench', group: 'Open', found: true },
  ]
  const ids = (list: PaletteCommand[]) => list.map((one) => one.id).join('')

  test('finds by every word, in any order, also by group and hidden words', () => {
    expect(ids(search(commands, 'workbook new'))).toBe('1')
    expect(ids(search(commands, 'NIGHT'))).toBe('2')
    expect(ids(search(commands, 'zzz'))).toBe('')
  })

  test('finds what is written without accents, with a typo, or called otherwise', () => {
    const list: PaletteCommand[] = [
      ...AREAS.map(({ page, title, group, words = '' }) => ({
        id: page,
        title,
        group: 'Settings',
        words: `settings ${group} ${words}`,
      })),
      { id: 'outreach', title: 'Outreach', group: 'Go to' },
      { id: 'new-sequence', title: 'Create a sequence', group: 'Create', words: 'email campaign' },
      { id: 'munich', title: 'Kunden München', group: 'Open', found: true },
    ]
    const first = (question: string) => search(list, question)[0]?.id
    for (const [question, id] of [
      ['hubspot', 'integrations'],
      ['hubpsot', 'integrations'],
      ['sequence', 'new-sequence'],
      ['cadence', 'new-sequence'],
      ['2fa', 'profile'],
      ['api token', 'agents'],
      ['munchen', 'munich'],
      ['integratons', 'integrations'],
    ] as const)
      expect(first(question), question).toBe(id)
    expect(search(list, 'qqqq')).toEqual([])
  })

  test('puts names that begin with the word first', () => {
    expect(ids(search(commands, 'work'))).toBe('314')
  })

  test('shows the very many only when asked for', () => {
    expect(ids(search(commands, ''))).toBe('132')
    expect(ids(search(commands, 'nord'))).toBe('4')
  })

  test('keeps the commands of one heading together', () => {
    const mixed = [commands[0], commands[1], { ...(commands[0] as PaletteCommand), id: '5' }] as PaletteCommand[]
    expect(grouped(mixed).map(([group, list]) => [group, ids(list)])).toEqual([
      ['Workbooks', '15'],
      ['Look', '2'],
    ])
  })
})
