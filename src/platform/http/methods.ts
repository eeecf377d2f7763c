// Which methods an address takes, to tell a wrong method (405 with Allow) from an unknown address (404).
import { escapePattern } from '../../kernel/escape-pattern.ts'
import { takesHead } from './mount.ts'
import { addressesOf, type Route } from './route.ts'

export function allowedMethods(routes: readonly Route[]): (url: string) => string[] {
  const byPath = new Map<string, Set<string>>()
  for (const route of routes) {
    for (const path of addressesOf(route)) {
      const methods = byPath.get(path) ?? new Set()
      byPath.set(path, methods.add(route.method))
      if (takesHead(route)) methods.add('HEAD')
    }
  }
  const patterns = [...byPath].map(([path, methods]) => ({ pattern: patternOf(path), methods: [...methods].sort() }))
  return (url) => {
    const path = url.split(/[?#]/, 1)[0] ?? ''
    const found = patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    return [...new Set(found)].sort()
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : escapePattern(part)
  })
  return new RegExp(`^${parts.join('/')}/?$`)
}
