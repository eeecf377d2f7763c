// Routes of the live event stream: replay from where the reader left off, then live, without a gap or a repeat.
import { type Static, Type } from 'typebox'
import { defineRoute, type Route } from '../http/route.ts'
import { type EventStream, lastEventId, openEventStream } from '../http/sse.ts'
import { type StreamPlaces, streamPlaces } from '../limits/open-streams.ts'
import type { EventBus, LoggedEvent } from './bus.ts'
import type { Presence } from './presence.ts'

const REPLAY_BATCH = 500

const Query = Type.Object({
  token: Type.Optional(
    Type.String({ description: 'The access token, for clients that cannot set headers.', 'x-secret': true }),
  ),
  ticket: Type.Optional(
    Type.String({ description: 'A ticket of POST /auth/stream-ticket, in place of a token.', 'x-secret': true }),
  ),
  job_id: Type.Optional(Type.String({ description: 'Only events of this job.' })),
  run_id: Type.Optional(Type.String({ description: 'Only events of this run.' })),
  workbook_id: Type.Optional(Type.String({ description: 'Only events of this workbook.' })),
  types: Type.Optional(
    Type.String({ description: 'Only these types, separated by commas; `run.*` takes all that begin so.' }),
  ),
  last_event_id: Type.Optional(Type.String({ description: 'As the header Last-Event-ID: continue after this event.' })),
  workspace_id: Type.Optional(Type.String({ description: 'As the header X-Workspace-Id.' })),
})

export function eventRoutes(bus: EventBus, presence: Presence, takePlace: StreamPlaces = streamPlaces()): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      id: 'stream_events',
      tag: 'Events',
      summary: 'Live progress as server-sent events',
      description:
        'Frames have `id`, `event` and one line of JSON `data` with `type`, `ts`, `workspace_id` and what the type brings. ' +
        'Every answer of the API has the header `Event-Position`; a stream opened with it as `last_event_id` begins with the events since that answer. ' +
        'The first frame is `ready`; `expired` is the last one when the access token has expired. A reader that comes back with an id whose successors are gone, or with a `Last-Event-ID` that is no id of an event, gets `reset` and should fetch again. ' +
        'A reader that does not keep up is cut; how many streams a person and a workspace have open at once is limited.',
      access: 'stream',
      needs: 'events.view',
      query: Query,
      errors: [429],
      response: { 200: { media: 'text/event-stream', description: 'An endless stream of events of the workspace.' } },
      async handler({ scope, principal, raw }, { query }, reply) {
        const givePlaceBack = takePlace(scope)
        // Also of a reader that disconnected during authentication.
        reply.raw.once('close', givePlaceBack)
        if (reply.raw.destroyed) givePlaceBack()
        const stream = openEventStream(reply)
        const wanted = selector(query)
        const after = placeOf(lastEventId(raw))
        const said = (type: string, more: object = {}) => ({
          event: type,
          data: { type, ts: new Date().toISOString(), workspace_id: scope.workspace_id, ...more },
        })
        const expiry = setTimeout(
          () => stream.end(said('expired', { message: 'The access token has expired' })),
          Math.min(principal.expires_at.getTime() - Date.now(), 2 ** 31 - 1),
        )
        let live = false
        let last = 0
        let missed: LoggedEvent[] = []
        const unsubscribe = bus.subscribe(scope.workspace_id, (event) => {
          // The replay reads the log itself and may be ahead of what the bus has delivered.
          if (live && event.id > last) write(stream, event, wanted)
          else if (!live) missed.push(event)
        })
        // Without an id, so that a client that reconnects resumes after the last recorded event.
        const hearNoMore = presence.subscribe(scope.workspace_id, principal.user_id, (gathering) => {
          const { workspace_id } = scope
          if (!live || !wanted({ type: 'presence', workbook_id: gathering.workbook_id })) return
          const data = { type: 'presence', ts: new Date().toISOString(), workspace_id, ...gathering }
          stream.send({ event: 'presence', data })
        })
        stream.over.addEventListener('abort', () => {
          clearTimeout(expiry)
          givePlaceBack()
          unsubscribe()
          hearNoMore()
          missed = []
        })
        const from = typeof after === 'number' ? after : bus.position()
        stream.send({ id: String(from), ...said('ready') })
        last = from
        if (after === 'unknown') sendReset(stream, scope.workspace_id, from)
        else if (after !== undefined) last = await replay(bus, stream, scope.workspace_id, after, wanted)
        for (const event of missed) if (event.id > last) write(stream, event, wanted)
        missed = []
        live = true
        return reply
      },
    }),
  ]
}

/**
 * The id of an event. What can be none is told by `reset` and not refused: a browser never connects again after an answer that is no stream,
 * and a reader that names a place believes that it misses nothing after it.
 */
function placeOf(given: string | undefined): number | 'unknown' | undefined {
  if (given === undefined) return undefined
  const id = /^\d{1,19}$/.test(given) ? Number(given) : Number.NaN
  return Number.isSafeInteger(id) ? id : 'unknown'
}

async function replay(
  bus: EventBus,
  stream: EventStream,
  workspaceId: Parameters<EventBus['since']>[0],
  after: number,
  wanted: (event: LoggedEvent) => boolean,
): Promise<number> {
  let last = after
  for (;;) {
    const { events, complete } = await bus.since(workspaceId, last, REPLAY_BATCH)
    if (last === after && !complete) {
      const position = bus.position()
      sendReset(stream, workspaceId, position)
      return position
    }
    for (const event of events) write(stream, event, wanted)
    last = events.at(-1)?.id ?? last
    if (events.length < REPLAY_BATCH || !(await stream.drained())) return last
  }
}

function sendReset(stream: EventStream, workspace_id: string, position: number): void {
  stream.send({
    id: String(position),
    event: 'reset',
    data: {
      type: 'reset',
      ts: new Date().toISOString(),
      workspace_id,
      message: 'Events were missed: fetch what you show again',
    },
  })
}

function write(stream: EventStream, event: LoggedEvent, wanted: (event: LoggedEvent) => boolean): void {
  if (wanted(event)) stream.send({ id: String(event.id), event: event.type, data: event.data, prepared: true })
}

type Aspects = Pick<LoggedEvent, 'type'> & Partial<Pick<LoggedEvent, 'job_id' | 'run_id' | 'workbook_id'>>

function selector({ job_id, run_id, workbook_id, types }: Static<typeof Query>): (event: Aspects) => boolean {
  const patterns = (types ?? '')
    .split(',')
    .map((type) => type.trim())
    .filter(Boolean)
  const fits = (type: string) =>
    patterns.some((pattern) => (pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern))
  return (event) =>
    (job_id === undefined || event.job_id === job_id) &&
    (run_id === undefined || event.run_id === run_id) &&
    (workbook_id === undefined || event.workbook_id === workbook_id) &&
    (patterns.length === 0 || fits(event.type))
}
