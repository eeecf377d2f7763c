// Where a watch goes: to its target, to the feeds of its settings, and to the hosts that its kind declares.
import type { JsonObject } from '../../kernel/json.ts'
import type { Destinations } from '../../providers/destinations.ts'
import { entriesOf, type WatchKind } from './kind.ts'
import { homeOf } from './target.logic.ts'

export type NamedHosts = Pick<WatchKind, 'target' | 'hosts' | 'asks_dns' | 'config'>

export function watchDestinations(kind: NamedHosts, target: string, config: JsonObject): Destinations {
  const feeds = 'feeds' in kind.config.properties ? entriesOf(config, 'feeds') : []
  const urls = [...(kind.target.at_service ? [] : [homeOf(target)]), ...feeds]
  const named = urls.flatMap((url) => (URL.canParse(url) ? new URL(url).host : []))
  return {
    hosts: [...new Set([...named, ...kind.hosts])],
    row_places: kind.asks_dns ? ['dns'] : [],
    is_entered: false,
  }
}
