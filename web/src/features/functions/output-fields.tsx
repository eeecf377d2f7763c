// The fields that say what a function or a version of it is made of: a workbook, and the columns whose values it gives.
import { useQuery } from '@tanstack/react-query'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import type { EditorProps } from '../../ui/forms/schema-form.tsx'
import { isBound } from '../columns/custom-kinds.logic.ts'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'

const WorkbookEditor = ({ value, onChange }: EditorProps) => <WorkbookSelect value={value} onChange={onChange} />
export const OUTPUT_EDITORS = { workbook: WorkbookEditor }

/** `workbook_id`, and `outputs` once a workbook is chosen that has columns of its own making. */
export function useOutputFields(workbookId: string): FormField[] {
  const workbooks = useQuery(workbooksQuery())
  const workbook = workbooks.data?.find(({ id }) => id === workbookId)
  const columns = workbook?.columns_config.filter((column) => column.type !== 'input' && !isBound(column)) ?? []
  const isBare = workbook !== undefined && columns.length === 0
  return [
    {
      name: 'workbook_id',
      kind: 'workbook',
      label: 'Workbook',
      hint: isBare
        ? 'This workbook has no calculated or enriched column. Choose another one, or add a column there.'
        : undefined,
    },
    ...(columns.length > 0
      ? [
          {
            name: 'outputs',
            kind: 'choices' as const,
            label: 'Outputs',
            options: columns.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]
      : []),
  ]
}
