// How a watch stands, as a badge.
import { Badge } from '../../ui/badge.tsx'
import type { Watch } from './monitoring.api.ts'

export function StateBadge({ watch }: { watch: Watch }) {
  if (watch.state === 'paused') return <Badge tone="warn">Paused</Badge>
  if (watch.state === 'erroring') return <Badge tone="bad">Failing</Badge>
  return watch.baseline_at ? <Badge tone="ok">Active</Badge> : <Badge>First poll</Badge>
}
