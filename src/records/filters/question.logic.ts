// A query of the rows of a workbook: a filter, a search text and an order, read and checked.
import { createHash } from 'node:crypto'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { checkFilter } from '../../engine/filter/filter-check.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { ORDER_VERSION } from '../../engine/filter/sort.ts'
import { checkSorts } from '../../engine/filter/sort-check.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'

export interface Question {
  filter: Filter | null
  /** Null also for blank text. */
  search: string | null
  sorts: readonly Sort[]
}

export const EVERYTHING: Question = { filter: null, search: null, sorts: [] }

export interface QuestionInput {
  filter?: unknown
  search?: string | undefined
  sort?: unknown
}

/** Reads what came with a request; refuses (422) with all that is wrong, at its place below `where`. */
export function readQuestion(
  { filter, search, sort }: QuestionInput,
  isColumn: (id: string) => boolean,
  where: 'body' | 'query' | readonly string[],
): Question {
  const place = typeof where === 'string' ? [where] : where
  const problems = [
    ...(isGiven(filter) ? at([...place, 'filter'], checkFilter(filter, isColumn)) : []),
    ...(isGiven(sort) ? at([...place, 'sort'], checkSorts(sort, isColumn)) : []),
  ]
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems })
  return {
    filter: isGiven(filter) ? (filter as Filter) : null,
    search: search?.trim() ? search : null,
    sorts: isGiven(sort) ? (sort as Sort[]) : [],
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null

function at(place: string[], problems: FieldError[]): FieldError[] {
  return problems.map((problem) => ({ ...problem, loc: [...place, ...problem.loc] }))
}

/** JSON in a query string; undefined without one. Refuses (422) what is no JSON. */
export function parseMember(name: 'filter' | 'sort', text: string | undefined): Json | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const { value, fault } = readJson(text)
  if (!fault) return value
  const msg = `Invalid JSON: \`${name}\` is JSON text in a query string (${faultWords(fault)})`
  return refuse('invalid', msg, {
    fields: [{ loc: ['query', name], type: 'json_invalid', msg, input: text.slice(0, 500) }],
  })
}

/** Both filters; null when there is none. */
export function bothFilters(one: Filter | null, other: Filter | null): Filter | null {
  return one && other ? { and: [one, other] } : (one ?? other)
}

export function isEverything({ filter, search, sorts }: Question): boolean {
  return filter === null && search === null && sorts.length === 0
}

/** A name for the question, equal for equal ones: a cursor is good for the question it was given for and no other. */
export function nameOf(workbookId: string, { filter, search, sorts }: Question): string {
  // A filter compares texts in the order of sorts.
  const version = sorts.length > 0 || filter !== null ? [ORDER_VERSION] : []
  const text = canonicalJson([filter, search, sorts, ...version] as unknown as Json)
  return `rows of ${workbookId} ${createHash('sha256').update(text).digest('base64url')}`
}

const OF_EVERYTHING = nameOf('', EVERYTHING)

/** The same for all rows, which most pages are of. */
export const nameOfEverything = (workbookId: string) => OF_EVERYTHING.replace('  ', ` ${workbookId} `)
