// The form of a column that calls with its own settings: its name, the settings of its kind, and which rows run.

import type { FormProps } from '../columns/custom.shapes.ts'
import { RunCondition } from '../columns/formulas/run-condition.tsx'
import { NameField } from '../columns/name-field.tsx'
import { type CustomDraft, editorOf } from './editors.ts'

export function CustomForm(props: FormProps<CustomDraft>) {
  const { workbookId, draft, errors, columns, onChange } = props
  const { Form } = editorOf(draft.kind)
  return (
    <div className="flex flex-col gap-6">
      <NameField draft={draft} error={errors.name} onChange={onChange} />
      <Form {...props} />
      <RunCondition workbookId={workbookId} columns={columns} draft={draft} onChange={onChange} />
    </div>
  )
}
