// A server of models on this machine that says what a test lets it say, turn by turn.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from './product.ts'
import { callApi } from './workbook.ts'

export interface ScriptedModel {
  /** The settings with which the product finds and may reach it. */
  settings: Record<string, string>
  /** The next answers, one after the other; then it says nothing that fits. */
  says(...turns: unknown[]): void
  /** Enters it as the model of the workspace, at a known price. */
  connect(product: Pick<Product, 'url'>): Promise<void>
  close(): Promise<void>
}

const HOST = 'models.acme.test'
const MODEL = 'openai-compatible/tiny'

export async function openModel(): Promise<ScriptedModel> {
  const left: unknown[] = []
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const say = (body: unknown) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (request.url?.endsWith('/models')) return say({ data: [{ id: 'tiny' }] })
      const content = JSON.stringify(left.shift() ?? {})
      say({
        choices: [{ message: { content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: { EGRESS_ALLOW: `127.0.0.1:${port}`, EGRESS_HOST_MAP: `${HOST}=127.0.0.1:${port}` },
    says(...turns) {
      left.splice(0, left.length, ...turns)
    },
    async connect(product) {
      const values = { base_url: `http://${HOST}/v1`, api_key: 'sk-models' }
      await callApi(product, '/api/settings/workspace-integrations/openai-compatible', { values }, 'PUT')
      await callApi(product, '/api/settings/models/prices', { model: MODEL, input_usd: 2, output_usd: 10 }, 'PUT')
      await callApi(product, '/api/assistant/settings', { model: MODEL }, 'PUT')
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
