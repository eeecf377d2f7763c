// The shapes and types of columns, from the kinds that there are: for workbooks, runs, tries, tools and the API description.
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { ColumnKind, CustomKind, FilledBy } from './kinds/column-kind.ts'
import { COLUMN_KINDS } from './kinds/kinds.generated.ts'

type Kind = (typeof COLUMN_KINDS)[number]
type WhereFilledBy<Kinds, F extends FilledBy> = Kinds extends readonly [infer First, ...infer Others]
  ? First extends { filled_by: F }
    ? [First, ...WhereFilledBy<Others, F>]
    : WhereFilledBy<Others, F>
  : []

/** The kinds whose cells these fill. */
const kindsFilledBy = <F extends FilledBy>(...by: F[]) =>
  COLUMN_KINDS.filter(({ filled_by }) => by.some((one) => one === filled_by)) as unknown as WhereFilledBy<
    typeof COLUMN_KINDS,
    F
  >

/** Those whose cells providers fill. */
export const ASKED_KINDS = kindsFilledBy('catalog', 'itself')

type Kinds = readonly { schema: TObject }[]
type SchemasOf<K extends Kinds> = { -readonly [I in keyof K]: K[I]['schema'] }
type ShapesOf<K extends Kinds, P extends TProperties> = {
  -readonly [I in keyof K]: TObject<Omit<K[I]['schema']['properties'], keyof P> & P>
}

/** The shapes of columns of these kinds, with other members in place of, or beside, their own. */
export function shapesWith<const K extends Kinds, P extends TProperties>(kinds: K, members: P): ShapesOf<K, P> {
  return kinds.map(({ schema }) => Type.Object({ ...schema.properties, ...members })) as ShapesOf<K, P>
}

export const ColumnConfig = Type.Union(COLUMN_KINDS.map(({ schema }) => schema) as SchemasOf<typeof COLUMN_KINDS>, {
  $id: 'ColumnConfig',
})

export type ColumnConfig = Static<typeof ColumnConfig>
export type ColumnType = ColumnConfig['type']
export type ColumnOf<T extends ColumnType> = Extract<ColumnConfig, { type: T }>
type ColumnFilledBy<F> = Static<Extract<Kind, { filled_by: F }>['schema']>
/** A column that makes a lookup of its own settings. */
export type CustomColumn = ColumnFilledBy<'itself'>
export type CustomType = CustomColumn['type']
/** A column whose cells providers fill. */
export type AskedColumn = ColumnFilledBy<'catalog' | 'itself'>
/** A column whose cells follow from other cells by themselves. */
export type ComputedColumn = ColumnFilledBy<'cells'>

const byType: ReadonlyMap<string, Kind> = new Map(
  COLUMN_KINDS.map((kind) => [kind.schema.properties.type.const, kind] as const),
)

type Kinded = { schema: { properties: { type: { const: ColumnType } } } }
const typeOf = ({ schema }: Kinded): ColumnType => schema.properties.type.const

export const COLUMN_TYPES: readonly ColumnType[] = COLUMN_KINDS.map(typeOf)

/** The types of columns whose cells these fill. */
export const typesFilledBy = (...by: FilledBy[]): ColumnType[] => kindsFilledBy(...by).map(typeOf)

/** The types of columns whose declarations have this trait. */
export const typesThat = (trait: 'asks_model' | 'bound' | 'names_secrets'): ColumnType[] =>
  COLUMN_KINDS.filter((kind) => trait in kind).map(typeOf)

/** Undefined for a type that this version does not have. */
export const kindOfType = (type: string) => byType.get(type)

export const kindOf = <C extends ColumnConfig>({ type }: C) => byType.get(type) as unknown as ColumnKind<C>

export const customKindOf = <C extends CustomColumn>({ type }: C) => byType.get(type) as unknown as CustomKind<C>
