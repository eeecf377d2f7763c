// What a vendor of language models declares: its account, how a question is put, how an answer is read, and which models there are.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Credentials, Integration, VendorRequest } from '../kit/kit.ts'

export interface ModelMessage {
  role: 'user' | 'assistant'
  text: string
}

/** How a vendor is held to JSON: by the schema, by nothing but JSON, or by words alone. */
export type ResponseFormat = 'schema' | 'json' | 'words'

export interface ModelQuestion {
  /** As the vendor calls it. */
  model: string
  system: string
  messages: readonly ModelMessage[]
  /** JSON Schema of an object. */
  schema: JsonObject
  hold: ResponseFormat
  /** Null is left to the vendor: some models take none. */
  temperature: number | null
  max_tokens: number
}

export interface ModelReply {
  text: string
  input_tokens: number | null
  output_tokens: number | null
  /** It ended at the limit of tokens. */
  cut: boolean
}

export interface ModelVendor {
  integration: Integration
  /** It is self-hosted: free of charge, and asking twice does no harm. */
  own: boolean
  ask: (question: ModelQuestion, account: Credentials) => VendorRequest
  /** Null when it is no answer. */
  read: (answer: Json) => ModelReply | null
  list: { ask: (account: Credentials) => VendorRequest; read: (answer: Json) => string[] }
}

/** Settings under a key that every model vendor's form has in its own words. */
export const withoutSlash = (address: string | undefined) => (address ?? '').trim().replace(/\/+$/, '')
