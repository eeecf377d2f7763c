// Another workbook that rows are delivered to: which one, by what it knows them, and what its columns are called.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { keys } from '../../api/queries.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Field } from '../../ui/forms/field.tsx'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { getIdentity } from '../columns/workbook-settings.api.ts'
import { workbooksQuery } from '../columns/workbooks.queries.ts'

/** The columns of a workbook that can be written to; undefined without one. */
export function useColumnsOf(workbookId: string): string[] | undefined {
  const workbooks = useQuery({ ...workbooksQuery(), enabled: workbookId !== '' })
  const found = workbookId === '' ? undefined : workbooks.data?.find(({ id }) => id === workbookId)
  return found?.columns_config.flatMap(({ name, type }) => (type === 'input' ? [name] : []))
}

interface Props {
  /** Is not offered. */
  except: string
  label: string
  hint: ReactNode
  error: string | undefined
  value: string
  onChange: (workbookId: string) => void
}

export function IdentifiedWorkbook({ except, label, hint, error, value, onChange }: Props) {
  const workspace = useWorkspace()
  const workbooks = useQuery(workbooksQuery())
  const identity = useQuery({
    queryKey: [...keys.workbook(value), 'identity'],
    queryFn: ({ signal }) => getIdentity(value, signal),
    enabled: value !== '',
    staleTime: 0,
  })
  const there = workbooks.data?.find(({ id }) => id === value)
  const parts = identity.data?.columns ?? []
  const known = parts.map(
    ({ column_id }) => there?.columns_config.find(({ id }) => id === column_id)?.name ?? column_id,
  )
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={error} hint={known.length > 0 ? `Knows its rows by ${known.join(' and ')}.` : hint}>
        <WorkbookSelect value={value} except={except} onChange={onChange} />
      </Field>
      {identity.isSuccess && known.length === 0 && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {there?.name ?? 'That workbook'} does not know its rows by anything yet, so nothing can be delivered.{' '}
          <Link
            to="/w/$workspace/workbooks/$workbookId"
            params={{ workspace: workspace.slug, workbookId: value }}
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
