// The state of a watch, as a badge.
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'

export function StateBadge({ watch }: { watch: Schemas['Watch'] }) {
  if (watch.state === 'paused') return <Badge tone="warn">Paused</Badge>
  if (watch.state === 'erroring') return <Badge tone="bad">Failing</Badge>
  if (watch.put_off) return <Badge tone="warn">Waiting</Badge>
  if (watch.unread.length > 0) return <Badge tone="warn">Partly read</Badge>
  return watch.baseline_at ? <Badge tone="ok">Active</Badge> : <Badge>First poll</Badge>
}
