// A file of leads on its way into the store: what happens to known ones is asked first, and what came of it is told.
import { useRef, useState } from 'react'
import { describeProblem, isAborted } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { bytes, count, counted } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { type Imported, importLeads } from './leads.api.ts'

const WAYS = [
  ['overwrite', 'Take over the values of the file', 'They take the place of what is in the store; lists grow.'],
  ['fill_blanks', 'Only fill in what is missing', 'What is in the store stays as it is.'],
  ['skip', 'Leave known leads alone', 'Only new ones are added.'],
] as const

interface Props {
  file: File
  onClose: (changed: boolean) => void
}

export function ImportLeadsDialog({ file, onClose }: Props) {
  const [way, setWay] = useState<string>('overwrite')
  const [share, setShare] = useState<number | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [result, setResult] = useState<Imported | null>(null)
  const stop = useRef<AbortController | null>(null)

  async function go() {
    stop.current = new AbortController()
    setFailed(null)
    setShare(0)
    try {
      setResult(await importLeads(file, way, setShare, stop.current.signal))
    } catch (error) {
      const problem = describeProblem(error)
      if (!isAborted(error)) setFailed(`${problem.what} ${problem.next}`)
    } finally {
      setShare(null)
    }
  }

  function close() {
    stop.current?.abort()
    onClose(result !== null || share !== null)
  }

  const unread = result?.columns.filter(({ field }) => field === 'custom' || field === null) ?? []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={result ? 'Leads imported' : 'Import leads'}
      about={result ? undefined : `${file.name}, ${bytes(file.size)}. Columns are known by their names.`}
      actions={
        result ? (
          <Button look="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" busy={share !== null} onClick={() => void go()}>
              Import
            </Button>
          </>
        )
      }
    >
      {result ? (
        <div className="flex flex-col gap-3">
          <p>
            {counted(result.created, 'lead')} added, {count(result.updated)} changed, {count(result.unchanged)} as they
            were.
          </p>
          {result.suppressed > 0 && (
            <p className="text-ink-2">
              {counted(result.suppressed, 'row')} of leads that were erased on request: not stored.
            </p>
          )}
          {result.rejected > 0 && (
            <div>
              <p className="text-warn">{counted(result.rejected, 'row')} could not be read as leads.</p>
              <ul className="mt-1 max-h-40 overflow-y-auto rounded-md border text-sm">
                {result.rejected_rows.map(({ line, reason }) => (
                  <li key={line} className="border-b px-3 py-1 last:border-b-0">
                    Line {count(line)}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {unread.length > 0 && (
            <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
              Kept as values of your own: {unread.map(({ name }) => name).join(', ')}.
            </p>
          )}
        </div>
      ) : (
        <fieldset className="flex flex-col gap-3" disabled={share !== null}>
          <legend className="mb-2 font-medium text-ink-2 text-sm">Leads that are known already</legend>
          {WAYS.map(([value, label, about]) => (
            <Choice
              key={value}
              name="existing"
              label={label}
              about={about}
              checked={way === value}
              onPick={() => setWay(value)}
            />
          ))}
          {share !== null && <Progress label="Upload" value={share} />}
          <FormError>{failed}</FormError>
        </fieldset>
      )}
    </Dialog>
  )
}
