// The vendors of models, and how a model of one is named: `openai/gpt-…`, `ollama/llama…`.
import type { Integration } from '../kit/kit.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import type { ModelVendor } from './model-kit.ts'
import { ollama } from './ollama.ts'
import { groq, mistral, openai, openaiCompatible, openrouter } from './openai-compatible.ts'

export const MODEL_VENDORS: readonly ModelVendor[] = [
  openai,
  anthropic,
  gemini,
  mistral,
  groq,
  openrouter,
  openaiCompatible,
  ollama,
]

export const MODEL_INTEGRATIONS: readonly Integration[] = MODEL_VENDORS.map(({ integration }) => integration)

/** The vendor of a model and what the vendor calls it; undefined for a vendor that there is not. */
export function findModel(id: string): { vendor: ModelVendor; model: string } | undefined {
  const slash = id.indexOf('/')
  const vendor = MODEL_VENDORS.find(({ integration }) => integration.id === id.slice(0, slash))
  return vendor && { vendor, model: id.slice(slash + 1) }
}
