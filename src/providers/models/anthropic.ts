// Anthropic: the Messages API, held to the schema by a tool that it has to use.
import type { Json } from '../../kernel/json.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { apiKey, UNREADABLE, works } from '../kit/vendor-terms.ts'
import type { ModelVendor } from './model-kit.ts'

const API = 'https://api.anthropic.com/v1'
const HEADERS = { 'anthropic-version': '2023-06-01' }
const models = () => ({ method: 'GET', url: `${API}/models`, query: { limit: 100 }, headers: HEADERS }) as const
const namesIn = (answer: Json) => list(record(answer).data).flatMap(({ id }) => text(id) ?? [])

export const anthropic: ModelVendor = {
  own: false,
  integration: {
    id: 'anthropic',
    name: 'Anthropic',
    kind: 'model',
    docs_url: 'https://console.anthropic.com/settings/keys',
    fields: [apiKey('In the Anthropic console under API keys.')],
    auth: { in: 'header', field: 'api_key', name: 'x-api-key' },
    test: {
      ask: models,
      read: ({ json }) => (Array.isArray(record(json).data) ? works(`${namesIn(json).length} models`) : UNREADABLE),
    },
  },
  ask: ({ model, system, messages, schema, hold, temperature, max_tokens }) => ({
    method: 'POST',
    url: `${API}/messages`,
    headers: HEADERS,
    json: {
      model,
      system,
      max_tokens,
      messages: messages.map(({ role, text: content }) => ({ role, content })),
      ...(temperature !== null && { temperature: Math.min(temperature, 1) }),
      ...(hold === 'schema' && {
        tools: [{ name: 'answer', description: 'Gives the answer.', input_schema: schema }],
        tool_choice: { type: 'tool', name: 'answer' },
      }),
    },
  }),
  read(answer) {
    const { content, usage, stop_reason } = record(answer)
    if (!Array.isArray(content)) return null
    const tool = list(content).find(({ type }) => type === 'tool_use')
    const words = list(content).flatMap(({ type, text: said }) => (type === 'text' ? (text(said) ?? []) : []))
    return {
      text: tool ? JSON.stringify(tool.input ?? null) : words.join('\n'),
      input_tokens: number(record(usage).input_tokens) ?? null,
      output_tokens: number(record(usage).output_tokens) ?? null,
      cut: stop_reason === 'max_tokens',
    }
  },
  list: { ask: models, read: namesIn },
}
