// What a new column is begun with: its name and, where a model is asked, the question.
import type { Column } from '../../api/shapes.ts'
import { capital } from '../../ui/format.ts'
import { freeName } from '../columns/columns.logic.ts'
import { type CustomColumnKind, offerOf } from '../columns/custom-kinds.logic.ts'
import { reference } from '../columns/template.logic.ts'

export interface NewColumn {
  name: string
  columns: readonly Column[]
  /** Blank where nothing was searched for. */
  prompt: string
}

/** `wanted` is the search text: it names the column, and becomes the question to a model. */
export function newColumn(kind: CustomColumnKind, columns: readonly Column[], wanted = ''): NewColumn {
  const searched = wanted.trim()
  const name = freeName(capital(searched).slice(0, 60) || offerOf(kind).column_name, columns)
  return { name, columns, prompt: searched === '' ? '' : promptFor(searched, columns) }
}

/** The task, with the column that most likely says who or what a row is. */
function promptFor(wanted: string, columns: readonly Column[]): string {
  const inputs = columns.filter(({ type }) => type === 'input')
  const about =
    inputs.find(({ name }) => /company|firm|account|organi[sz]ation|domain|website|name/i.test(name)) ?? inputs[0]
  return about ? `Find the following about ${reference(about.name)}: ${wanted}` : ''
}
