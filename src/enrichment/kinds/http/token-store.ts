// Access tokens in memory, each minted once however many rows wait for it, and forgotten before it ends.
import type { Answer } from '../../../providers/kit.ts'

export interface TokenStore {
  /** The token of a key, minted when there is none; or why there is none. */
  find(key: string, mint: () => Promise<{ token: string; seconds: number } | Answer>): Promise<string | Answer>
  forget(key: string): boolean
}

const MOST_TOKENS = 5_000
/** A token that ends while the request is on its way is refused. */
const EARLY_MS = 30_000

/** Tokens of all workspaces; keys of one never meet those of another. */
export function createTokenStore(now: () => number): { of(workspaceId: string): TokenStore } {
  const known = new Map<string, { token: string; until: number }>()
  const minting = new Map<string, Promise<string | Answer>>()
  return {
    of: (workspaceId) => ({
      async find(key, mint) {
        const place = `${workspaceId} ${key}`
        const held = known.get(place)
        if (held && held.until > now()) return held.token
        const waiting = minting.get(place)
        if (waiting) return waiting
        const asked = mint().then((answer) => {
          if (!('token' in answer)) return answer
          known.delete(place)
          known.set(place, { token: answer.token, until: now() + answer.seconds * 1000 - EARLY_MS })
          if (known.size > MOST_TOKENS) known.delete(known.keys().next().value as string)
          return answer.token
        })
        minting.set(place, asked)
        return asked.finally(() => minting.delete(place))
      },
      forget: (key) => known.delete(`${workspaceId} ${key}`),
    }),
  }
}
