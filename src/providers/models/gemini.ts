// Gemini: the models of Google by an API key.
import type { Json } from '../../kernel/json.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { apiKey, UNREADABLE, works } from '../kit/vendor-terms.ts'
import type { ModelVendor } from './model-kit.ts'

const API = 'https://generativelanguage.googleapis.com/v1beta'
const models = () => ({ method: 'GET', url: `${API}/models`, query: { pageSize: 200 } }) as const

/** Only those that answer; others embed or draw. */
const namesIn = (answer: Json) =>
  list(record(answer).models).flatMap(({ name, supportedGenerationMethods: does }) =>
    Array.isArray(does) && does.includes('generateContent') ? (text(name)?.replace(/^models\//, '') ?? []) : [],
  )

export const gemini: ModelVendor = {
  own: false,
  integration: {
    id: 'gemini',
    name: 'Google Gemini',
    kind: 'model',
    docs_url: 'https://aistudio.google.com/apikey',
    fields: [apiKey('In Google AI Studio under API keys.')],
    auth: { in: 'header', field: 'api_key', name: 'x-goog-api-key' },
    test: {
      ask: models,
      read: ({ json }) => (Array.isArray(record(json).models) ? works(`${namesIn(json).length} models`) : UNREADABLE),
    },
  },
  ask: ({ model, system, messages, schema, hold, temperature, max_tokens }) => ({
    method: 'POST',
    url: `${API}/models/${encodeURIComponent(model)}:generateContent`,
    json: {
      systemInstruction: { parts: [{ text: system }] },
      contents: messages.map(({ role, text: said }) => ({
        role: role === 'assistant' ? 'model' : 'user',
        parts: [{ text: said }],
      })),
      generationConfig: {
        maxOutputTokens: max_tokens,
        ...(temperature !== null && { temperature }),
        ...(hold !== 'words' && { responseMimeType: 'application/json' }),
        ...(hold === 'schema' && { responseJsonSchema: schema }),
      },
    },
  }),
  read(answer) {
    const { candidates, usageMetadata } = record(answer)
    const [first] = list(candidates)
    const usage = record(usageMetadata)
    if (!first && usageMetadata === undefined) return null
    // What it thinks to itself is billed like what it says.
    const thought = number(usage.thoughtsTokenCount) ?? 0
    const said = number(usage.candidatesTokenCount)
    const parts = list(record(first?.content).parts).flatMap(({ text: part }) => text(part) ?? [])
    return {
      text: parts.join(''),
      input_tokens: number(usage.promptTokenCount) ?? null,
      output_tokens: said === undefined ? null : said + thought,
      cut: first?.finishReason === 'MAX_TOKENS',
    }
  },
  list: { ask: models, read: namesIn },
}
