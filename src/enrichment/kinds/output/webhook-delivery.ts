// Delivers a row to a webhook: by the queue of its endpoint, the first attempt made here and recorded in the cell.
import { secretsForm } from '../../../identity/secrets/secrets.reads.ts'
import type { Post } from '../../../identity/webhooks/attempt.commands.ts'
import { handOver } from '../../../identity/webhooks/hand-over.commands.ts'
import { messageIdOf } from '../../../identity/webhooks/webhooks.reads.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { failed, found } from '../../../providers/kit/kit.ts'
import { hostRefusal } from '../../../providers/kit/secret-hosts.ts'
import { defineDelivery, secretOf, shownRequest } from './delivery.ts'
import { fillTemplates } from './filled.logic.ts'

const ROW_DELIVERED = 'row.delivered'
/** Waits this long for the receiver; the queue takes over where it takes longer. */
const MOST_MS = 20_000

export const webhookDelivery = defineDelivery('webhook', {
  // The queue of its endpoint settles by itself what takes longer than the request may.
  more_ms: 10_000,
  account: secretOf,
  /** What the queue would send, with words in the place of what it signs with. */
  sketch({ url, values }, row, at) {
    const timestamp = new Date(at).toISOString()
    return shownRequest({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_•••',
        'webhook-timestamp': String(Math.floor(at / 1000)),
        'webhook-signature': 'v1,•••',
      },
      body: JSON.stringify({ type: ROW_DELIVERED, timestamp, data: fillTemplates(values, row) }),
    })
  },
  async deliver({ url, secret, values }, row, tools, { workspace_id, ...means }, timeout_ms) {
    const { attempt_id: id = newId(), asked_by, account, signal } = tools
    const refused = hostRefusal(secretsForm([secret]), account, url)
    if (refused !== undefined) return failed('auth', refused)
    const post: Post = async ({ headers, body }) => {
      const limits = { redirects: 'manual' as const, timeout_ms: Math.min(timeout_ms, MOST_MS) }
      const reply = await tools.http({ method: 'POST', url, headers, body, ...limits })
      return reply.ok ? reply : { problem: reply.message }
    }
    // Deliveries of one column about one row leave in order; those of other columns do not wait for them.
    const message = {
      type: ROW_DELIVERED,
      data: fillTemplates(values, row),
      source: { kind: 'column', workbook_id: asked_by?.workbook_id ?? null, column_id: asked_by?.column_id ?? null },
      ...(asked_by?.row_id !== undefined && { object: `row:${asked_by.row_id}:${asked_by.column_id}` }),
    }
    const name = `Column: ${new URL(url).host}`
    try {
      const { state, said } = await handOver(
        means,
        workspace_id,
        { id, url, secret_ref: secret, name, message },
        post,
        signal,
      )
      if (said !== null) tools.note({ said })
      if (state === 'refused' || state === 'failed') return failed('bad_input', said ?? 'It was not taken')
      return found({ status: state, record_id: messageIdOf(id) }, 1, { verified: state === 'delivered' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'unavailable') return { kind: 'later', retry_in_ms: 60_000 }
      return failed('bad_input', error.message)
    }
  },
})
