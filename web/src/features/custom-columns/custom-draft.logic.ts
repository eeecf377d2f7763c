// Drafts of all kinds of made columns at once: begun, read, written, judged.
import type { Column } from '../../api/shapes.ts'
import { capital } from '../../ui/format.ts'
import { freeName } from '../columns/columns.logic.ts'
import type { CustomDraft, CustomKind } from '../columns/custom.shapes.ts'
import { reference } from '../columns/template.logic.ts'
import type { ColumnDraft } from '../columns/workbook.shapes.ts'
import { newAi, problemOfAi, readAi, writeAi } from './ai-draft.logic.ts'
import { newHttp, problemOfHttp, readHttp, writeHttp } from './http-draft.logic.ts'
import { newMatch, problemOfMatch, readMatch, writeMatch } from './match-draft.logic.ts'
import { newOutput, problemOfOutput, readOutput, writeOutput } from './output-draft.logic.ts'
import { newResearch, problemOfResearch, readResearch, writeResearch } from './research-draft.logic.ts'

/** `wanted` is the search text: it names the column, and becomes the question to a model. */
export function newCustomDraft(kind: CustomKind, columns: readonly Column[], wanted = ''): CustomDraft {
  const called = (usual: string) => freeName(capital(wanted.trim()).slice(0, 60) || usual, columns)
  const prompt = wanted.trim() === '' ? '' : askedFor(wanted.trim(), columns)
  switch (kind) {
    case 'http':
      return newHttp(called('HTTP request'))
    case 'ai':
      return { ...newAi(called('Ask AI')), prompt }
    case 'research':
      return { ...newResearch(called('Research')), prompt }
    case 'match':
      return newMatch(freeName('Match', columns), columns)
    case 'output':
      return newOutput(freeName('Send', columns))
  }
}

/** The task, with the column that most likely says who or what a row is. */
function askedFor(wanted: string, columns: readonly Column[]): string {
  const inputs = columns.filter(({ type }) => type === 'input')
  const about =
    inputs.find(({ name }) => /company|firm|account|organi[sz]ation|domain|website|name/i.test(name)) ?? inputs[0]
  return about ? `Find the following about ${reference(about.name)}: ${wanted}` : ''
}

export function readCustomDraft(kind: CustomKind, column: Column): CustomDraft {
  switch (kind) {
    case 'http':
      return readHttp(column)
    case 'ai':
      return readAi(column)
    case 'research':
      return readResearch(column)
    case 'match':
      return readMatch(column)
    case 'output':
      return readOutput(column)
  }
}

/** What is sent to the API; of a stored column, null clears what was taken away. */
export function writeCustomDraft(draft: CustomDraft, isStored: boolean): ColumnDraft {
  switch (draft.kind) {
    case 'http':
      return writeHttp(draft, isStored)
    case 'ai':
      return writeAi(draft, isStored)
    case 'research':
      return writeResearch(draft, isStored)
    case 'match':
      return writeMatch(draft, isStored)
    case 'output':
      return writeOutput(draft, isStored)
  }
}

export function problemOfCustomDraft(draft: CustomDraft): string | null {
  switch (draft.kind) {
    case 'http':
      return problemOfHttp(draft)
    case 'ai':
      return problemOfAi(draft)
    case 'research':
      return problemOfResearch(draft)
    case 'match':
      return problemOfMatch(draft)
    case 'output':
      return problemOfOutput(draft)
  }
}
