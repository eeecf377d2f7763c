// One stream of events for all tabs of a browser: the tab that holds the lock reads it and passes the frames on. Browsers allow six connections
// to one server over HTTP/1.1, over all tabs, and each stream takes one.

import type { Frame } from '../../../sdk/src/sse.ts'
import { type Connection, cutWhen, followEvents, type Listen, pause, visible } from './event-stream.ts'
import { session } from './session.ts'

type Message =
  /** A tab that wants what came after this event; answered by the tab that reads. */
  | { kind: 'join'; tab: string; since: string }
  /** A tab has begun to read: the others join it. */
  | { kind: 'reading' }
  | { kind: 'frame'; frame: Frame; to?: string }
  | { kind: 'state'; state: Connection; to?: string }
  | { kind: 'gap'; to?: string }

/** What a tab that reads tells the others. */
type Told = Exclude<Message, { kind: 'join' } | { kind: 'reading' }>

/** Frames that are kept for tabs that join. */
const KEPT = 1_000

/** Follows from the event `since` on. Without locks and channels between tabs, each tab reads a stream of its own. */
export async function shareEvents(
  workspaceId: string,
  since: string,
  stopped: AbortSignal,
  listen: Listen,
): Promise<void> {
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks)
    return followEvents(workspaceId, since, stopped, listen)
  const name = `millrace.events.${session.username()}.${workspaceId}`
  const tab = crypto.randomUUID()
  const hearing = createHearing(since, listen)
  listen.onState('connecting')
  while (!stopped.aborted) {
    await visible(stopped)
    if (stopped.aborted) return
    // A tab that is out of sight or left takes no part: no tab waits for it to read.
    const leaving = new AbortController()
    const letGo = cutWhen(() => leaving.abort(), stopped)
    const channel = new BroadcastChannel(name)
    let isReader = false
    const join = () => channel.postMessage({ kind: 'join', tab, since: hearing.last() } satisfies Message)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (isReader || data.kind === 'join') return
      if (data.kind === 'reading') join()
      else if (data.to === undefined || data.to === tab) hearing.hear(data)
    }
    const closed = new Promise<void>((done) => leaving.signal.addEventListener('abort', () => done(), { once: true }))
    join()
    await navigator.locks
      .request(name, { signal: leaving.signal }, async () => {
        isReader = true
        await readForAll(workspaceId, channel, hearing, leaving.signal)
      })
      .catch(async () => {
        // Left before it was its turn, or the browser grants no locks here.
        if (!leaving.signal.aborted) await followEvents(workspaceId, hearing.last(), leaving.signal, listen)
      })
    await closed
    channel.close()
    letGo()
    // A page that is kept for the back button goes on from here when it is shown again.
    await pause(100, stopped)
  }
}

/** What this tab has heard, of itself or of another tab. */
interface Hearing {
  hear: (message: Told) => void
  /** The newest event that was heard. */
  last: () => string
}

function createHearing(since: string, listen: Listen): Hearing {
  let last = since
  // A tab that takes over begins where it was, which may be before what others passed on.
  const heard = new Set<string>()
  return {
    last: () => last,
    hear(message) {
      if (message.kind === 'state') return listen.onState(message.state)
      if (message.kind === 'gap') return listen.onGap()
      const { frame } = message
      const { id, event } = frame
      if (isEvent(frame)) {
        if (heard.has(id)) return
        heard.add(id)
        if (heard.size > KEPT) heard.delete(heard.values().next().value as string)
      }
      if (id !== '' && (event === 'reset' || Number(id) > Number(last || 0))) last = id
      listen.onFrame(frame)
    },
  }
}

/** Whether a frame is a stored event, which has an id of its own and is passed on once. */
const isEvent = ({ id, event }: Frame): boolean => id !== '' && !['ready', 'reset', 'presence'].includes(event)

/** Reads the stream, hears it, and passes it on until this tab leaves. */
async function readForAll(
  workspaceId: string,
  channel: BroadcastChannel,
  hearing: Hearing,
  leaving: AbortSignal,
): Promise<void> {
  let from = hearing.last()
  let state: Connection = 'connecting'
  const kept: Frame[] = []
  const tell = (message: Told) => {
    if (message.to === undefined) hearing.hear(message)
    channel.postMessage(message)
  }
  const join = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'join') return
    const { tab: to, since } = data
    tell({ kind: 'state', state, to })
    if (since === '' || from === '' || Number(since) < Number(from)) tell({ kind: 'gap', to })
    else for (const frame of kept) if (Number(frame.id) > Number(since)) tell({ kind: 'frame', frame, to })
  }
  channel.addEventListener('message', join)
  // One that joined while no tab read was heard by none.
  channel.postMessage({ kind: 'reading' } satisfies Message)
  try {
    await followEvents(workspaceId, from, leaving, {
      onState(next) {
        state = next
        tell({ kind: 'state', state })
      },
      onFrame(frame) {
        if (from === '' && frame.id !== '') from = frame.id
        if (isEvent(frame)) {
          kept.push(frame)
          if (kept.length > KEPT) from = kept.shift()?.id ?? from
        }
        if (frame.event === 'reset') {
          kept.length = 0
          from = frame.id
        }
        tell({ kind: 'frame', frame })
      },
      onGap: () => tell({ kind: 'gap' }),
    })
  } finally {
    channel.removeEventListener('message', join)
  }
}
