// The run that the page follows: the newest of the workbook, moved on by live events and polled while they are cut.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newKey } from '../../../api/client.ts'
import { useConnection, useEvents } from '../../../api/events.ts'
import { queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { useSequence } from '../../../session/use-sequence.ts'
import { isOver, withEvent } from '../../columns/run.logic.ts'
import { getRun, runCell, startRun, steerRun } from '../../columns/workbook.api.ts'
import { runsQuery } from '../../columns/workbook.queries.ts'
import type { CellRunOptions, Run, RunRequestParts } from '../../columns/workbook.shapes.ts'

const POLL_MS = 3_000

export function useRun(workbookId: string) {
  const runs = useQuery(runsQuery(workbookId))
  const connection = useConnection()
  const [live, setLive] = useState<Run | null>(null)
  const inSequence = useSequence()
  const newest = runs.data?.items[0] ?? null
  const listed = runs.data?.items ?? []
  const run: Run | null = live ? { ...listed.find((one) => one.run_id === live.run_id), ...live } : newest
  const all = listed.map((one) => (one.run_id === run?.run_id ? run : one))
  const isWaiting = run?.status === 'queued' && all.some((one) => one.status === 'running')

  useEvents({ workbook_id: workbookId, types: ['run.*', 'change.reverted'] }, (event) => {
    setLive((before) => {
      const known = before ?? newest
      if (event.type === 'change.reverted' && event.change_id !== known?.run_id) return before
      const isNext = event.run_id !== undefined && event.run_id !== known?.run_id
      const base = known && isNext && isOver(known.status) ? null : known
      return withEvent(base, event) ?? before
    })
    if (event.type !== 'run.progress') void queries.invalidateQueries({ queryKey: runsQuery(workbookId).queryKey })
  })

  // The counters of the record are the truth at the end, and whenever events may have been missed.
  const id = run?.run_id
  const over = run ? isOver(run.status) : true
  // Nothing is told between the start of a run and its first cells.
  const polls = !over && (connection !== 'connected' || run?.status === 'queued')
  useEffect(() => {
    if (!id) return
    const stop = new AbortController()
    const read = () =>
      getRun(workbookId, id, stop.signal)
        .then((fresh) => setLive((before) => (before === null || before.run_id === id ? fresh : before)))
        .catch(() => undefined)
    if (over) void read()
    const timer = polls ? setInterval(read, POLL_MS) : undefined
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [workbookId, id, over, polls])

  const start = (scope: RunRequestParts) => follow(startRun(workbookId, scope, newKey()))
  const startCell = (row: string, column: string, options: CellRunOptions = {}) =>
    follow(runCell(workbookId, row, column, options, newKey()))

  async function follow(starting: Promise<Schemas['RunStarted']>): Promise<boolean> {
    try {
      const made = await starting
      const { run_id, cells } = made
      const status = made.status as Run['status']
      if (run_id === null) return true
      setLive((before) => (before?.run_id === run_id ? before : { run_id, cells, status, done: 0 }))
      return true
    } catch (error) {
      showError(error, 'The run did not start.')
      return false
    }
  }

  async function steer(runId: string, what: 'cancel' | 'pause' | 'resume') {
    try {
      const next = await inSequence(() => steerRun(workbookId, runId, what))
      setLive((before) => (before && before.run_id === runId ? { ...before, status: next.status } : before))
    } catch (error) {
      showError(error, `The run was not ${{ cancel: 'stopped', pause: 'paused', resume: 'resumed' }[what]}.`)
    }
  }

  return { run, all, isWaiting, start, startCell, steer }
}
