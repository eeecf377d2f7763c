// An import from the file to its end: read, read again with corrections, planned where there is something to plan, carried out.
import { useEffect, useRef, useState } from 'react'
import { isAborted } from '../../api/problem.ts'
import type { ImportDestination, ImportOutcome, ImportRequest, ImportWatch, PlannedImport } from './destination.ts'
import type { FilePreview, TableReading, Targets } from './import.logic.ts'

interface ImportState {
  preview: FilePreview | null
  planned: PlannedImport | null
  /** What was planned before was out of date when it was to be carried out. */
  isOutdated: boolean
  outcome: ImportOutcome | null
  failed: unknown
  /** What is under way; null when nothing is. */
  busy: 'reading' | 'planning' | 'importing' | null
  /** Share of the file that was sent; null when none is under way. */
  sent: number | null
  /** Rows done so far. */
  done: number
  total: number | null
}

const BEGIN: ImportState = {
  preview: null,
  planned: null,
  isOutdated: false,
  outcome: null,
  failed: null,
  busy: null,
  sent: null,
  done: 0,
  total: null,
}

/** `destination` stays the same as long as the import is open. */
export function useImport(destination: ImportDestination, file: File | null) {
  const [state, setState] = useState(BEGIN)
  const work = useRef(new AbortController())
  const patch = (part: Partial<ImportState>) => setState((now) => ({ ...now, ...part }))

  /** One step at a time: the one before is stopped, and what it says is not heard any more. */
  async function step(busy: ImportState['busy'], run: (watch: ImportWatch) => Promise<Partial<ImportState>>) {
    work.current.abort()
    work.current = new AbortController()
    const { signal } = work.current
    patch({ busy, failed: null, done: 0, total: null })
    const heard = (part: Partial<ImportState>) => !signal.aborted && patch(part)
    const onSent = (sent: number) => heard({ sent })
    const onRows = (done: number, total: number | null) => heard({ done, total })
    try {
      heard(await run({ signal, onSent, onRows }))
    } catch (error) {
      if (!isAborted(error)) heard({ failed: error })
    } finally {
      heard({ busy: null, sent: null })
    }
  }

  const read = (of: File, reading: TableReading, targets: Targets | null = null) =>
    step('reading', async (watch) => ({ preview: await destination.read(of, reading, targets, watch) }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins anew, whatever is drawn again
  useEffect(() => {
    setState(BEGIN)
    if (file) void read(file, {})
    // A tab that is closed or loaded again gives the import up as well; one that is kept for the back button may come back to it.
    const leave = ({ persisted }: PageTransitionEvent) => !persisted && destination.drop({ keepalive: true })
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      work.current.abort()
      destination.drop()
    }
  }, [file, destination])

  return {
    ...state,
    read,
    plan: (asked: ImportRequest) =>
      step('planning', async (watch) => ({
        isOutdated: false,
        planned: (await destination.plan?.(asked, watch)) ?? null,
      })),
    /** Back to the choices. */
    unplan: () => patch({ planned: null, failed: null }),
    commit: (asked: ImportRequest) =>
      step('importing', async (watch) => {
        const end = await destination.commit(asked, watch)
        return 'plan' in end ? { planned: end, isOutdated: true } : { outcome: end }
      }),
  }
}
