// The web searches of the catalog, from the one that costs nothing to the one that costs most: a caller without a preference takes the first with a key.
import type { HttpLookup } from './kit/kit.ts'
import { braveWebSearch } from './vendors/brave-search.ts'
import { searxngSearch } from './vendors/searxng.ts'
import { serperSearch } from './vendors/serper.ts'

export const WEB_SEARCHES: readonly HttpLookup[] = [searxngSearch, serperSearch, braveWebSearch]
