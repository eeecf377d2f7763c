// Another workbook that rows are delivered to: which one, by what it knows them, and what its columns are called.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keys } from '../../api/queries.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import type { FormProps, OutputDraft } from '../columns/custom.shapes.ts'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { getIdentity } from '../columns/workbook-settings.api.ts'
import { workbooksQuery } from '../columns/workbooks.queries.ts'

/** The columns of the workbook that can be written to; undefined where the target is another one, or not chosen yet. */
export function useWorkbookTarget({ target, workbook_id }: OutputDraft): string[] | undefined {
  const chosen = target === 'workbook' && workbook_id !== ''
  const workbooks = useQuery({ ...workbooksQuery(), enabled: chosen })
  const found = chosen ? workbooks.data?.find(({ id }) => id === workbook_id) : undefined
  return found?.columns_config.flatMap(({ name, type }) => (type === 'input' ? [name] : []))
}

type Props = Pick<FormProps<OutputDraft>, 'workbookId' | 'draft' | 'errors' | 'onChange'>

export function WorkbookTarget({ workbookId, draft, errors, onChange }: Props) {
  const workspace = useWorkspace()
  const { workbook_id } = draft
  const workbooks = useQuery(workbooksQuery())
  const identity = useQuery({
    queryKey: [...keys.workbook(workbook_id), 'identity'],
    queryFn: ({ signal }) => getIdentity(workbook_id, signal),
    enabled: workbook_id !== '',
    staleTime: 0,
  })
  const there = workbooks.data?.find(({ id }) => id === workbook_id)
  const parts = identity.data?.columns ?? []
  const known = parts.map(
    ({ column_id }) => there?.columns_config.find(({ id }) => id === column_id)?.name ?? column_id,
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Workbook"
          error={errors['target.workbook_id']}
          hint={
            known.length > 0 ? `Knows its rows by ${known.join(' and ')}.` : 'It has to know its rows by an identity.'
          }
        >
          <WorkbookSelect
            value={workbook_id}
            except={workbookId}
            onChange={(chosen) => onChange({ ...draft, workbook_id: chosen })}
          />
        </Field>
        <Field label="A row that is there already">
          <Select
            value={draft.existing}
            onChange={(event) => onChange({ ...draft, existing: event.target.value as OutputDraft['existing'] })}
          >
            <option value="overwrite">is written over</option>
            <option value="fill_blanks">has its blanks filled</option>
            <option value="skip">stays as it is</option>
          </Select>
        </Field>
      </div>
      {identity.isSuccess && known.length === 0 && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {there?.name ?? 'That workbook'} does not know its rows by anything yet, so nothing can be delivered.{' '}
          <Link
            to="/w/$workspace/workbooks/$workbookId"
            params={{ workspace: workspace.slug, workbookId: workbook_id }}
            className="underline underline-offset-2"
          >
            Open it
          </Link>{' '}
          and choose “Duplicate key” in its menu.
        </p>
      )}
    </div>
  )
}
