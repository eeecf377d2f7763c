// The form of a column that calls a model: the model, the prompt, the answers, a try on rows with tokens and cost.
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { AiDraft, ColumnToTry, FormProps } from '../../columns/custom.shapes.ts'
import { fieldsOf } from '../../columns/custom-kinds.logic.ts'
import { DescribedFields } from '../described-fields.tsx'
import { defineEditor } from '../editor.ts'
import { More } from '../form-parts.tsx'
import { TriedAnswers } from '../try/tried-answers.tsx'
import { TryPart, useTry } from '../try/try-part.tsx'
import { newAi, onTestData, problemOfAi, readAi, writeAi } from './ai-draft.logic.ts'
import { AskedFields } from './asked-fields.tsx'
import { ModelPicker } from './model-picker.tsx'
import { PromptPart } from './prompt-part.tsx'
import { TestSet } from './test-set.tsx'

const BenchDialog = lazyPart(async () => (await import('./evals.dialog.tsx')).EvalsDialog)

function AiForm({ workbookId, columnId, columns, rowIds, draft, errors, onChange }: FormProps<AiDraft>) {
  const [comparing, setComparing] = useState(false)
  const blocked = problemOfAi(draft)
  const put = (part: Partial<AiDraft>) => onChange({ ...draft, ...part })
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: (test) =>
      ({ ...writeAi(test ? onTestData(draft) : draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
  })
  return (
    <>
      <ModelPicker model={draft.model} error={errors.model} onChange={(model) => put({ model })} />
      <PromptPart
        label="Prompt"
        hint="Type / for a column. Cell text is never treated as instructions."
        placeholder="What does /Company sell, in at most ten words?"
        lines={5}
        columns={columns}
        draft={draft}
        error={errors.prompt}
        onChange={put}
      />
      <AskedFields
        fields={draft.fields}
        output={draft.output}
        errors={errors}
        onChange={(fields) => put({ fields })}
        onOutput={(output) => put({ output })}
      />
      <TryPart
        asked={asked}
        rows={rowIds.length}
        blocked={blocked}
        blockedOnTest={problemOfAi(onTestData(draft))}
        about="Makes a real call; normal charges apply. No cell is filled."
      >
        {asked.tried && <TriedAnswers tried={asked.tried} />}
      </TryPart>
      <Button
        icon={Scale}
        className="-mt-3 self-start"
        disabled={blocked !== null || rowIds.length === 0}
        onClick={() => setComparing(true)}
      >
        Compare prompts and models
      </Button>
      {comparing && (
        <BenchDialog
          workbookId={workbookId}
          columnId={columnId}
          columns={columns}
          rowIds={rowIds}
          draft={draft}
          onTake={onChange}
          onClose={() => setComparing(false)}
        />
      )}
      {columnId && <TestSet workbookId={workbookId} columnId={columnId} draft={draft} blocked={blocked} />}
      <More title="More" summary={`temperature ${draft.temperature}, at most ${draft.max_tokens} tokens`}>
        <DescribedFields fields={fieldsOf('ai')} values={draft} errors={errors} onChange={put} />
      </More>
    </>
  )
}

export const aiEditor = defineEditor({
  begin: ({ name, prompt }) => ({ ...newAi(name), prompt }),
  read: readAi,
  write: writeAi,
  problemOf: problemOfAi,
  Form: AiForm,
})
