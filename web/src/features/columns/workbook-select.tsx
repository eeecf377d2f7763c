// Chooses one of the workspace's workbooks.
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/field.tsx'
import { otherWorkbooksQuery } from './formula.queries.ts'

interface Props {
  value: string
  /** Is not offered. */
  except?: string
  /** Said aloud where no Field stands around it. */
  label?: string
  onChange: (workbookId: string) => void
}

export function WorkbookSelect({ value, except, label, onChange }: Props) {
  const workbooks = useQuery(otherWorkbooksQuery())
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose a workbook</option>
      {(workbooks.data ?? [])
        .filter((one) => one.id !== except)
        .map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
    </Select>
  )
}
