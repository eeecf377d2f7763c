// The kinds of columns as the web app knows them: their words, and those whose columns ask with settings of their own.
import { COLUMN_KINDS } from '../../api/column-kinds.generated.ts'
import { type SettingField, type SettingSchema, settingFields } from '../../ui/forms/schema-fields.logic.ts'

type Kinds = typeof COLUMN_KINDS
type ColumnType = keyof Kinds
type FilledBy<F> = { [T in ColumnType]: Kinds[T]['filled_by'] extends F ? T : never }[ColumnType]

/** The kinds whose columns make a lookup of their own settings. */
export type CustomColumnKind = FilledBy<'itself'>
/** The kinds whose cells follow from other cells. */
export type ComputedKind = FilledBy<'cells'>
/** Those of the first whose settings need a form of their own. */
export type OwnFormKind = { [T in CustomColumnKind]: Kinds[T]['form'] extends 'own' ? T : never }[CustomColumnKind]

const isKnown = (type: string): type is ColumnType => Object.hasOwn(COLUMN_KINDS, type)

export const shortKindWords = (type: string): string => (isKnown(type) ? COLUMN_KINDS[type].words.short : type)
export const kindWords = ({ type }: { type: string }): string => (isKnown(type) ? COLUMN_KINDS[type].words.long : type)

/** Whose work fills the cells of a column; undefined for a type that this version does not have. */
export const filledBy = ({ type }: { type: string }) => (isKnown(type) ? COLUMN_KINDS[type].filled_by : undefined)

const isCustom = (type: ColumnType): type is CustomColumnKind => COLUMN_KINDS[type].filled_by === 'itself'
export const isComputedKind = (type: string): type is ComputedKind => filledBy({ type }) === 'cells'
/** Whether a column asks a model, at a price that is known when it has. */
export const asksModel = ({ type }: { type: string }) => isKnown(type) && 'asks_model' in COLUMN_KINDS[type]
/** Whether a column can name a secret. */
export const namesSecrets = ({ type }: { type: string }) => isKnown(type) && 'names_secrets' in COLUMN_KINDS[type]
/** Whether a column means something in its own workbook only. */
export const isBound = ({ type }: { type: string }) => isKnown(type) && 'bound' in COLUMN_KINDS[type]

/** Undefined for columns of other types. */
export function customKind(type: string | undefined): CustomColumnKind | undefined {
  return type !== undefined && isKnown(type) && isCustom(type) ? type : undefined
}

const types = Object.keys(COLUMN_KINDS).filter(isKnown)
const placeOf = <K extends CustomColumnKind | ComputedKind>(kind: K) => COLUMN_KINDS[kind].offer.place
const inPlace = <K extends CustomColumnKind | ComputedKind>(kinds: K[]) =>
  kinds.sort((one, other) => placeOf(one) - placeOf(other))

/** In the order in which they are offered. */
export const CUSTOM_KINDS = inPlace(types.filter(isCustom))
export const COMPUTED_KINDS = inPlace(types.filter(isComputedKind))

/** How a kind is offered for a new column. */
export interface ColumnOffer {
  label: string
  note: string
  search_words?: string
  icon: (typeof COLUMN_KINDS)[CustomColumnKind | ComputedKind]['offer']['icon']
  column_name: string
  for_any_question?: true
}

export const offerOf = (kind: CustomColumnKind | ComputedKind): ColumnOffer => COLUMN_KINDS[kind].offer

const FIELDS = new Map(CUSTOM_KINDS.map((kind) => [kind, settingFields(COLUMN_KINDS[kind].settings as SettingSchema)]))

/** The settings of a kind that have words, or those of these names: `auth` is all that is under it. */
export function fieldsOf(kind: CustomColumnKind, names?: readonly string[]): readonly SettingField[] {
  const fields = FIELDS.get(kind) ?? []
  return names ? fields.filter(({ name }) => names.some((one) => name === one || name.startsWith(`${one}.`))) : fields
}

/** Whether the fields are all of its form. */
export const isDescribed = (kind: CustomColumnKind): boolean => (COLUMN_KINDS[kind].form as string) === 'described'
