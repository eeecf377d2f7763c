// The positions of users: in memory, sent to the other processes in batched notices, and dropped without a heartbeat.
//
// Nothing of it is stored: it bypasses the outbox and the log, and a new process knows every user within one
// beat. Each process counts the silence by its own clock, from when it heard.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'

export const PRESENCE_CHANNEL = 'millrace_presence'

/** Silence after which a user counts as gone, in ms. */
export const GONE_MS = 30_000
/** Notices to other processes, and frames of one workbook, go out at most this often. */
const GATHER_MS = 250
const SWEEP_MS = 2_000
/** PostgreSQL takes 8000 bytes in one notice. */
const MOST_NOTICE = 7_500
/** In how many tabs a person is held in one workbook, and how many tabs of all; the newest of a person win. */
const MOST_TABS = 8
const MOST = 20_000
/** More people than this are counted, not listed. */
const MOST_LISTED = 50
/** Beats of one tab in a second; a mouse that selects makes four. */
const MOST_BEATS = 20

export interface PresenceEntry {
  user_id: number
  name: string
  /** One of several tabs of the same person. */
  tab: string
  /** Where in the workbook, in the words of the room above. */
  at: JsonObject
}

/** The users in a workbook; more than {@link MOST_LISTED} are only counted. */
export interface WorkbookPresence {
  workbook_id: string
  people: PresenceEntry[]
  count: number
}

export interface Presence {
  /** A user is there, or has moved. False when it is reported too often; then nothing has changed. */
  beat(workspaceId: WorkspaceId, workbookId: string, who: PresenceEntry): boolean
  leave(workspaceId: WorkspaceId, workbookId: string, userId: number, tab: string): void
  /** Whether the person has been seen there lately, in any tab. */
  has(workspaceId: WorkspaceId, workbookId: string, userId: number): boolean
  in(workspaceId: WorkspaceId, workbookId: string): WorkbookPresence
  /** Calls back with every change in the workbooks where this person is. Returns the end of it. */
  subscribe(workspaceId: WorkspaceId, userId: number, tell: (gathering: WorkbookPresence) => void): () => void
  /** A notice of another process. */
  hear(notice: string): void
  close(): void
}

interface Place {
  workspace_id: WorkspaceId
  workbook_id: string
}

interface Stay extends PresenceEntry {
  /** When it was heard of last, in ms of this process. */
  seen: number
  beats: { since: number; count: number }
}

type Told = Place & PresenceEntry & { left?: true }

interface Subscriber {
  userId: number
  tell: (gathering: WorkbookPresence) => void
}

export function startPresence(
  { pool }: Pick<Database, 'pool'>,
  log: Log,
  now: () => number = () => performance.now(),
): Presence {
  const me = newId()
  /** By workbook, then by person and tab; the latest heartbeat comes last. */
  const rooms = new Map<string, { place: Place; stays: Map<string, Stay> }>()
  const subscribers = new Map<WorkspaceId, Set<Subscriber>>()
  const untold = new Map<string, Told>()
  const moved = new Map<string, Place>()
  let held = 0
  let telling: NodeJS.Timeout | undefined
  let showing: NodeJS.Timeout | undefined
  let sweeping: NodeJS.Timeout | undefined

  const staysIn = (place: Place) => rooms.get(roomOf(place))?.stays

  function put({ workspace_id, workbook_id, user_id, name, tab, at }: Told): boolean {
    const place = { workspace_id, workbook_id }
    const room = rooms.get(roomOf(place)) ?? { place, stays: new Map<string, Stay>() }
    const key = tabOf(user_id, tab)
    const before = room.stays.get(key)
    if (!before && held >= MOST) return false
    rooms.set(roomOf(place), room)
    room.stays.delete(key)
    const beats = before?.beats ?? { since: now(), count: 0 }
    room.stays.set(key, { user_id, name, tab, at, seen: now(), beats })
    if (!before) {
      held += 1
      const own = [...room.stays].filter(([, stay]) => stay.user_id === user_id)
      for (const [old] of own.slice(0, -MOST_TABS)) takeOut(place, old)
    }
    if (before?.name !== name || JSON.stringify(before.at) !== JSON.stringify(at)) show(place)
    sweeping ??= setInterval(sweep, SWEEP_MS).unref()
    return true
  }

  function takeOut(place: Place, key: string): boolean {
    const stays = staysIn(place)
    if (!stays?.delete(key)) return false
    held -= 1
    if (stays.size === 0) rooms.delete(roomOf(place))
    show(place)
    return true
  }

  function sweep(): void {
    const before = now() - GONE_MS
    for (const { place, stays } of [...rooms.values()])
      for (const [key, { seen }] of [...stays]) {
        if (seen > before) break
        takeOut(place, key)
      }
    if (rooms.size > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }

  /** Soon, and batched: a user who moves through cells moves several times a second. */
  function show(place: Place): void {
    if (!subscribers.has(place.workspace_id)) return
    moved.set(roomOf(place), place)
    showing ??= setTimeout(() => {
      showing = undefined
      const places = [...moved.values()]
      moved.clear()
      for (const one of places) {
        const there = new Set([...(staysIn(one)?.values() ?? [])].map(({ user_id }) => user_id))
        const gathering = gather(one)
        for (const { userId, tell } of subscribers.get(one.workspace_id) ?? []) if (there.has(userId)) tell(gathering)
      }
    }, GATHER_MS).unref()
  }

  function tell(told: Told): void {
    untold.set(`${roomOf(told)} ${tabOf(told.user_id, told.tab)}`, told)
    telling ??= setTimeout(() => {
      telling = undefined
      const notices = noticesOf(me, [...untold.values()])
      untold.clear()
      pool
        .query('select pg_notify($1, notice) from unnest($2::text[]) notice', [PRESENCE_CHANNEL, notices])
        .catch((error) =>
          log.info({ err: error }, 'other processes were not told the positions of users; the next beat does'),
        )
    }, GATHER_MS).unref()
  }

  function gather(place: Place): WorkbookPresence {
    // In a steady order, so that faces do not change their places with every beat.
    const there = [...(staysIn(place)?.values() ?? [])].sort(
      (a, b) => a.user_id - b.user_id || a.tab.localeCompare(b.tab),
    )
    const people = there.slice(0, MOST_LISTED).map(({ user_id, name, tab, at }) => ({ user_id, name, tab, at }))
    return { workbook_id: place.workbook_id, people, count: new Set(there.map((one) => one.user_id)).size }
  }

  return {
    beat(workspace_id, workbook_id, who) {
      const told = { ...who, workspace_id, workbook_id }
      const beats = staysIn(told)?.get(tabOf(who.user_id, who.tab))?.beats
      if (beats) {
        if (now() - beats.since > 1000) Object.assign(beats, { since: now(), count: 0 })
        if (++beats.count > MOST_BEATS) return false
      }
      if (!put(told)) return false
      tell(told)
      return true
    },
    leave(workspace_id, workbook_id, user_id, tab) {
      if (takeOut({ workspace_id, workbook_id }, tabOf(user_id, tab)))
        tell({ workspace_id, workbook_id, user_id, tab, name: '', at: {}, left: true })
    },
    has: (workspace_id, workbook_id, userId) =>
      [...(staysIn({ workspace_id, workbook_id })?.values() ?? [])].some(({ user_id }) => user_id === userId),
    in: (workspace_id, workbook_id) => gather({ workspace_id, workbook_id }),
    subscribe(workspaceId, userId, told) {
      const all = subscribers.get(workspaceId) ?? new Set()
      const one = { userId, tell: told }
      subscribers.set(workspaceId, all.add(one))
      return () => {
        all.delete(one)
        if (all.size === 0 && subscribers.get(workspaceId) === all) subscribers.delete(workspaceId)
      }
    },
    hear(notice) {
      const { from, told } = JSON.parse(notice) as { from: string; told: Told[] }
      if (from === me) return
      for (const one of told) {
        if (one.left) takeOut(one, tabOf(one.user_id, one.tab))
        else put(one)
      }
    },
    close() {
      clearTimeout(telling)
      clearTimeout(showing)
      clearInterval(sweeping)
    },
  }
}

const roomOf = ({ workspace_id, workbook_id }: Place) => `${workspace_id} ${workbook_id}`
const tabOf = (userId: number, tab: string) => `${userId} ${tab}`

/** As few notices as the database's limit allows. */
function noticesOf(from: string, all: Told[]): string[] {
  const notices: string[] = []
  let some: Told[] = []
  let bytes = 100
  for (const one of all) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1
    if (bytes + size > MOST_NOTICE && some.length > 0) {
      notices.push(JSON.stringify({ from, told: some }))
      some = []
      bytes = 100
    }
    some.push(one)
    bytes += size
  }
  return [...notices, JSON.stringify({ from, told: some })]
}
