// The form of a column that calls with its own settings: its name, the settings of its kind, and which rows run.

import type { CustomDraft, FormProps } from '../columns/custom.shapes.ts'
import { NameField } from '../columns/name-field.tsx'
import { RunCondition } from '../columns/run-condition.tsx'
import { AiForm } from './ai-form.tsx'
import { HttpForm } from './http-form.tsx'
import { MatchForm } from './match-form.tsx'
import { OutputForm } from './output-form.tsx'
import { ResearchForm } from './research-form.tsx'

export function CustomForm(props: FormProps<CustomDraft>) {
  const { workbookId, draft, errors, columns, onChange } = props
  return (
    <div className="flex flex-col gap-6">
      <NameField draft={draft} error={errors.name} onChange={onChange} />
      {draft.kind === 'http' && <HttpForm {...props} draft={draft} />}
      {draft.kind === 'ai' && <AiForm {...props} draft={draft} />}
      {draft.kind === 'research' && <ResearchForm {...props} draft={draft} />}
      {draft.kind === 'match' && <MatchForm {...props} draft={draft} />}
      {draft.kind === 'output' && <OutputForm {...props} draft={draft} />}
      <RunCondition workbookId={workbookId} columns={columns} draft={draft} onChange={onChange} />
    </div>
  )
}
