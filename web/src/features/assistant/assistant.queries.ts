// What the page of the assistant asks of the API, and the stream in which an answer comes.

import { frameReader } from '../../../../sdk/src/sse.ts'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type ChatBody = Schemas['AssistantChatRequest']

const key = () => keys.settings('assistant')

export const conversationsQuery = () => ({
  queryKey: key(),
  queryFn: async () =>
    (await take(api.GET('/api/assistant/conversations', { params: { query: { limit: 50 } } }))).items,
})

export const conversationQuery = (id: string) => ({
  queryKey: [...key(), id] as const,
  queryFn: () =>
    take(api.GET('/api/assistant/conversations/{conversation_id}', { params: { path: { conversation_id: id } } })),
})

export const settingsQuery = () => ({
  queryKey: [...key(), 'settings'] as const,
  queryFn: () => take(api.GET('/api/assistant/settings')),
})

export function refresh() {
  return queries.invalidateQueries({ queryKey: key() })
}

const at = (plan_id: string) => ({ params: { path: { plan_id } }, body: {} })

export const planActs = {
  approve: (id: string) => take(api.POST('/api/assistant/plans/{plan_id}/approve', at(id))),
  reject: (id: string) => take(api.POST('/api/assistant/plans/{plan_id}/reject', at(id))),
  stop: (id: string) => take(api.POST('/api/assistant/plans/{plan_id}/stop', at(id))),
  undo: (id: string) => take(api.POST('/api/assistant/plans/{plan_id}/undo', at(id))),
}

interface ChatEvent {
  event: string
  data: {
    conversation_id?: string
    text?: string
    detail?: string
    tools?: { tool: string; title: string; ok: boolean }[]
  }
}

/** Sends a message and hands over each event of the answer as it comes. */
export async function chat(body: ChatBody, onEvent: (event: ChatEvent) => void, signal: AbortSignal): Promise<void> {
  const answer = await take(api.POST('/api/assistant/chat', { body, signal, parseAs: 'stream' }))
  const read = frameReader(({ event, data }) => onEvent({ event, data: JSON.parse(data) }))
  const reader = answer.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    read(value)
  }
}
