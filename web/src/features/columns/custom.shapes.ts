// Columns that ask with settings of their own, as their forms hold them: an HTTP request, a question to a model, a delivery.
import type { OUTPUT_TARGETS } from '../../api/output-targets.generated.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import type { FormValues } from '../../ui/forms/form-fields.logic.ts'
import type { Conditions } from './formulas/condition.logic.ts'
import type { DraftOf, Filter } from './workbook.shapes.ts'

export type ColumnToTry = Schemas['ColumnTryRequest']['column']
export type AiAsked = Extract<ColumnToTry, { type: 'ai' }>
export type ColumnComparison = Schemas['ColumnCompared']

export type ColumnTests = Schemas['ColumnTestList']

export type ExpectedValues = Record<string, Schemas['TestExpectationInput']>
export type ColumnTrial = Schemas['ColumnTry']

export type Evidence = Schemas['ResearchEvidence']
export type Secret = Schemas['SecretResponse']

export const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'email', 'url', 'phone', 'json'] as const
export type AnswerFieldType = (typeof FIELD_TYPES)[number]

/** A name and a template: a header, a parameter, a field of a form, a property that is sent. */
export interface Pair {
  name: string
  value: string
}

/** What the drafts of all these kinds have. */
export interface CommonDraft {
  name: string
  /** References without which a row is skipped; null leaves it to the type of the column. */
  required: string[] | null
  /** Null while the stored condition is deeper than the builder. */
  conditions: Conditions | null
  deep: Filter | null
}

/** Settings that the kind has words for, as they are typed, by their names: `auth.secret`. */
export interface DescribedOptions {
  options: FormValues
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface HttpField {
  name: string
  path: string
  type: AnswerFieldType
}

export interface HttpDraft extends CommonDraft, DescribedOptions {
  kind: 'http'
  method: (typeof METHODS)[number]
  url: string
  any_host: boolean
  query: Pair[]
  headers: Pair[]
  sends: 'nothing' | 'json' | 'form'
  body: string
  form: Pair[]
  fields: HttpField[]
  output: string
}

export interface ResearchField {
  name: string
  type: AnswerFieldType
  description: string
  /** The only answers allowed, one a line. */
  options: string
}

export interface AiDraft extends CommonDraft, DescribedOptions {
  kind: 'ai'
  model: string
  prompt: string
  fields: ResearchField[]
  output: string
}

export interface ResearchDraft extends Omit<AiDraft, 'kind'> {
  kind: 'research'
  /** Id of the web search; blank for the first there is, `none` for none. */
  search: string
  /** Workbooks that the model may look into, by the name that it knows each as. */
  tables: Schemas['ResearchTableInput'][]
}

export type OutputTargetName = keyof typeof OUTPUT_TARGETS

export interface OutputDraft extends CommonDraft, DescribedOptions {
  kind: 'output'
  target: OutputTargetName
  /** By target, so that going from one to another and back loses nothing. */
  settings: Readonly<Partial<Record<OutputTargetName, FormValues>>>
  values: Pair[]
}

export interface MatchDraft extends CommonDraft {
  kind: 'match'
  against: 'leads' | 'workbook'
  workbook_id: string
  of: 'company' | 'person'
  /** Templates by what they hold. */
  values: Record<string, string>
  min_probability: string
  /** Blank for all of the answer. */
  output: string
}

/** What the form of a column is given. */
export interface FormProps<Draft> {
  workbookId: string
  columnId: string | undefined
  /** Columns that may be referred to: all but the one being edited. */
  columns: Column[]
  /** Ids of the first rows, for a try. */
  rowIds: string[]
  draft: Draft
  /** What the server had to say, by place in the column. */
  errors: Record<string, string>
  onChange: (draft: Draft) => void
  /** Makes a provider of the workspace of a request, given as the column that would ask it. */
  onProvider?: (asked: AskedAsProvider) => void
}

/** A request as the column that would ask it. */
export type AskedAsProvider = DraftOf<'http'>
