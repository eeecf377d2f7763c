// The recipes that come with the service: workbook definitions in files, with a category and sample rows, read as a user's file is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { readDefinition } from '../../records/definition/definition-reading.logic.ts'
import { readText } from '../../records/definition/definition-text.logic.ts'
import { CATEGORY_IDS, type Category, type Recipe, type SampleRow } from './recipe.ts'

/** Beside this file in a checkout, beside the bundle in a build. */
const FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './gallery' : './recipes', import.meta.url))

/** A recipe from the text of its file. Throws what is wrong with it, each fault at its place. */
export function parseRecipe(slug: string, text: string): Recipe {
  const { category, sample_rows, ...definition } = readText(text)
  const problems: FieldError[] = []
  const { name, description, columns } = readDefinition(
    definition,
    { current: [], newId: (index) => `c${index + 1}`, findWorkbook: () => undefined },
    problems,
  )
  if (!CATEGORY_IDS.includes(category as Category))
    problems.push({ loc: ['category'], type: 'value_error', msg: 'There is no such category', input: category })
  const typed = new Set(columns.flatMap((column) => (column.type === 'input' ? column.name : [])))
  if (!Array.isArray(sample_rows))
    problems.push({ loc: ['sample_rows'], type: 'value_error', msg: 'A list of rows is wanted', input: sample_rows })
  else
    for (const [index, row] of sample_rows.entries())
      for (const column of Object.keys(Object(row)).filter((key) => !typed.has(key)))
        problems.push({
          loc: ['sample_rows', index, column],
          type: 'unknown_column',
          msg: 'There is no column of this name to type into',
          input: column,
        })
  if (problems.length > 0)
    throw new Error(`${slug}: ${problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')}`)
  return {
    slug,
    name,
    category: category as Category,
    purpose: description,
    definition: definition as JsonObject,
    columns: columns as ColumnConfig[],
    sample_rows: sample_rows as SampleRow[],
  }
}

let gallery: readonly Recipe[] | undefined

/** Every recipe of the gallery in the order in which it is shown: by category, then by name. The files are read at the first use. */
export function readGallery(): readonly Recipe[] {
  gallery ??= readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => parseRecipe(file.slice(0, -'.yaml'.length), readFileSync(join(FOLDER, file), 'utf8')))
    .sort((a, b) => CATEGORY_IDS.indexOf(a.category) - CATEGORY_IDS.indexOf(b.category) || (a.name < b.name ? -1 : 1))
  return gallery
}

export const recipeBySlug = (slug: string): Recipe | undefined => readGallery().find((one) => one.slug === slug)
