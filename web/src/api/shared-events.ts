// One stream of events for all tabs of a browser: the tab that holds the lock reads it and passes the frames on. Browsers allow six connections
// to one server over HTTP/1.1, over all tabs, and each stream takes one.

import type { Frame } from '../../../sdk/src/sse.ts'
import { type Connection, cutWhen, followEvents, type Listen, pause, visible } from './event-stream.ts'
import { session } from './session.ts'

type Message =
  /** A tab that wants what came after this event; answered by the tab that reads. */
  | { kind: 'join'; tab: string; since: string }
  /** Whether the tab that reads is alive: it says its state. */
  | { kind: 'ask'; tab: string }
  /** A tab has begun to read: the others join it. */
  | { kind: 'reading' }
  | { kind: 'frame'; frame: Frame; to?: string }
  | { kind: 'state'; state: Connection; to?: string }
  | { kind: 'gap'; to?: string }

/** What a tab that reads tells the others. */
type Told = Exclude<Message, { kind: 'join' } | { kind: 'ask' } | { kind: 'reading' }>

/** Frames that are kept for tabs that join. */
const KEPT = 1_000

/** After so long without a word the tab that reads is asked, and after as long again without an answer it is replaced, in ms. */
const ASKED_AFTER = 8_000
/** So that not all tabs replace it at once, in ms. */
const SPREAD = 4_000

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
    let isAnswered = true
    const join = () => channel.postMessage({ kind: 'join', tab, since: hearing.last() } satisfies Message)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (isReader || data.kind === 'join' || data.kind === 'ask') return
      isAnswered = true
      if (data.kind === 'reading') join()
      else if (data.to === undefined || data.to === tab) hearing.hear(data)
    }
    const closed = new Promise<void>((done) => leaving.signal.addEventListener('abort', () => done(), { once: true }))
    join()
    const waiting = new AbortController()
    leaving.signal.addEventListener('abort', () => waiting.abort(), { once: true })
    const readInTurn = (options: LockOptions) =>
      navigator.locks
        .request(name, options, async () => {
          isReader = true
          await readForAll(workspaceId, channel, hearing, leaving.signal)
        })
        .catch(async () => {
          // Another tab had no answer of this one and reads in its place: this one joins it.
          if (isReader) return leaving.abort()
          // Left before it was its turn, or it took the turn of another.
          if (waiting.signal.aborted) return
          // The browser grants no locks here.
          clearInterval(asking)
          await followEvents(workspaceId, hearing.last(), leaving.signal, listen)
        })
    const asking = setInterval(
      () => {
        if (isReader) return
        if (isAnswered) {
          isAnswered = false
          channel.postMessage({ kind: 'ask', tab } satisfies Message)
        } else if (!waiting.signal.aborted) {
          waiting.abort()
          void readInTurn({ steal: true })
        }
      },
      ASKED_AFTER + Math.random() * SPREAD,
    )
    void readInTurn({ signal: waiting.signal })
    await closed
    clearInterval(asking)
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
  const answer = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'join' && data.kind !== 'ask') return
    const to = data.tab
    tell({ kind: 'state', state, to })
    if (data.kind === 'ask') return
    const { since } = data
    if (since === '' || from === '' || Number(since) < Number(from)) tell({ kind: 'gap', to })
    else for (const frame of kept) if (Number(frame.id) > Number(since)) tell({ kind: 'frame', frame, to })
  }
  channel.addEventListener('message', answer)
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
    channel.removeEventListener('message', answer)
  }
}
