// The actor when a row is delivered inside the service.
import type { Actor } from '../../../platform/ctx.ts'

export const OUTPUT_ACTOR: Actor = {
  kind: 'machine',
  user_id: null,
  name: 'Output column',
  token_id: null,
  ip: null,
  request_id: null,
}
