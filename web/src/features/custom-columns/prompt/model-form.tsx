// The form of a column that asks a model: the model, the prompt, the answers, a try on rows with tokens and cost. What a kind has beside stands between and under.
import type { ComponentType } from 'react'
import type { SettingField } from '../../../ui/forms/schema-fields.logic.ts'
import type { AiDraft, ColumnToTry, FormProps } from '../../columns/custom.shapes.ts'
import { DescribedFields } from '../described-fields.tsx'
import { More } from '../form-parts.tsx'
import { TriedAnswers } from '../try/tried-answers.tsx'
import { TryPart, useTry } from '../try/try-part.tsx'
import { onTestData } from './ai-draft.logic.ts'
import { AskedFields } from './asked-fields.tsx'
import { ModelPicker } from './model-picker.tsx'
import { PromptPart } from './prompt-part.tsx'

type Asking = Pick<AiDraft, 'required' | 'model' | 'prompt' | 'fields' | 'output' | 'options'>

interface ModelKind<Draft> {
  prompt: { label: string; hint: string; placeholder: string; lines: number }
  /** How many rows a try asks for, and what it says of that. */
  tried: { rows: number; about: string }
  write(draft: Draft, isStored: boolean): object
  problemOf(draft: Draft): string | null
  /** Between the answers and the try. */
  Between?: ComponentType<FormProps<Draft>>
  /** Under the try. */
  Under?: ComponentType<FormProps<Draft>>
  more: { fields: readonly SettingField[]; summary: (draft: Draft) => string }
}

export function modelForm<Draft extends Asking>(kind: ModelKind<Draft>) {
  const { write, problemOf, Between, Under, tried, more } = kind
  return function ModelForm(props: FormProps<Draft>) {
    const { workbookId, columnId, columns, rowIds, draft, errors, onChange } = props
    const put = (part: Partial<Asking>) => onChange({ ...draft, ...part })
    const asked = useTry({
      workbookId,
      rowIds: rowIds.slice(0, tried.rows),
      column: (test) =>
        ({ ...write(test ? onTestData(draft) : draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
    })
    return (
      <>
        <ModelPicker model={draft.model} error={errors.model} onChange={(model) => put({ model })} />
        <PromptPart {...kind.prompt} columns={columns} draft={draft} error={errors.prompt} onChange={put} />
        <AskedFields
          fields={draft.fields}
          output={draft.output}
          errors={errors}
          onChange={(fields) => put({ fields })}
          onOutput={(output) => put({ output })}
        />
        {Between && <Between {...props} />}
        <TryPart
          asked={asked}
          rows={rowIds.length}
          blocked={problemOf(draft)}
          blockedOnTest={problemOf(onTestData(draft))}
          about={tried.about}
        >
          {asked.tried && <TriedAnswers tried={asked.tried} />}
        </TryPart>
        {Under && <Under {...props} />}
        <More title="More" summary={more.summary(draft)}>
          <DescribedFields
            fields={more.fields}
            values={draft.options}
            errors={errors}
            onChange={(options) => put({ options })}
          />
        </More>
      </>
    )
  }
}
