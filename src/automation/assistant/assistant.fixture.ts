// For tests of the assistant: a whole service, a model on loopback that follows a script, and a reader of the chat stream.

import { randomBytes } from 'node:crypto'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, type Call, callAs, type TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import {
  must,
  type ReceivedRequest,
  type StubReply,
  startKinds,
  startVendor,
} from '../../enrichment/kinds/kinds.fixture.ts'
import type { WorkspaceRole } from '../../platform/ctx.ts'

export const MODEL = 'openai-compatible/tiny'

export interface ChatEvent {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
}

export interface Person {
  call: Call
  token: string
  user_id: number
  workspace_id: string
  /** The events of one message, in order. */
  chat(body: object): Promise<ChatEvent[]>
}

const content = (turn: unknown) => (typeof turn === 'string' ? turn : JSON.stringify(turn))

/** What the server of the model answers when the model says this turn. */
const says = (turn: unknown): StubReply => ({
  body: {
    choices: [{ message: { content: content(turn) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
  },
})

export const answer = (text: string) => ({ action: 'answer', text, title: null, calls: null })
export const use = (action: 'read' | 'act' | 'plan', ...calls: [tool: string, args: object][]) => ({
  action,
  text: 'As you wish',
  title: 'A plan',
  calls: calls.map(([tool, args]) => ({ tool, arguments: JSON.stringify(args) })),
})

export const messagesOf = ({ body }: ReceivedRequest): { role: string; content: string }[] => JSON.parse(body).messages

export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  const models = await startVendor()
  const vendor = await startVendor()
  const service = await startKinds(
    { 'models.example.com': models.port, 'firma.example': vendor.port },
    { MASTER_KEY: randomBytes(32).toString('base64'), PUBLIC_URL: 'https://millrace.test' },
  )
  return {
    models,
    vendor,
    service,
    /** The next turns of the model, one after the other; then it says that it is done. A function sees what it was told. */
    script(...turns: (unknown | ((heard: ReceivedRequest) => unknown))[]) {
      const left = [...turns]
      models.says(async (heard) => {
        const next = left.shift() ?? answer('Done')
        return says(typeof next === 'function' ? await next(heard) : next)
      })
    },
    async person(role: WorkspaceRole = 'admin', workspace?: string, withModel = true): Promise<Person> {
      const workspace_id = workspace ?? (await addWorkspace(service.database))
      const { access_token, user_id } = await addPerson(service, workspace_id, role)
      const call = callAs(service, access_token)
      if (!workspace && withModel) await connectModel(call)
      return { call, token: access_token, user_id, workspace_id, chat: (body) => chat(service, access_token, body) }
    },
    async close() {
      await service.close()
      await models.close()
      await vendor.close()
    },
  }
}

async function connectModel(call: Call): Promise<void> {
  const values = { base_url: 'http://models.example.com/v1', api_key: 'sk-model-0123' }
  await must(call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
  await must(call('PUT', '/api/settings/models/prices', { model: MODEL, input_usd: 2, output_usd: 10 }), 200)
  await must(call('PUT', '/api/assistant/settings', { model: MODEL }), 200)
}

async function chat({ url }: TestService, token: string, body: object): Promise<ChatEvent[]> {
  const reply = await fetch(`${url}/api/assistant/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`chat answered ${reply.status}: ${text}`)
  return text.split('\n\n').flatMap((frame) => {
    const event = /^event: (.*)$/m.exec(frame)?.[1]
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    return event && data ? [{ event, data: JSON.parse(data) }] : []
  })
}

/** The plan that was proposed in these events. */
export const planIn = (told: readonly ChatEvent[]) => told.find(({ event }) => event === 'plan')?.data.plan

export async function runsEnd({ call }: Person, workbookId: string) {
  const look = async () => (await must(call('GET', `/api/workbooks/${workbookId}/runs`), 200)).items
  return until(look, (items) => items.every(({ ended_at }: { ended_at: string | null }) => ended_at !== null))
}

/** The plan once it has ended. */
export async function planEnd({ call }: Person, id: string) {
  const look = () => must(call('GET', `/api/assistant/plans/${id}`), 200)
  return until(look, ({ status }) => !['proposed', 'running'].includes(status))
}

export async function bookOf({ call }: Person, names: string[], rows: string[][] = []) {
  const columns_config = names.map((name) => ({ name, type: 'input', input_type: 'text' }))
  const book = await must(call('POST', '/api/workbooks', { name: 'Book', columns_config }), 201)
  if (rows.length > 0) {
    const given = rows.map((values) => ({ data: Object.fromEntries(values.map((value, at) => [`c${at + 1}`, value])) }))
    await must(call('POST', `/api/workbooks/${book.id}/rows`, { rows: given }), 201)
  }
  return book
}
