// The draft of a column in which a model looks things up: that of a column that calls a model, and what it may search.
import type { Column, Schemas } from '../../../api/shapes.ts'
import type { ResearchDraft } from '../../columns/custom.shapes.ts'
import type { DraftOf } from '../../columns/workbook.shapes.ts'
import { problemOfOptions, readOptions, writeOptions } from '../described.logic.ts'
import { settle, textAt } from '../draft-parts.logic.ts'
import { newAi, problemOfAi, readAi, writeAi } from './ai-draft.logic.ts'

export function newResearch(name: string): ResearchDraft {
  return { ...newAi(name), options: readOptions('research'), kind: 'research', search: '', tables: [] }
}

export function readResearch(column: Column): ResearchDraft {
  return {
    ...readAi(column),
    kind: 'research',
    search: textAt(column, 'search'),
    tables: (column.tables as Schemas['ResearchTableInput'][] | null | undefined) ?? [],
    options: readOptions('research', column),
  }
}

export function writeResearch(draft: ResearchDraft, isStored: boolean): DraftOf<'research'> {
  const { search, tables } = draft
  const asked = writeAi({ ...draft, kind: 'ai' }, false)
  const named = tables.filter(({ workbook_id }) => workbook_id !== '')
  return settle(
    {
      required: undefined,
      run_if: undefined,
      output: undefined,
      ...asked,
      type: 'research',
      search: search || undefined,
      tables: named.length > 0 ? named.map((table) => ({ ...table, name: table.name.trim() })) : undefined,
      ...writeOptions('research', draft.options),
    },
    isStored,
  ) as DraftOf<'research'>
}

/** Why it cannot be saved or tried yet; null when it can. */
export function problemOfResearch(draft: ResearchDraft): string | null {
  const asked = problemOfAi({ ...draft, kind: 'ai' })
  if (asked) return asked
  const names = draft.tables.map(({ name }) => name.trim())
  if (names.some((name) => !/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}$/u.test(name)))
    return 'Give each table a name of letters and digits, by which the model knows it.'
  if (names.some((name, index) => names.indexOf(name) < index)) return 'Two tables go by one name.'
  if (draft.tables.some(({ workbook_id }) => workbook_id === '')) return 'Choose the workbook of each table.'
  return problemOfOptions('research', draft.options)
}
