// Sends the user's position in the workbook while it is open, and receives those of other users.

import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../../../api/client.ts'
import { type Connection, useEvents } from '../../../api/events.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { tellPresence } from '../../columns/workbook.api.ts'
import type { Whereabouts } from './presence.logic.ts'

/** The server takes half a minute of silence for having left. */
const BEAT_MS = 10_000
/** While other users are there, moves are sent at most this often, in ms. */
const MOVE_MS = 400
/** A tab out of sight is left after this, in ms. */
const UNSEEN_MS = 10_000
/** Without a connection the list of users is unknown; short interruptions are ignored. */
const UNHEARD_MS = 5_000

const tab = newKey().slice(0, 16)

export function usePresence(workbookId: string, at: Whereabouts, connection: Connection): Schemas['PersonPresent'][] {
  const [people, setPeople] = useState<Schemas['PersonPresent'][]>([])
  const spot = JSON.stringify(at)
  const latest = useRef(spot)
  latest.current = spot
  const told = useRef('')
  const here = useRef(false)

  const beat = useCallback(async () => {
    if (!navigator.onLine) return
    told.current = latest.current
    here.current = true
    try {
      const answer = await tellPresence(workbookId, { tab, ...(JSON.parse(told.current) as Whereabouts) })
      if (here.current) setPeople(answer.people)
    } catch {
      // A failure hinders no work, and the next heartbeat comes soon.
    }
  }, [workbookId])
  const leave = useCallback(() => {
    if (!here.current) return
    here.current = false
    tellPresence(workbookId, { tab, left: true }, true).catch(() => undefined)
  }, [workbookId])

  useEffect(() => {
    let unseen: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(unseen)
      if (document.hidden) unseen = setTimeout(leave, UNSEEN_MS)
      else if (!here.current) void beat()
    }
    const again = setInterval(() => here.current && void beat(), BEAT_MS)
    if (!document.hidden) void beat()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(unseen)
      clearInterval(again)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [beat, leave])

  useEvents({ workbook_id: workbookId, types: ['presence'] }, (event) => {
    if (here.current) setPeople(event.people as Schemas['PersonPresent'][])
  })

  // Without other users, moves are not sent: a user who joins is told then.
  const isAlone = people.every((one) => one.tab === tab)
  useEffect(() => {
    if (isAlone || spot === told.current) return
    const timer = setTimeout(() => here.current && latest.current !== told.current && void beat(), MOVE_MS)
    return () => clearTimeout(timer)
  }, [isAlone, spot, beat])

  const isHeard = connection === 'connected' || connection === 'connecting'
  const wasHeard = useRef(isHeard)
  useEffect(() => {
    if (isHeard && !wasHeard.current && here.current) void beat()
    wasHeard.current = isHeard
    if (isHeard) return
    const timer = setTimeout(() => setPeople([]), UNHEARD_MS)
    return () => clearTimeout(timer)
  }, [isHeard, beat])

  return people
}
