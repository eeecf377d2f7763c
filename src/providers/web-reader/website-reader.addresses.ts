// The postal addresses of a page, read once however many readers of facts ask for them.
import { addressesIn, type PostalAddress } from '../places/addresses.ts'
import type { PageFacts } from './website-reader.page.ts'

const known = new WeakMap<PageFacts, Map<string | null, PostalAddress[]>>()

/** As {@link addressesIn}, of the text of a page. */
export function addressesOn(page: PageFacts, home: string | null): PostalAddress[] {
  const byHome = known.get(page) ?? new Map<string | null, PostalAddress[]>()
  known.set(page, byHome)
  const addresses = byHome.get(home) ?? addressesIn(page.text, home)
  byHome.set(home, addresses)
  return addresses
}
