// The columns that may use a secret: every column of the workspace, or only those that are selected.
import { useQuery } from '@tanstack/react-query'
import { ChoiceGroup } from '../../../ui/forms/choice.tsx'
import { Checkbox } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Secret } from '../../columns/custom.shapes.ts'
import { namesSecrets } from '../../columns/custom-kinds.logic.ts'
import { workbooksQuery } from '../../columns/workbooks.queries.ts'

/** Null: every column. */
export type AllowedColumns = Secret['columns']

interface Props {
  columns: AllowedColumns
  usedBy: Secret['used_by']
  onChange: (columns: AllowedColumns) => void
}

interface Listed {
  workbook_id: string
  column_id: string
  name: string
  workbook: string
  isUser: boolean
}

const WAYS = [
  { value: 'all', label: 'Every column', about: 'Members who can add columns can send it to the hosts above.' },
  {
    value: 'some',
    label: 'Only certain columns',
    about: 'No other column, source, watch or webhook can use it.',
  },
] as const

export function SecretColumns({ columns, usedBy, onChange }: Props) {
  const workbooks = useQuery({ ...workbooksQuery(), enabled: columns !== null })
  const isSame = (a: { workbook_id: string; column_id: string }, b: { workbook_id: string; column_id: string }) =>
    a.workbook_id === b.workbook_id && a.column_id === b.column_id
  const isUser = (one: Pick<Listed, 'workbook_id' | 'column_id'>) => usedBy.some((use) => isSame(use, one))
  const known: Listed[] = (workbooks.data ?? []).flatMap((workbook) =>
    workbook.columns_config.filter(namesSecrets).map(({ id, name }) => {
      const place = { workbook_id: workbook.id, column_id: id }
      return { ...place, name, workbook: workbook.name, isUser: isUser(place) }
    }),
  )
  // What it was bound to stays in sight when its column is gone, to be taken away.
  const gone = (columns ?? [])
    .filter((one) => workbooks.isSuccess && !known.some((other) => isSame(one, other)))
    .map((one) => ({ ...one, name: 'A column that was deleted', workbook: '', isUser: false }))
  const listed = [...known.filter((one) => one.isUser), ...known.filter((one) => !one.isUser), ...gone]
  const isTicked = (one: Listed) => columns?.some((other) => isSame(one, other)) ?? false
  const turn = ({ workbook_id, column_id }: Listed, on: boolean) => {
    const place = { workbook_id, column_id }
    onChange([...(columns ?? []).filter((one) => !isSame(one, place)), ...(on ? [place] : [])])
  }
  return (
    <ChoiceGroup
      legend="Who may use it"
      options={WAYS}
      value={columns === null ? 'all' : 'some'}
      onPick={(way) =>
        onChange(way === 'all' ? null : usedBy.map(({ workbook_id, column_id }) => ({ workbook_id, column_id })))
      }
    >
      {columns !== null && workbooks.isPending && <Skeleton className="h-16 w-full" />}
      {columns !== null && workbooks.isError && (
        <p role="alert" className="text-bad text-sm">
          The columns could not be listed. Those that may use it now stay so.
        </p>
      )}
      {columns !== null && workbooks.isSuccess && (
        <div className="max-h-44 overflow-y-auto rounded-md border px-3 py-2">
          {listed.length === 0 && (
            <p className="text-ink-3 text-sm">No workbook has a column yet that calls an API or sends something.</p>
          )}
          <ul className="flex flex-col gap-1.5">
            {listed.map((one) => (
              <li key={`${one.workbook_id}/${one.column_id}`}>
                <Checkbox
                  label={one.workbook === '' ? one.name : `${one.name} in ${one.workbook}`}
                  {...(one.isUser ? { hint: 'Uses it now' } : {})}
                  checked={isTicked(one)}
                  onChange={(on) => turn(one, on)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChoiceGroup>
  )
}
