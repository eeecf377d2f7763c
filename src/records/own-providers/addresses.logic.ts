// Addresses that are saved with a request or its settings: each is refused where no call may go to it.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { HttpColumn } from '../../engine/columns/kinds/http.kind.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { AddressCheck } from '../../platform/db/database.ts'

type Loc = (string | number)[]

/** What is wrong with the addresses of an `http` or `output` column, by their place in it. */
export function addressProblems(check: AddressCheck, column: ColumnConfig): FieldError[] {
  if (column.type === 'http') return requestProblems(check, column)
  return column.type === 'output' && 'url' in column.target ? problem(check, ['target', 'url'], column.target.url) : []
}

/** The same of a request. */
export function requestProblems(check: AddressCheck, { url, auth }: Pick<HttpColumn, 'url' | 'auth'>): FieldError[] {
  const token = auth?.kind === 'oauth_client' ? problem(check, ['auth', 'token_url'], auth.token_url) : []
  return [...problem(check, ['url'], url), ...token]
}

/** Refuses (422) settings that name an address under `url` or `…_url`, at any depth, that no call may go to. */
export function mustBeReachable(check: AddressCheck, settings: Json | undefined, at: Loc): void {
  const fields = settingsProblems(check, settings, ['body', ...at])
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

function settingsProblems(check: AddressCheck, value: Json | undefined, loc: Loc): FieldError[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one, index) => settingsProblems(check, one, [...loc, index]))
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'string' && /(?:^|_)url$/.test(name) && /^https?:/i.test(one)
      ? problem(check, [...loc, name], one)
      : settingsProblems(check, one, [...loc, name]),
  )
}

function problem(check: AddressCheck, loc: Loc, address: string): FieldError[] {
  const words = check.web(address)
  return words === null ? [] : [{ loc, type: 'value_error', msg: `Value error, ${words}`, input: address }]
}
