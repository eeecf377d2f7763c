// Reads the settings of a source as its declaration wants them.
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadSettings } from '../../platform/http/checks/settings.ts'
import type { SourceAdapter } from '../../providers/sources/source.ts'
import { mustBeReachable } from '../../records/own-providers/addresses.logic.ts'

/**
 * `at` names the two members of the body.
 * @throws Refusal `invalid` for a source that there is not, or settings that it does not take, all at once
 */
export function mustReadSource(
  sources: readonly SourceAdapter[],
  { adapter, settings }: { adapter: string; settings: Record<string, unknown> },
  [adapterAt, settingsAt]: readonly [string, string] = ['adapter', 'settings'],
): { source: SourceAdapter; settings: JsonObject } {
  const source = sources.find(({ id }) => id === adapter)
  if (!source) {
    const msg = `There is no source "${adapter}"; there are ${sources.map(({ id }) => id).join(', ')}`
    return refuse('invalid', msg, {
      fields: [{ loc: ['body', adapterAt], type: 'value_error', msg, input: adapter }],
    })
  }
  return { source, settings: mustReadSettings(source.settings, source.check, settings, settingsAt) }
}

/** What a collection of leads asks a source. @throws Refusal `invalid` as {@link mustReadSource}, and for an address that may not be reached */
export function mustReadCollection(
  { addresses }: Pick<WorkspaceTx, 'addresses'>,
  sources: readonly SourceAdapter[],
  { source: adapter, query }: { source: string; query: Record<string, unknown> },
): { source: SourceAdapter; settings: JsonObject } {
  const read = mustReadSource(sources, { adapter, settings: query }, ['source', 'query'])
  mustBeReachable(addresses, read.settings, ['query'])
  return read
}
