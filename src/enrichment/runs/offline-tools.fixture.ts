// The outside world for runs that need none of it: every use fails.
import type { Tools } from '../../providers/kit/outside.ts'

const gone = async () => ({ ok: false as const, reason: 'network' as const, message: '', sent: false })

export const offlineTools: Tools = {
  now: Date.now,
  http: gone,
  fetchPage: gone,
  dns: async () => ({ ok: false, message: 'no DNS here' }),
}
