// What a kind of column is, as a declaration: its shape, its templates, what of its settings decides about its answers, and its lookup's question.
import type { Static, TObject } from 'typebox'
import type { AcceptRule } from '../column-parts.schema.ts'
import type { TargetWords } from '../target-words.ts'

export type Loc = (string | number)[]
export type Rewrite = (template: string, loc: Loc) => string
export type Fault = (loc: Loc, msg: string) => void

/** `answer` can change what the answer is; `beside` is how it looks, when it is asked for, how fast, and what it costs. */
export type SettingEffect = 'answer' | 'beside'
export type Effects<T> = Record<keyof Required<T>, SettingEffect>

/** The members of what makes one HTTP call: an HTTP column and a provider of the user's own. */
export const HTTP_CALL_EFFECTS = {
  method: 'answer',
  url: 'answer',
  any_host: 'answer',
  query: 'answer',
  headers: 'answer',
  body: 'answer',
  form: 'answer',
  auth: 'answer',
  pages: 'answer',
  items: 'answer',
  max_pages: 'answer',
  miss: 'answer',
  error: 'answer',
  fields: 'answer',
  price_usd: 'beside',
  billing: 'beside',
  per_second: 'beside',
  concurrency: 'beside',
  timeout_seconds: 'beside',
  cache_days: 'beside',
  repeat_safe: 'beside',
} as const

/** The members of every column, and of every column that asks: which rows are asked, and when again. */
export const COMMON_EFFECTS = {
  id: 'beside',
  name: 'beside',
  width: 'beside',
  hidden: 'beside',
  pinned: 'beside',
  type: 'answer',
} as const
export const ASKING_EFFECTS = { ...COMMON_EFFECTS, run_if: 'beside', max_age_days: 'beside' } as const

/** Who fills the cells: people, other cells, providers of the catalog, or the lookup that the column makes of its own settings. */
export type FilledBy = 'people' | 'cells' | 'catalog' | 'itself'

/** The icons that the web app has for kinds. */
export type KindIcon = 'contact' | 'globe' | 'link' | 'send' | 'sigma' | 'sparkles' | 'telescope' | 'waypoints'

/** What the web app calls a kind. */
export interface KindWords {
  /** Beside the name of a column. */
  short: string
  /** As a sentence about a new column begins. */
  long: string
}

/** How a kind is offered to a user who adds a column. */
export interface KindOffer {
  /** Among the others: the lowest is offered first. */
  place: number
  label: string
  note: string
  /** More words by which it is found. */
  search_words?: string
  icon: KindIcon
  /** What a new column is called at first. */
  column_name: string
  /** Offered whatever is searched for: it may know what the catalog does not. */
  for_any_question?: true
}

export interface ColumnKind<C, S extends TObject = TObject, F extends FilledBy = FilledBy> {
  readonly schema: S
  readonly filled_by: F
  /** For a reader who chooses a kind: a few words, without a capital. */
  readonly says: string
  readonly words: KindWords
  /** Absent where columns are chosen by what they hold or find. */
  readonly offer?: KindOffer
  /** It means something in its own workbook only: no function takes it along. */
  readonly bound?: true
  /** Its settings can name a secret of the workspace. */
  readonly names_secrets?: true
  /** Which settings decide about the answers; null where answers never become stale. A setting that is not listed does not compile. */
  readonly effects: Effects<C> | null
  /** The column with each of its templates rewritten. */
  mapTemplates(column: C, rewrite: Rewrite): C
  /** What it reads beside its templates, as references. */
  references?(column: C): string[]
  /** The column with what is no template, but names columns, rewritten. */
  rename?(column: C, from: string, to: string, isColumn: (name: string) => boolean): C
}

/** A row without these inputs is skipped. */
export interface InputNeeds {
  /** Each of them. */
  required: string[]
  /** At least one of them, where there are any. */
  any: string[]
}

/** A column that makes a lookup of its own settings. */
export interface CustomKind<C, S extends TObject = TObject> extends ColumnKind<C, S, 'itself'> {
  readonly offer: KindOffer
  /** What the step calls, after the type: `http:api.acme.com`. */
  target(column: C): string
  /** What people call that. */
  readonly target_words: TargetWords
  /** Where `required` is absent. */
  needs(column: C): InputNeeds
  /** The field that becomes the value; null keeps all of them as an object. */
  output(column: C): string | null
  readonly accept?: AcceptRule
  /** It has effects outside: what was done, or may have been, is repeated only when a user runs this very cell. */
  readonly once?: true
  /** A model answers, at a price that is known when it has. */
  readonly asks_model?: true
  /** What is wrong with a column that is saved. */
  problems?(column: C, fault: Fault): void
}

export function defineKind<S extends TObject, F extends Exclude<FilledBy, 'itself'>>(
  kind: ColumnKind<Static<S>, S, F>,
): ColumnKind<Static<S>, S, F> {
  return kind
}

export function defineCustomKind<S extends TObject>(kind: CustomKind<Static<S>, S>): CustomKind<Static<S>, S> {
  return kind
}

/** Templates by name, each rewritten. */
export function mapRecord(loc: Loc, templates: Record<string, string>, rewrite: Rewrite): Record<string, string> {
  return Object.fromEntries(Object.entries(templates).map(([name, text]) => [name, rewrite(text, [...loc, name])]))
}

/** `required`, each rewritten; nothing where it is absent. */
export function mapRequired(required: string[] | undefined, rewrite: Rewrite): { required?: string[] } {
  return required ? { required: required.map((template, index) => rewrite(template, ['required', index])) } : {}
}

/** A name that is there twice, and an output that is none of the names. */
export function fieldProblems(
  { fields, output }: { fields: readonly { name: string }[]; output?: string | undefined },
  fault: Fault,
): void {
  const names = fields.map(({ name }) => name)
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) fault(['fields', index, 'name'], `two fields are called "${name}"`)
  })
  if (output !== undefined && !names.includes(output)) fault(['output'], `there is no field "${output}"`)
}

/** The output that was chosen, else the only field, else all. */
export function fieldOutput({
  fields,
  output,
}: {
  fields: readonly { name: string }[]
  output?: string | undefined
}): string | null {
  const [only] = fields.length === 1 ? fields : []
  return output ?? only?.name ?? null
}
