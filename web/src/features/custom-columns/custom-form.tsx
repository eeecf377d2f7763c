// The form of a column that calls with its own settings: its name, the settings of its kind, and which rows run.

import type { ComponentType } from 'react'
import type { CustomColumnKind, CustomDraft, CustomDraftOf, FormProps } from '../columns/custom.shapes.ts'
import { RunCondition } from '../columns/formulas/run-condition.tsx'
import { NameField } from '../columns/name-field.tsx'
import { HttpForm } from './http/http-form.tsx'
import { MatchForm } from './match-form.tsx'
import { AiForm } from './prompt/ai-form.tsx'
import { OutputForm } from './prompt/output-form.tsx'
import { ResearchForm } from './prompt/research-form.tsx'

/** One form for each kind that the API describes: a kind without one does not compile. */
const FORMS: { [K in CustomColumnKind]: ComponentType<FormProps<CustomDraftOf<K>>> } = {
  http: HttpForm,
  ai: AiForm,
  research: ResearchForm,
  match: MatchForm,
  output: OutputForm,
}

export function CustomForm(props: FormProps<CustomDraft>) {
  const { workbookId, draft, errors, columns, onChange } = props
  const Form = FORMS[draft.kind] as ComponentType<FormProps<CustomDraft>>
  return (
    <div className="flex flex-col gap-6">
      <NameField draft={draft} error={errors.name} onChange={onChange} />
      <Form {...props} />
      <RunCondition workbookId={workbookId} columns={columns} draft={draft} onChange={onChange} />
    </div>
  )
}
