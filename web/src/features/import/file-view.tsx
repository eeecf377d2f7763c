// How a file reads: its columns with their targets beside its first rows, and what is chosen for all of its rows.
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { counted } from '../../ui/format.ts'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useMedia } from '../../ui/use-media.ts'
import type { ImportDestination, ImportRequest } from './destination.ts'
import { FirstRows } from './first-rows.tsx'
import type { FilePreview, ImportChoice, TableReading, Targets } from './import.logic.ts'
import { RejectedRows } from './import-result.tsx'
import { ReadingSettings } from './import-settings.tsx'
import { MappingTable } from './mapping-table.tsx'
import { keyChange } from './workbook-destination.ts'

interface Props {
  destination: ImportDestination
  preview: FilePreview
  isBusy: boolean
  targets: Targets
  manners: ImportRequest['manners']
  errors: Map<number, string>
  form: { values: ImportChoice; set: (part: Partial<ImportChoice>) => void }
  onCorrect: (reading: TableReading) => void
  onAim: Parameters<typeof MappingTable>[0]['onChange']
  onManner: NonNullable<Parameters<typeof MappingTable>[0]['onManner']>
}

export function FileView(props: Props) {
  const { destination, preview, isBusy, targets, manners, errors, form, onCorrect, onAim, onManner } = props
  const { columns, warnings, rejected = 0, rejected_rows = [] } = preview
  const [active, setActive] = useState<number | null>(null)
  // One above the other the file comes first, also for the keyboard; side by side its columns do.
  const isNarrow = useMedia('(max-width: 1023px)')
  const names = new Map(destination.columns.map(({ id, name }) => [id, name]))
  const goesTo = (index: number) => {
    const target = targets.get(index) ?? columns.find((one) => one.index === index)?.target
    if (!target || target.kind === 'skip') return null
    return target.kind === 'new' ? target.name : (names.get(target.column_id) ?? '')
  }
  const fields = [...identicalField(preview), ...destination.fields(preview, form.values, targets)]
  const firstRows = <FirstRows preview={preview} goesTo={goesTo} active={active} />
  return (
    <div className="flex flex-col gap-4" aria-busy={isBusy} inert={isBusy}>
      {warnings.length > 0 && (
        <ul className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {warnings.map(({ code, message }) => (
            <li key={`${code} ${message}`} className="flex gap-2 py-0.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
              {message}
            </li>
          ))}
        </ul>
      )}
      <ReadingSettings preview={preview} onCorrect={onCorrect} />
      {columns.length > 0 && (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(22rem,2fr)_minmax(0,3fr)]">
          {isNarrow && firstRows}
          <div className="lg:max-h-[28rem] lg:overflow-y-auto">
            <MappingTable
              columns={columns}
              existing={destination.columns}
              targets={targets}
              errors={errors}
              onChange={onAim}
              words={destination.words}
              onActive={setActive}
              {...(destination.isTyped && { manners, onManner })}
            />
          </div>
          {!isNarrow && firstRows}
        </div>
      )}
      {columns.length > 0 && fields.length > 0 && (
        <section aria-label="Duplicates" className="rounded-md border px-3 py-3">
          <h3 className="mb-2 font-medium">Duplicates</h3>
          <SchemaForm
            columns={2}
            fields={fields}
            values={form.values}
            onChange={(next) => {
              const choice = next as unknown as ImportChoice
              form.set(choice.key === form.values.key ? choice : { ...choice, ...keyChange(preview, choice.key) })
            }}
          />
        </section>
      )}
      {rejected > 0 && (
        <Disclosure title={`${counted(rejected, 'row')} not imported`} about="Which, and why.">
          <RejectedRows rows={rejected_rows} all={rejected} />
        </Disclosure>
      )}
    </div>
  )
}

const identicalField = ({ identical_rows: same }: FilePreview): FormField[] =>
  same === 0
    ? []
    : [
        {
          name: 'identical_rows',
          kind: 'choice',
          label: same === 1 ? '1 row is identical to another' : `${counted(same, 'row')} are identical to others`,
          options: [
            { value: 'keep', label: 'Keep' },
            { value: 'skip', label: 'Skip' },
          ],
        },
      ]
