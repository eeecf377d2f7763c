import { describe, expect, test } from 'vitest'
import css from './tokens.css?raw'

function tokens(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [found[1] ?? '', found[2] ?? '']))
}

/** WCAG 2.2 relative luminance of #rrggbb. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['canvas', 'surface', 'raised', 'hover']
const text: [string, string[]][] = [
  ['ink', [...grounds, 'accent-soft', 'sunken']],
  ['ink-2', [...grounds, 'accent-soft', 'sunken']],
  ['ink-3', ['canvas', 'surface', 'raised']],
  ['accent-ink', ['canvas', 'surface', 'raised', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['ok', ['surface', 'raised', 'ok-soft']],
  ['warn', ['surface', 'raised', 'warn-soft']],
  ['bad', ['surface', 'raised', 'bad-soft']],
  ['canvas', ['ink']],
]
const marks: [string, string[]][] = [
  ['accent', ['surface', 'canvas', 'raised']],
  ['warn-mark', ['surface']],
  ['bad', ['surface']],
]

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('in the %s theme', (_, selector) => {
  const all = tokens(selector)

  test.each(
    text.flatMap(([ink, on]) => on.map((ground) => [ink, ground])),
  )('text in %s can be read on %s (WCAG AA, 4.5:1)', (ink = '', ground = '') => {
    expect(contrast(all.get(ink) ?? '', all.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test.each(
    marks.flatMap(([mark, on]) => on.map((ground) => [mark, ground])),
  )('a mark in %s can be seen on %s (3:1; the amber dot 2.5:1, it has words beside it)', (mark = '', ground = '') => {
    const least = mark === 'warn-mark' ? 2.5 : 3
    expect(contrast(all.get(mark) ?? '', all.get(ground) ?? '')).toBeGreaterThanOrEqual(least)
  })
})
