// An import from the file to its end: stored once, read again with corrections, planned, committed, or stopped on the way.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { asProblem, isAborted } from '../../api/problem.ts'
import { keys, queries } from '../../api/queries.ts'
import type { ImportOptions, Schemas } from '../../api/shapes.ts'
import { importOptions, type TableReading } from './import.logic.ts'
import { cancelImport, readAgain, readImport, startCommit, startPlan, storeFile } from './import.queries.ts'

const ENDED = new Set(['done', 'cancelled', 'failed'])
const AT_WORK = new Set(['planning', 'committing'])
/** Events tell sooner; this is for when they are lost. */
const ASK_AGAIN_MS = 1000

export function useImport(workbookId: string, file: File | null) {
  const [preview, setPreview] = useState<Schemas['ImportPreview'] | null>(null)
  const [record, setRecord] = useState<Schemas['ImportRecord'] | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [rereading, setRereading] = useState(false)
  const [asking, setAsking] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const work = useRef<AbortController | null>(null)
  const importId = useRef<string | null>(null)
  const state = useRef<string | null>(null)
  state.current = record?.state ?? null

  /** A stored file that is not imported is deleted. */
  const drop = useCallback(() => {
    work.current?.abort()
    const id = importId.current
    importId.current = null
    if (id && !(state.current && (ENDED.has(state.current) || state.current === 'committing')))
      void cancelImport(workbookId, id).catch(() => undefined)
  }, [workbookId])

  const look = useCallback(
    async (chosen: File) => {
      drop()
      const stop = new AbortController()
      work.current = stop
      setPreview(null)
      setRecord(null)
      setFailed(null)
      setSent(0)
      try {
        const seen = await storeFile(workbookId, chosen, { signal: stop.signal, onProgress: setSent })
        importId.current = seen.import_id
        setPreview(seen)
      } catch (error) {
        if (!isAborted(error)) setFailed(error)
      } finally {
        setSent(null)
      }
    },
    [workbookId, drop],
  )
  useEffect(() => {
    if (file) void look(file)
  }, [file, look])
  useEffect(() => drop, [drop])

  const refresh = useCallback(async () => {
    const id = importId.current
    if (!id) return
    try {
      const now = await readImport(workbookId, id)
      if (importId.current !== id) return
      setRecord(now)
      if (now.error) setFailed(new Error(now.error))
      if (ENDED.has(now.state)) {
        void queries.invalidateQueries({ queryKey: keys.workbooks() })
        void queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      }
    } catch (error) {
      // The next look may come through.
      if (asProblem(error).status === 404) setFailed(error)
    }
  }, [workbookId])
  const busy = record !== null && AT_WORK.has(record.state)
  useEvents({ workbook_id: workbookId, types: ['rows.import_progress'] }, (event) => {
    if (event.import_id !== importId.current) return
    const { done, total, state: next } = event as { done?: number; total?: number | null; state?: string }
    if (next && AT_WORK.has(next))
      setRecord((now) => now && { ...now, done: done ?? now.done, total: total ?? now.total })
    else void refresh()
  })
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => void refresh(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [busy, refresh])

  const attempt = useCallback(async (step: (id: string) => Promise<void>) => {
    const id = importId.current
    if (!id) return
    setFailed(null)
    try {
      await step(id)
    } catch (error) {
      setFailed(error)
    }
  }, [])

  return {
    preview,
    record,
    failed,
    /** Share of the file that was sent; null when none is under way. */
    sent,
    rereading,
    /** A plan or its import is asked for. */
    asking,
    /** The workbook changed since the plan before this one. */
    overtaken,
    again: () => file && void look(file),
    reread: (reading: TableReading) =>
      attempt(async (id) => {
        setRereading(true)
        try {
          setPreview(await readAgain(workbookId, id, importOptions(reading)))
        } finally {
          setRereading(false)
        }
      }),
    plan: (options: ImportOptions) =>
      attempt(async (id) => {
        setOvertaken(false)
        setAsking(true)
        try {
          setRecord(await startPlan(workbookId, id, options))
        } finally {
          setAsking(false)
        }
      }),
    /** Back to the choices. */
    unplan: () => {
      setFailed(null)
      setRecord(null)
    },
    commit: () =>
      attempt(async (id) => {
        setAsking(true)
        try {
          setRecord(await startCommit(workbookId, id))
        } catch (error) {
          const { import: anew } = (asProblem(error).body ?? {}) as { import?: Schemas['ImportRecord'] }
          if (!anew) throw error
          setOvertaken(true)
          setRecord(anew)
        } finally {
          setAsking(false)
        }
      }),
    stop: () =>
      attempt(async (id) => {
        setRecord(await cancelImport(workbookId, id))
        void queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      }),
  }
}
