// Drafts of all kinds of made columns at once: begun, read, written, judged.
import type { Column } from '../../api/shapes.ts'
import { freeName } from '../workbook/column/columns.logic.ts'
import type { ColumnDraft } from '../workbook/workbook.shapes.ts'
import { newAi, problemOfAi, readAi, writeAi } from './ai-draft.logic.ts'
import { newHttp, problemOfHttp, readHttp, writeHttp } from './http-draft.logic.ts'
import type { MadeDraft, MadeKind } from './made.shapes.ts'
import { newOutput, problemOfOutput, readOutput, writeOutput } from './output-draft.logic.ts'
import { newResearch, problemOfResearch, readResearch, writeResearch } from './research-draft.logic.ts'

export function newMade(kind: MadeKind, columns: readonly Column[]): MadeDraft {
  switch (kind) {
    case 'http':
      return newHttp(freeName('HTTP request', columns))
    case 'ai':
      return newAi(freeName('Ask AI', columns))
    case 'research':
      return newResearch(freeName('Research', columns))
    case 'output':
      return newOutput(freeName('Send', columns))
  }
}

export function readMade(kind: MadeKind, column: Column): MadeDraft {
  switch (kind) {
    case 'http':
      return readHttp(column)
    case 'ai':
      return readAi(column)
    case 'research':
      return readResearch(column)
    case 'output':
      return readOutput(column)
  }
}

/** What is sent to the API; of a stored column, null clears what was taken away. */
export function writeMade(draft: MadeDraft, isStored: boolean): ColumnDraft {
  switch (draft.kind) {
    case 'http':
      return writeHttp(draft, isStored)
    case 'ai':
      return writeAi(draft, isStored)
    case 'research':
      return writeResearch(draft, isStored)
    case 'output':
      return writeOutput(draft, isStored)
  }
}

export function problemOfMade(draft: MadeDraft): string | null {
  switch (draft.kind) {
    case 'http':
      return problemOfHttp(draft)
    case 'ai':
      return problemOfAi(draft)
    case 'research':
      return problemOfResearch(draft)
    case 'output':
      return problemOfOutput(draft)
  }
}
