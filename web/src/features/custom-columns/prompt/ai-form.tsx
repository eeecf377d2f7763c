// A column that calls a model: its prompts and models can be compared, and its answers tested.
import { Scale } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import type { AiDraft, FormProps } from '../../columns/custom.shapes.ts'
import { fieldsOf } from '../../columns/custom-kinds.logic.ts'
import { defineEditor } from '../editor.ts'
import { newAi, problemOfAi, readAi, writeAi } from './ai-draft.logic.ts'
import { modelForm } from './model-form.tsx'
import { TestSet } from './test-set.tsx'

const BenchDialog = lazyPart(async () => (await import('./evals.dialog.tsx')).EvalsDialog)

function Comparing({ onChange, ...about }: FormProps<AiDraft>) {
  const { workbookId, columnId, columns, rowIds, draft } = about
  const { open, dialog } = useDialogs({
    compare: (close) => (
      <BenchDialog
        workbookId={workbookId}
        columnId={columnId}
        columns={columns}
        rowIds={rowIds}
        draft={draft}
        onTake={onChange}
        onClose={close}
      />
    ),
  })
  const blocked = problemOfAi(draft)
  return (
    <>
      <Button
        icon={Scale}
        className="-mt-3 self-start"
        disabled={blocked !== null || rowIds.length === 0}
        onClick={() => open.compare()}
      >
        Compare prompts and models
      </Button>
      {dialog}
      {columnId && <TestSet workbookId={workbookId} columnId={columnId} draft={draft} blocked={blocked} />}
    </>
  )
}

export const aiEditor = defineEditor({
  begin: ({ name, prompt }) => ({ ...newAi(name), prompt }),
  read: readAi,
  write: writeAi,
  problemOf: problemOfAi,
  Form: modelForm({
    prompt: {
      label: 'Prompt',
      hint: 'Type / for a column. Cell text is never treated as instructions.',
      placeholder: 'What does /Company sell, in at most ten words?',
      lines: 5,
    },
    tried: { rows: 5, about: 'Makes a real call; normal charges apply. No cell is filled.' },
    write: writeAi,
    problemOf: problemOfAi,
    Under: Comparing,
    more: {
      fields: fieldsOf('ai'),
      summary: ({ options: { temperature, max_tokens } }) => `temperature ${temperature}, at most ${max_tokens} tokens`,
    },
  }),
})
