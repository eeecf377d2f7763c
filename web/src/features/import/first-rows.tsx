// The first rows of the file exactly as they were read.
import type { FilePreview } from './import.logic.ts'

export function FirstRows({ preview }: { preview: FilePreview }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="First rows of the file"
      className="max-h-96 overflow-auto rounded-md border"
    >
      <table className="border-separate border-spacing-0 text-sm tabular-nums">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-10 h-8 border-r border-b bg-canvas px-2 text-ink-3 text-xs"
            >
              <span className="sr-only">Row</span>
            </th>
            {preview.columns.map((column) => (
              <th
                key={column.index}
                scope="col"
                dir="auto"
                className="sticky top-0 h-8 max-w-56 truncate border-r border-b bg-canvas px-2 text-left font-medium"
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={line}>
              <td className="sticky left-0 h-8 border-r border-b bg-surface px-2 text-right text-ink-3 text-xs">
                {line + 1}
              </td>
              {preview.columns.map((column) => (
                <td
                  key={column.index}
                  dir="auto"
                  title={row[column.index]}
                  className="h-8 max-w-56 truncate border-r border-b px-2"
                >
                  {row[column.index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
