// What the lookups of all kinds of columns have in common: their inputs, and what their answers are cached by.
import { createHash } from 'node:crypto'
import type { ColumnOf, CustomType } from '../../engine/columns/columns.schema.ts'
import type { SettingsOf } from '../../engine/columns/custom-columns.ts'
import type { CustomLookupSettings } from '../../engine/columns/step.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { CustomLookup, LookupInput } from '../../providers/kit/kit.ts'

/** Whether a step carries the settings of a column of this type. */
export function isMadeBy<T extends CustomType>(
  made: CustomLookupSettings,
  type: T,
): made is CustomLookupSettings & SettingsOf<ColumnOf<T>> {
  return made.kind === type
}

type Told = 'inputs' | 'one_of' | 'sample' | 'description' | 'docs_url' | 'keyless' | 'license'
type OwnParts<L> = Omit<L, Told> & Partial<Pick<CustomLookup, Told>>

/** What most made lookups say about themselves. */
export function customLookup<L extends Omit<CustomLookup, 'act'> = CustomLookup>(
  { refs, required, any }: Pick<SettingsOf<object>, 'refs' | 'required' | 'any'>,
  own: NoInfer<OwnParts<L>>,
): Omit<CustomLookup, 'act'> & OwnParts<L> {
  return {
    inputs: refs.map(
      (ref): LookupInput => ({
        name: ref,
        label: ref,
        type: 'text',
        required: required.includes(ref),
        help: '',
        aliases: [],
      }),
    ),
    ...(any.length > 0 && { one_of: [any] }),
    sample: { inputs: {}, values: {} },
    description: own.label,
    docs_url: '',
    license: 'unknown',
    keyless: own.account === undefined,
    ...own,
  }
}

/** For lookups that take no values of columns. */
export const NO_INPUTS = { refs: [], required: [], any: [] }

/** The key of equal settings. What changes no answer, such as a price, is left out by the caller. */
export function fingerprintOf(settings: Json): string {
  return createHash('sha256').update(canonicalJson(settings)).digest('hex')
}
