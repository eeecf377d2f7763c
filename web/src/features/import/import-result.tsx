// What an import did, with the rows it refused and why.

import { CircleCheck, Download } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { count, counted } from '../../ui/format.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { fetchRejected } from './import.queries.ts'

interface Props {
  workbookId: string
  result: Schemas['ImportResult']
  fileName: string
  /** Before its end: these are the rows that were kept. */
  stopped: boolean
}

export function ImportResultView({ workbookId, result, fileName, stopped }: Props) {
  const numbers: [number, string][] = [
    [result.created, 'added'],
    [result.updated, 'updated'],
    [result.unchanged, 'unchanged'],
    [result.skipped, 'skipped'],
    [result.rejected, 'rejected'],
  ]
  const name = `${fileName.replace(/\.[^.]*$/, '')} rejected rows.csv`

  async function download() {
    try {
      saveFile(await fetchRejected(workbookId, result.import_id), name)
    } catch (error) {
      toast((error as Error).message, { tone: 'bad' })
    }
  }

  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />
        {counted(result.created + result.updated, 'row')} {result.updated > 0 ? 'added or updated' : 'added'} from{' '}
        {fileName}
        {stopped && ' before it was stopped. They stay; the rest was not imported.'}
      </p>
      <dl className="mt-4 grid grid-cols-3 gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-5">
        {numbers.map(([number, word]) => (
          <div key={word} className="bg-raised px-3 py-2 max-sm:last:col-span-2">
            <dd className="font-semibold text-lg tabular-nums">{count(number)}</dd>
            <dt className="text-ink-3 text-xs">{word}</dt>
          </div>
        ))}
      </dl>
      {result.rejected > 0 && (
        <section className="mt-5">
          <div className="mb-2 flex items-center gap-2">
            <h3 className="flex-1 font-medium">{counted(result.rejected, 'row')} rejected</h3>
            {result.rejected_url && (
              <Button size="sm" icon={Download} onClick={() => void download()}>
                Download rejected rows
              </Button>
            )}
          </div>
          <div className="max-h-64 overflow-auto rounded-md border">
            <table className="w-full border-separate border-spacing-0 text-sm">
              <thead>
                <tr className="text-left text-ink-3 text-xs">
                  <th scope="col" className="sticky top-0 h-8 w-16 border-b bg-canvas px-3 font-medium">
                    Line
                  </th>
                  <th scope="col" className="sticky top-0 h-8 border-b bg-canvas px-2 font-medium">
                    Why
                  </th>
                  <th scope="col" className="sticky top-0 h-8 border-b bg-canvas px-2 font-medium">
                    As read
                  </th>
                </tr>
              </thead>
              <tbody>
                {result.rejected_rows.map((row) => (
                  <tr key={row.line}>
                    <td className="border-b px-3 py-1.5 text-ink-3 tabular-nums">{row.line}</td>
                    <td className="border-b px-2 py-1.5">{row.reason}</td>
                    <td className="max-w-72 truncate border-b px-2 py-1.5 text-ink-3" dir="auto">
                      {row.values.join(' · ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  )
}
