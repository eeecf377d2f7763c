// The grid's colours, read from the app's CSS variables so that light and dark follow the page.
import { useSyncExternalStore } from 'react'

export interface Palette {
  surface: string
  canvas: string
  hover: string
  line: string
  lineStrong: string
  ink: string
  ink2: string
  ink3: string
  accent: string
  accentSoft: string
  accentInk: string
  onAccent: string
  ok: string
  warnMark: string
  bad: string
  idle: string
  font: string
}

const NAMES: Record<Exclude<keyof Palette, 'font'>, string> = {
  surface: '--surface',
  canvas: '--canvas',
  hover: '--hover',
  line: '--line',
  lineStrong: '--line-strong',
  ink: '--ink',
  ink2: '--ink-2',
  ink3: '--ink-3',
  accent: '--accent',
  accentSoft: '--accent-soft',
  accentInk: '--accent-ink',
  onAccent: '--on-accent',
  ok: '--ok',
  warnMark: '--warn-mark',
  bad: '--bad',
  idle: '--idle',
}

function read(): Palette {
  const style = getComputedStyle(document.documentElement)
  const palette = { font: getComputedStyle(document.body).fontFamily } as Palette
  for (const key of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    palette[key] = style.getPropertyValue(NAMES[key]).trim() || '#888888'
  }
  return palette
}

let current: Palette | null = null

function subscribe(tell: () => void): () => void {
  const refresh = () => {
    current = read()
    tell()
  }
  const watch = new MutationObserver(refresh)
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', refresh)
  return () => {
    watch.disconnect()
    system.removeEventListener('change', refresh)
  }
}

/** The palette of the theme in force; a new object after every change of theme. */
export function usePalette(): Palette {
  return useSyncExternalStore(subscribe, () => {
    current ??= read()
    return current
  })
}

/** A hex colour with another opacity, 0..1. */
export function fade(colour: string, alpha: number): string {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (!hex) return colour
  const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgba(${r}, ${g}, ${b}, ${alpha})`
}

/** One hex colour over another, opaque: `share` 0..1 of the second. */
export function blend(under: string, over: string, share: number): string {
  const parts = (hex: string) => {
    const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
    return [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
  }
  const below = parts(under)
  const mixed = parts(over).map((part, at) => Math.round((below[at] ?? 0) * (1 - share) + part * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
