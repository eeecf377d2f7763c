// A column that people fill, as its form holds it.
import type { Column, InputType } from '../../api/shapes.ts'
import type { ColumnDraft } from './workbook.shapes.ts'

export interface InputDraft {
  kind: 'input'
  name: string
  input_type: InputType
  /** One a line. */
  options: string
}

export const hasChoices = ({ input_type }: InputDraft) => input_type === 'select' || input_type === 'multi_select'

/** The choices of a select, as they are typed: one per line, each once. */
export function choicesIn(text: string): string[] {
  return [...new Set(text.split('\n').flatMap((line) => line.trim() || []))]
}

export function readInput({ name, input_type, options }: Column): InputDraft {
  return {
    kind: 'input',
    name,
    input_type: (input_type as InputType) ?? 'text',
    options: Array.isArray(options) ? options.join('\n') : '',
  }
}

export function writeInput(draft: InputDraft, isStored: boolean): ColumnDraft {
  const options = choicesIn(draft.options)
  return {
    type: 'input',
    name: draft.name.trim(),
    // A change of type has its own dialog with a preview of the values.
    ...(isStored ? {} : { input_type: draft.input_type }),
    ...(hasChoices(draft) && options.length > 0 ? { options } : {}),
  }
}
