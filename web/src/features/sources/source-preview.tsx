// The first records of a source as a table, and what could not be read.
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { shownValue } from './sources.logic.ts'

interface Props {
  preview: Schemas['SourcePreview']
  /** What stands below the name of a field, such as where it goes. */
  below?: (field: Schemas['SourcePreview']['fields'][number]) => ReactNode
}

export function PreviewTable({ preview, below }: Props) {
  const { fields, records, rejected, total, note } = preview
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-2 text-sm tabular-nums">
        {records.length === 0
          ? 'The source has no record for these settings.'
          : `The first ${records.length}${total === null ? '' : ` of ${total.toLocaleString()}`} records`}
        {rejected.length > 0 && (
          <span className="text-warn">
            . Rejected: {rejected[0]?.record_id || 'one without an id'} ({rejected[0]?.reason})
          </span>
        )}
      </p>
      {note && <p className="text-sm text-warn">{note}</p>}
      {records.length > 0 && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="First records"
          className="max-h-56 overflow-auto rounded-md border"
        >
          <table className="border-separate border-spacing-0 text-sm tabular-nums">
            <thead>
              <tr>
                {fields.map((field) => (
                  <th
                    key={field.name}
                    scope="col"
                    dir="auto"
                    className="sticky top-0 h-8 max-w-56 truncate border-r border-b bg-canvas px-2 py-1 text-left font-medium"
                  >
                    {field.label}
                    {below?.(field)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: records of a preview have no other name than their place
                <tr key={at}>
                  {fields.map(({ name }) => (
                    <td
                      key={name}
                      dir="auto"
                      title={shownValue(record[name])}
                      className="h-8 max-w-56 truncate border-r border-b px-2"
                    >
                      {shownValue(record[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
