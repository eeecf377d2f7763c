// The form of a column whose kind describes all of its settings by words.
import type { ColumnToTry, FormProps } from '../columns/custom.shapes.ts'
import { fieldsOf } from '../columns/custom-kinds.logic.ts'
import { type DescribedDraft, namesOfDescribed, problemOfDescribed, writeDescribed } from './described.logic.ts'
import { DescribedFields } from './described-fields.tsx'
import { RequiredRefs } from './required-refs.tsx'
import { TriedAnswers } from './try/tried-answers.tsx'
import { TryPart, useTry } from './try/try-part.tsx'

export function DescribedForm(props: FormProps<DescribedDraft>) {
  const { workbookId, columnId, columns, rowIds, draft, errors, onChange } = props
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: () => ({ ...writeDescribed(draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
  })
  return (
    <>
      <DescribedFields
        fields={fieldsOf(draft.kind)}
        values={draft.options}
        errors={errors}
        columns={columns}
        onChange={(options) => onChange({ ...draft, options })}
      />
      <RequiredRefs
        names={namesOfDescribed(draft)}
        required={draft.required}
        otherwise="A row without the values that it needs is skipped."
        onChange={(required) => onChange({ ...draft, required })}
      />
      <TryPart
        asked={asked}
        rows={rowIds.length}
        blocked={problemOfDescribed(draft)}
        about="Asks for the first rows; no cell is filled."
      >
        {asked.tried && <TriedAnswers tried={asked.tried} />}
      </TryPart>
    </>
  )
}
