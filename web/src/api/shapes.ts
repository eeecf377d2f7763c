// The names this app has for the shapes of the API.
import type { components } from './schema.d.ts'

/** The shapes of the wire, each by its name in the description: `Schemas['Budget']`. */
export type Schemas = components['schemas']

export type InputType = NonNullable<Extract<Schemas['NewColumnInput'], { type: 'input' }>['input_type']>

export type Workspace = Schemas['WorkspaceResponse']
export type Role = Workspace['role']

export type Column = Schemas['WorkbookColumn']
export type Workbook = Schemas['WorkbookResponse']
export type WorkbookStatus = Workbook['status']

export type WorkbookPage = Schemas['WorkbookWithLeadsResponse']

export interface List<T> {
  items: T[]
  next_cursor: string | null
  total?: number
}

export type ImportOutcome = Schemas['ImportPlanRow']['outcome']
/** As it is sent: left out or given, never null. */
type Given<Shape> = { [Name in keyof Shape]: NonNullable<Shape[Name]> }
export type UnparsedPolicy = NonNullable<Schemas['ImportMappingInput']['unparsed']>
/** Where a file column goes, and how its values are read. */
export type ImportMapping = Given<Omit<Schemas['ImportMappingInput'], 'target'>> & { target: Schemas['ImportTarget'] }
/** As it is sent: left out or given, never null but for the identity. */
export interface ImportOptions {
  encoding?: string
  delimiter?: string
  header?: boolean | undefined
  skip_rows?: number | undefined
  sheet?: string
  blank_words?: boolean
  trim?: boolean
  identical_rows?: 'keep' | 'skip'
  mapping?: ImportMapping[]
  identity?: ImportIdentity | null
  policy?: ImportPolicy
}
export type ImportIdentity = NonNullable<Schemas['ImportOptionsInput']['identity']>
export type Normaliser = NonNullable<NonNullable<Schemas['ImportOptionsInput']['identity']>['normaliser']>
export interface ImportPolicy {
  existing: 'overwrite' | 'fill_blanks' | 'newer' | 'skip'
  newer_by?: number
  new_rows: 'create' | 'skip'
  duplicates: 'merge' | 'first' | 'last'
}
