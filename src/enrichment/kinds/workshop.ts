// Where columns' own lookups are made: one maker per kind, with what it needs to act.
import type { Workshop } from '../runs/facts.ts'
import { httpLookup } from './http/http-lookup.ts'
import { createTokenStore } from './http/token-store.ts'

export function createWorkshop({ now }: { now: () => Date }): Workshop {
  const tokens = createTokenStore(() => now().getTime())
  return {
    async open(tx) {
      return (made, provider) =>
        made.kind === 'http' ? httpLookup(made, provider, tokens.of(tx.workspace_id)) : undefined
    },
  }
}
