// Trying a watch out: reads its target once, without storing anything, and shows what it sees.
import type { JsonObject } from '../../kernel/json.ts'
import { pollTools, type WatchToolParts } from '../fetching/watch-tools.ts'
import { watchKind } from '../kinds/catalog.ts'
import { FLOOR_SECONDS } from './pace.logic.ts'
import type { WatchPreviewAsk } from './watch.schema.ts'
import { checkConfig, readTarget } from './watches.commands.ts'

const LONGEST_MS = 45_000
const MOST_LINES = 40

export async function previewWatch(
  { kind, target, config }: WatchPreviewAsk,
  parts: WatchToolParts,
  signal: AbortSignal,
) {
  const stored = readTarget(kind, target, parts.policy)
  const options = checkConfig(kind, (config ?? {}) as JsonObject)
  const stop = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
  const { tools, log } = pollTools(parts, { max_age_ms: FLOOR_SECONDS * 1000, max_wait_ms: 5_000 }, stop)
  const read = await watchKind(kind).read(stored, options, null, tools)
  const timedOut =
    !read.ok && stop.aborted ? `No full answer within ${LONGEST_MS / 1000} s. The watch itself takes more time.` : null
  return {
    ok: read.ok,
    target: stored,
    seen: read.ok ? watchKind(kind).show(read.snapshot).slice(0, MOST_LINES) : [],
    unread: read.ok ? (read.unread ?? []) : [],
    error: read.ok ? null : (timedOut ?? read.message),
    requests: log.requests,
  }
}
