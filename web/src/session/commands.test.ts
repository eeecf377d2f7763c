import { describe, expect, test } from 'vitest'
import { grouped, type PaletteCommand, pressed } from './commands.ts'

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

  test('keeps the commands of one heading together', () => {
    const mixed = [commands[0], commands[1], { ...(commands[0] as PaletteCommand), id: '5' }] as PaletteCommand[]
    expect(grouped(mixed).map(([group, list]) => [group, ids(list)])).toEqual([
      ['Workbooks', '15'],
      ['Look', '2'],
    ])
  })
})
