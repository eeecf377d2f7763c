// What a recipe is: a workbook definition with a purpose and sample rows.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'

export const CATEGORIES = {
  'list-building': 'List building',
  'crm-hygiene': 'CRM hygiene',
  outbound: 'Outbound',
  research: 'Research',
  signals: 'Signals',
  hiring: 'Hiring',
  'local-business': 'Local business',
} as const

export type Category = keyof typeof CATEGORIES
export const CATEGORY_IDS = Object.keys(CATEGORIES) as Category[]

/** Values by column name. */
export type SampleRow = { [column: string]: Json }

export interface Recipe {
  slug: string
  name: string
  category: Category
  /** One sentence: what the workbook does for whom. */
  purpose: string
  definition: JsonObject
  /** Those of the definition, with ids. */
  columns: readonly ColumnConfig[]
  sample_rows: readonly SampleRow[]
}

/** Stands in for a model until the recipe is used: which ones there are differs between workspaces. */
export const ANY_MODEL = 'workspace/default'
