// The drafts of each kind of made column: begun, read, written, judged.
import type { Column } from '../../api/shapes.ts'
import { capital } from '../../ui/format.ts'
import { freeName } from '../columns/columns.logic.ts'
import type { CustomColumnKind, CustomDraft, CustomDraftOf } from '../columns/custom.shapes.ts'
import { reference } from '../columns/template.logic.ts'
import type { ColumnDraft, DraftOf } from '../columns/workbook.shapes.ts'
import { newHttp, problemOfHttp, readHttp, writeHttp } from './http/http-draft.logic.ts'
import { newMatch, problemOfMatch, readMatch, writeMatch } from './match-draft.logic.ts'
import { newAi, problemOfAi, readAi, writeAi } from './prompt/ai-draft.logic.ts'
import { newOutput, problemOfOutput, readOutput, writeOutput } from './prompt/output-draft.logic.ts'
import { newResearch, problemOfResearch, readResearch, writeResearch } from './prompt/research-draft.logic.ts'

/** What a new column is begun with. */
interface BeginningDraft {
  /** What it is called, from the search or as usual. */
  called: (usual: string) => string
  columns: readonly Column[]
  /** The question to a model, from the search. */
  prompt: string
}

interface DraftKind<K extends CustomColumnKind> {
  begin(wanted: BeginningDraft): CustomDraftOf<K>
  read(column: Column): CustomDraftOf<K>
  /** What is sent to the API; of a stored column, null clears what was taken away. */
  write(draft: CustomDraftOf<K>, isStored: boolean): DraftOf<K>
  problemOf(draft: CustomDraftOf<K>): string | null
}

/** One entry for each kind that the API describes: a kind without one does not compile. */
const DRAFT_KINDS: { [K in CustomColumnKind]: DraftKind<K> } = {
  http: {
    begin: ({ called }) => newHttp(called('HTTP request')),
    read: readHttp,
    write: writeHttp,
    problemOf: problemOfHttp,
  },
  ai: {
    begin: ({ called, prompt }) => ({ ...newAi(called('Ask AI')), prompt }),
    read: readAi,
    write: writeAi,
    problemOf: problemOfAi,
  },
  research: {
    begin: ({ called, prompt }) => ({ ...newResearch(called('Research')), prompt }),
    read: readResearch,
    write: writeResearch,
    problemOf: problemOfResearch,
  },
  match: {
    begin: ({ columns }) => newMatch(freeName('Match', columns), columns),
    read: readMatch,
    write: writeMatch,
    problemOf: problemOfMatch,
  },
  output: {
    begin: ({ columns }) => newOutput(freeName('Send', columns)),
    read: readOutput,
    write: writeOutput,
    problemOf: problemOfOutput,
  },
}

/** `wanted` is the search text: it names the column, and becomes the question to a model. */
export function newCustomDraft(kind: CustomColumnKind, columns: readonly Column[], wanted = ''): CustomDraft {
  const called = (usual: string) => freeName(capital(wanted.trim()).slice(0, 60) || usual, columns)
  const prompt = wanted.trim() === '' ? '' : askedFor(wanted.trim(), columns)
  return DRAFT_KINDS[kind].begin({ called, columns, prompt })
}

/** The task, with the column that most likely says who or what a row is. */
function askedFor(wanted: string, columns: readonly Column[]): string {
  const inputs = columns.filter(({ type }) => type === 'input')
  const about =
    inputs.find(({ name }) => /company|firm|account|organi[sz]ation|domain|website|name/i.test(name)) ?? inputs[0]
  return about ? `Find the following about ${reference(about.name)}: ${wanted}` : ''
}

export const readCustomDraft = (kind: CustomColumnKind, column: Column): CustomDraft => DRAFT_KINDS[kind].read(column)

const draftKindOf = (draft: CustomDraft) => DRAFT_KINDS[draft.kind] as DraftKind<CustomColumnKind>

/** What is sent to the API; of a stored column, null clears what was taken away. */
export const writeCustomDraft = (draft: CustomDraft, isStored: boolean): ColumnDraft =>
  draftKindOf(draft).write(draft, isStored)

export const problemOfCustomDraft = (draft: CustomDraft): string | null => draftKindOf(draft).problemOf(draft)
