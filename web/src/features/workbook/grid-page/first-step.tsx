// What a workbook without columns and rows teaches: bring a list.
import { FileUp } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

export function FirstStep({ editable, onImport }: { editable: boolean; onImport: () => void }) {
  return (
    <EmptyState
      icon={FileUp}
      title="Start with a list"
      className="flex-1"
      action={
        editable && (
          <Button look="primary" onClick={onImport}>
            Import a CSV file
          </Button>
        )
      }
    >
      Import companies or people from a file. Then add columns that find what is missing.
    </EmptyState>
  )
}
