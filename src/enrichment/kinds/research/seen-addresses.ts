// The addresses that one research may read: those it was shown, and no other, so that requests for pages cannot carry data out.
import { textOf } from '../../../engine/values/value.ts'
import type { JsonObject } from '../../../kernel/json.ts'

export interface SeenAddresses {
  /** Takes an address in; undefined for one that is never read. */
  add(address: string): string | undefined
  /** The address as it was shown; undefined for one that was not. */
  find(address: string): string | undefined
}

const LONGEST = 1_000
const MOST_OF_ROW = 20

export function createSeenAddresses(): SeenAddresses {
  const shown = new Map<string, string>()
  return {
    add(address) {
      const key = addressKey(address)
      if (key === undefined) return undefined
      if (!shown.has(key)) shown.set(key, address)
      return shown.get(key)
    },
    find(address) {
      const key = addressKey(address)
      return key === undefined ? undefined : shown.get(key)
    },
  }
}

/** What a request for the address would say: two spellings of one key are the same request. Undefined for what is never read. */
export function addressKey(address: string): string | undefined {
  if (address.length > LONGEST || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  // A name and password in an address may carry data out.
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href
}

const IN_TEXT = /https?:\/\/[^\s"'<>()[\]{}]+/gi
const HOST = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,24}$/i

/** The addresses in the values of a row; a bare name of a host stands for its first page. */
export function addressesIn(values: JsonObject): string[] {
  const found = Object.values(values).flatMap((value) => {
    const text = textOf(value).trim()
    if (HOST.test(text)) return [`https://${text.toLowerCase()}/`]
    return (text.match(IN_TEXT) ?? []).map((address) => address.replace(/[.,;:!?]+$/, ''))
  })
  return [...new Set(found)].slice(0, MOST_OF_ROW)
}
