// Decides which chunks a worker takes and which run must release one. Up to as many workspaces as a worker has slots are served at once, even
// when calls are slow. A further workspace waits until the calls in progress of a run that releases its chunk have ended.
import type { ChunkWish } from './chunks.writes.ts'

export interface RunPlaces {
  /** The chunks that a worker may hold. */
  readonly chunks: number
  /** Chunks beyond those, each of a workspace that holds none here. */
  readonly extra: number
  /** Chunks of one run: one is worked on, one is read ahead, and one is ending. */
  readonly of_run: number
  /** How long a run may hold a chunk before it has to release one. */
  readonly slice_ms: number
}

export const RUN_PLACES: RunPlaces = { chunks: 16, extra: 16, of_run: 3, slice_ms: 10_000 }

/** A chunk that the worker holds, taken at `since` in milliseconds of its clock. */
export interface HeldPlace {
  readonly workspace_id: string
  readonly run_id: string
  readonly since: number
}

function countBy(held: readonly HeldPlace[], member: 'workspace_id' | 'run_id'): Map<string, number> {
  const counts = new Map<string, number>()
  for (const place of held) counts.set(place[member], (counts.get(place[member]) ?? 0) + 1)
  return counts
}

/** The chunks that the worker may take now; undefined when it has no slot left. Runs in `leaving` release chunks and take no more. */
export function wishFor(
  places: RunPlaces,
  held: readonly HeldPlace[],
  leaving: ReadonlySet<string>,
): Omit<ChunkWish, 'after'> | undefined {
  if (held.length >= places.chunks + places.extra) return undefined
  const counts = countBy(held, 'run_id')
  const full = [...counts.keys()].filter((id) => leaving.has(id) || (counts.get(id) ?? 0) >= places.of_run)
  return { full, busy: held.length < places.chunks ? [] : [...new Set(held.map((place) => place.workspace_id))] }
}

/**
 * The run that must release a chunk when a worker holds more chunks than slots: in the workspace with the most chunks, the run that has held
 * one longest. Undefined when enough runs are releasing already, or when no run has used its time.
 */
export function runToLeave(
  places: RunPlaces,
  held: readonly HeldPlace[],
  leaving: ReadonlySet<string>,
  now: number,
): string | undefined {
  const staying = held.filter((place) => !leaving.has(place.run_id))
  if (staying.length <= places.chunks) return undefined
  const ofWorkspace = countBy(staying, 'workspace_id')
  const chunksOf = (place: HeldPlace) => ofWorkspace.get(place.workspace_id) ?? 0
  const [first] = staying
    .filter(({ since }) => now - since >= places.slice_ms)
    .sort((a, b) => chunksOf(b) - chunksOf(a) || a.since - b.since)
  return first?.run_id
}
