// The names that the settings of a watch give a company.
import type { JsonObject } from '../../../kernel/json.ts'
import { type CompanyNames, companyNames } from '../../../providers/names/company-mention.ts'
import { entriesOf } from '../kind.ts'

/** `config` is the settings of the watch. */
export function watchedNames(config: JsonObject, domain: string): CompanyNames {
  const given = [...entriesOf(config, 'names'), ...entriesOf(config, 'former_names')]
  return companyNames(given, domain, entriesOf(config, 'context'))
}
