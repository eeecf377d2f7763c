// The route that mail services bring bounces and complaints to.
import { Type } from 'typebox'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { receiveBounceWebhook } from './webhook.commands.ts'

const Received = Type.Object(
  {
    received: Type.Integer({ description: 'Events in the request.' }),
    recorded: Type.Integer({ description: 'Those about messages of this workspace, repetitions included.' }),
    ignored: Type.Integer(),
  },
  { $id: 'BounceReceived' },
)

export function bounceRoutes(parts: OutreachParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/outreach/webhooks/bounce',
      id: 'receive_bounce',
      tag: 'Outreach',
      summary: 'Report bounces and complaints',
      description:
        'Takes `{message_id, event: bounce|complaint, hard}`, and what Amazon SES (SNS), SendGrid, Mailgun and Postmark send, each with the ' +
        'signature of that service; also a whole bounce message as text. The secret of the workspace comes as `token` in the address, as ' +
        'bearer token or as password of basic authentication; or the request names the workspace in `x-workspace-id` and is signed as in ' +
        'Standard Webhooks. Messages are matched by their ids: what is not of this workspace is ignored. Bringing it again changes nothing.',
      access: 'public',
      limit: LIMITS.callback,
      query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }),
      body: Type.Unknown(),
      response: { 200: Received },
      errors: [401, 403],
      handler: ({ raw }, { query }) => {
        const headers = Object.fromEntries(Object.entries(raw.headers).map(([name, value]) => [name, String(value)]))
        return receiveBounceWebhook(parts, {
          token: query.token ?? credentialOf(headers.authorization),
          workspace: headers['x-workspace-id'],
          headers,
          body: Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0),
        })
      },
    }),
  ]
}

function credentialOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = Buffer.from(value, 'base64').toString('utf8')
  const [user = '', password = ''] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]
  return password.startsWith('obw_') ? password : user
}
