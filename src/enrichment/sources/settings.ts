// Reads the settings of a source as its declaration wants them.
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { compileChecker, invalid } from '../../platform/http/checks/validate.ts'
import type { SourceAdapter } from '../../providers/sources/source.ts'
import { mustBeReachable } from '../../records/own-providers/addresses.logic.ts'

/**
 * Blank settings count as absent; `at` names the two members of the body.
 * @throws Refusal `invalid` for a source that there is not, or settings that it does not take, all at once
 */
export function mustReadSettings(
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
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '' && value !== null))
  const read = compileChecker(source.settings).read(given, 'body', { odd: true, flat: false })
  const below = (error: FieldError): FieldError => ({ ...error, loc: ['body', settingsAt, ...error.loc.slice(1)] })
  if (read.errors.length > 0) throw invalid(read.errors.map(below))
  const value = read.value as JsonObject
  const wrong = source.check?.(value) ?? []
  if (wrong.length > 0)
    throw invalid(
      wrong.map(({ setting, msg }) => ({
        loc: ['body', settingsAt, setting],
        type: 'value_error',
        msg,
        input: value[setting] ?? null,
      })),
    )
  return { source, settings: value }
}

/** What a collection of leads asks a source. @throws Refusal `invalid` as {@link mustReadSettings}, and for an address that may not be reached */
export function mustReadCollection(
  { addresses }: Pick<WorkspaceTx, 'addresses'>,
  sources: readonly SourceAdapter[],
  { source: adapter, query }: { source: string; query: Record<string, unknown> },
): { source: SourceAdapter; settings: JsonObject } {
  const read = mustReadSettings(sources, { adapter, settings: query }, ['source', 'query'])
  mustBeReachable(addresses, read.settings, ['query'])
  return read
}
