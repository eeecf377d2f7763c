// Chooses one of the workspace's workbooks.
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/forms/field.tsx'
import { workbooksQuery } from './workbooks.queries.ts'

interface Props {
  value: string
  /** Is not offered. */
  except?: string
  /** Said aloud where no Field stands around it. */
  label?: string
  /** What choosing none says. */
  none?: string
  onChange: (workbookId: string) => void
}

export function WorkbookSelect({ value, except, label, none = 'Choose a workbook', onChange }: Props) {
  const workbooks = useQuery(workbooksQuery())
  const offered = (workbooks.data ?? []).filter((one) => one.id !== except)
  const unlisted = workbooks.isPending ? '' : workbooks.isError ? 'The workbooks could not be loaded' : 'Not available'
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{none}</option>
      {value !== '' && !offered.some(({ id }) => id === value) && <option value={value}>{unlisted}</option>}
      {offered.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </Select>
  )
}
