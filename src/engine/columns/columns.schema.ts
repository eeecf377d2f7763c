// The kinds of columns: what is not in this list does not exist, for workbooks, runs, tries, tools and the API description.
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { ai } from './kinds/ai.kind.ts'
import type { ColumnKind, CustomKind } from './kinds/column-kind.ts'
import { enrichment } from './kinds/enrichment.kind.ts'
import { formula } from './kinds/formula.kind.ts'
import { http } from './kinds/http.kind.ts'
import { input } from './kinds/input.kind.ts'
import { leadField } from './kinds/lead-field.kind.ts'
import { lookup } from './kinds/lookup.kind.ts'
import { match } from './kinds/match.kind.ts'
import { output } from './kinds/output.kind.ts'
import { research } from './kinds/research.kind.ts'
import { waterfall } from './kinds/waterfall.kind.ts'

const CATALOG_KINDS = [enrichment, waterfall] as const
const CUSTOM_KINDS = [http, ai, research, match, output] as const
/** Those whose cells providers fill. */
export const ASKED_KINDS = [...CATALOG_KINDS, ...CUSTOM_KINDS] as const
export const COLUMN_KINDS = [input, ...CATALOG_KINDS, formula, lookup, leadField, ...CUSTOM_KINDS] as const

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
type FilledBy<F> = Static<Extract<(typeof COLUMN_KINDS)[number], { filled_by: F }>['schema']>
/** A column that makes a lookup of its own settings. */
export type CustomColumn = FilledBy<'itself'>
export type CustomType = CustomColumn['type']
/** A column whose cells providers fill. */
export type AskedColumn = FilledBy<'catalog' | 'itself'>
/** A column whose cells follow from other cells by themselves. */
export type ComputedColumn = FilledBy<'cells'>

const byType: ReadonlyMap<string, (typeof COLUMN_KINDS)[number]> = new Map(
  COLUMN_KINDS.map((kind) => [kind.schema.properties.type.const, kind] as const),
)

export const COLUMN_TYPES: readonly ColumnType[] = COLUMN_KINDS.map(({ schema }) => schema.properties.type.const)

/** Undefined for a type that this version does not have. */
export const kindOfType = (type: string) => byType.get(type)

export const kindOf = <C extends ColumnConfig>({ type }: C) => byType.get(type) as unknown as ColumnKind<C>

export const customKindOf = <C extends CustomColumn>({ type }: C) => byType.get(type) as unknown as CustomKind<C>
