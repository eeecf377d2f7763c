// The editors of columns that ask with settings of their own: those that a kind has for itself, and the one for all others.
import type { Column } from '../../api/shapes.ts'
import { type CustomColumnKind, isDescribed, type OwnFormKind } from '../columns/custom-kinds.logic.ts'
import type { DraftOf } from '../columns/workbook.shapes.ts'
import {
  type DescribedDraft,
  newDescribed,
  problemOfDescribed,
  readDescribed,
  writeDescribed,
} from './described.logic.ts'
import { DescribedForm } from './described-form.tsx'
import type { Editor } from './editor.ts'
import { httpEditor } from './http/http-form.tsx'
import { matchEditor } from './match-form.tsx'
import { aiEditor } from './prompt/ai-form.tsx'
import { outputEditor } from './prompt/output-form.tsx'
import { researchEditor } from './prompt/research-form.tsx'

/** One for each kind that has settings without words: a kind without one does not compile. */
const OWN_EDITORS = {
  http: httpEditor,
  ai: aiEditor,
  research: researchEditor,
  match: matchEditor,
  output: outputEditor,
} satisfies { [K in OwnFormKind]: { write(...args: never[]): DraftOf<K> } }

/** The draft of a column of any of these kinds. */
export type CustomDraft = ReturnType<(typeof OWN_EDITORS)[OwnFormKind]['read']> | DescribedDraft

const describedEditor = (kind: CustomColumnKind) => ({
  begin: ({ name }: { name: string }) => newDescribed(kind, name),
  read: (column: Column) => readDescribed(kind, column),
  write: writeDescribed,
  problemOf: problemOfDescribed,
  Form: DescribedForm,
})

/** A draft is given to the editor of its own kind only. */
export const editorOf = (kind: CustomColumnKind): Editor<CustomColumnKind, CustomDraft> =>
  (isDescribed(kind) ? describedEditor(kind) : OWN_EDITORS[kind as OwnFormKind]) as unknown as Editor<
    CustomColumnKind,
    CustomDraft
  >
