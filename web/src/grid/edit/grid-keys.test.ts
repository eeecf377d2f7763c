import type { GridKeyEventArgs } from '@glideapps/glide-data-grid'
import { expect, test, vi } from 'vitest'
import type { Seek } from '../model/keyboard.logic.ts'
import { NOTHING } from '../model/selection.logic.ts'
import { handleKey, type KeyActions } from './grid-keys.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })

test('a key that looks for something is left to the browser where the page has nothing to look with', () => {
  const taken: string[] = []
  const asked: Seek[] = []
  const press = (key: string, ctrlKey: boolean) => {
    const event = {
      key,
      ctrlKey,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      cancel: () => undefined,
      preventDefault: () => taken.push(key),
      stopPropagation: () => undefined,
    }
    const onSeek = (what: Seek) => {
      asked.push(what)
      return what === 'find'
    }
    handleKey(
      event as unknown as GridKeyEventArgs,
      { selection: NOTHING, bands: null, onSeek } as unknown as KeyActions,
    )
  }
  press('f', true)
  press('F3', false)
  press('g', true)
  expect([asked, taken]).toEqual([['find', 'next', 'row'], ['f']])
})
