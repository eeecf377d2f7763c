// Reads the settings of a kind by what it declares: a schema, and a check for what no schema says.
import type { TSchema } from 'typebox'
import type { FieldError } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { SettingFault } from '../../../kernel/setting-form.ts'
import { compileChecker, invalid } from './validate.ts'

/**
 * Blank settings count as absent. `member` is where they are in the body.
 * @throws Refusal `invalid` with every fault
 */
export function mustReadSettings(
  schema: TSchema,
  check: ((settings: JsonObject) => SettingFault[]) | undefined,
  settings: Readonly<Record<string, unknown>>,
  member: string,
): JsonObject {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '' && value !== null))
  const read = compileChecker(schema).read(given, 'body', { odd: true, flat: false })
  const below = (error: FieldError): FieldError => ({ ...error, loc: ['body', member, ...error.loc.slice(1)] })
  if (read.errors.length > 0) throw invalid(read.errors.map(below))
  const value = read.value as JsonObject
  const faults = (check?.(value) ?? []).map(({ setting, msg }) => ({
    loc: ['body', member, setting],
    type: 'value_error',
    msg,
    input: value[setting] ?? null,
  }))
  if (faults.length > 0) throw invalid(faults)
  return value
}
