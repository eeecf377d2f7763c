// Light, dark or as the system says. theme.js in public/ applies the same choice before the first paint.
import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'millrace.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function choice(): ThemeChoice {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Paper is light. */
let printing = false

function shown(): 'light' | 'dark' {
  if (printing) return 'light'
  const chosen = choice()
  if (chosen !== 'system') return chosen
  return system.matches ? 'dark' : 'light'
}

function apply() {
  document.documentElement.dataset.theme = shown()
  for (const tell of listeners) tell()
}

function print(now: boolean) {
  printing = now
  apply()
}

window.addEventListener('beforeprint', () => print(true))
window.addEventListener('afterprint', () => print(false))
system.addEventListener('change', apply)
window.addEventListener('storage', (event) => event.key === key && apply())

export function setTheme(next: ThemeChoice) {
  if (next === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, next)
  apply()
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, choice)
}
