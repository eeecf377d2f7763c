// An API and a server of models on this machine, as columns call them: the API knows companies, the model answers what it is made to.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeVendors {
  /** The settings with which the product finds and may reach them. */
  settings: Record<string, string>
  /** Requests to the API: path and the authorization they carried. */
  heard: { path: string; authorization: string }[]
  close(): Promise<void>
}

export const API_HOST = 'api.acme.test'
export const MODELS_HOST = 'models.acme.test'
export const MODELS_KEY = 'sk-models'

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** `employees` by domain; the model calls a company with more than a hundred of them large. */
export async function openVendors(employees: Record<string, number>): Promise<FakeVendors> {
  const heard: FakeVendors['heard'] = []
  const server = createServer(async (request, response) => {
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const path = request.url ?? ''
    const text = await textOf(request)
    if (path.endsWith('/models')) return say(200, { data: [{ id: 'tiny' }, { id: 'clever' }] })
    if (path.endsWith('/chat/completions')) {
      const { messages, model } = JSON.parse(text) as { model: string; messages: { content: string }[] }
      const count = Number(/"Staff": ?"?(\d+)/.exec(messages.at(-1)?.content ?? '')?.[1] ?? 0)
      // The small model cannot count.
      const size = model === 'clever' && count > 100 ? 'large' : 'small'
      return say(200, {
        choices: [{ message: { content: JSON.stringify({ size }) }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 120, completion_tokens: 8 },
      })
    }
    heard.push({ path, authorization: request.headers.authorization ?? '' })
    const domain = decodeURIComponent(/^\/v1\/companies\/([^/?]+)/.exec(path)?.[1] ?? '')
    const count = employees[domain]
    if (count === undefined) return say(404, { error: 'unknown' })
    return say(200, {
      data: { name: `${domain.split('.')[0]} Ltd`, employees: count, people: [{ email: `ann@${domain}` }] },
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    heard,
    settings: {
      EGRESS_ALLOW: `127.0.0.1:${port}`,
      EGRESS_HOST_MAP: [API_HOST, MODELS_HOST].map((name) => `${name}=127.0.0.1:${port}`).join(','),
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
