// One turn of a research: what the model may say, as a schema, and what it said. Nothing else of its words leads to anything.
import { cutText } from '../../../kernel/cut-text.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import { list, record, text } from '../../../providers/kit/reply-values.ts'
import { answerSchema, jsonIn, readAnswer, type WantedField } from '../../../providers/models/model-answer.ts'

export interface CitationClaim {
  field: string
  url: string
  quote: string
}

export type ResearchTurn =
  | { action: 'search'; query: string }
  | { action: 'fetch'; url: string }
  | { action: 'table'; table: string; query: string }
  | { action: 'answer'; values: JsonObject; claims: CitationClaim[] }
  | { action: 'none'; wrong: string }

export type ResearchAction = Exclude<ResearchTurn['action'], 'none'>

export interface ResearchTurnRules {
  fields: readonly WantedField[]
  actions: readonly ResearchAction[]
  /** Names of the tables there are. */
  tables: readonly string[]
}

const LONGEST_QUERY = 400
const MOST_CLAIMS = 60

/** In the words that every vendor's strict mode takes: all members required, what does not apply null. */
export function turnSchema({ fields, actions, tables }: ResearchTurnRules): JsonObject {
  const nullable = (type: string, description: string, more: JsonObject = {}) => ({
    type: [type, 'null'],
    description,
    ...more,
  })
  const members: JsonObject = {
    action: { type: 'string', enum: [...actions], description: 'What is to happen next.' },
    query: nullable('string', 'Of search and table: what to look for, in a few words.'),
    url: nullable('string', 'Of fetch: an address that was shown, letter for letter.'),
    ...(tables.length > 0 && { table: nullable('string', 'Of table: which one.', { enum: [...tables, null] }) }),
    answer: {
      ...answerSchema(fields),
      type: ['object', 'null'],
      description: 'Of answer: the fields; unknown ones null.',
    },
    citations: {
      type: ['array', 'null'],
      description: 'Of answer: for every field that is answered, one or more quotes.',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', enum: fields.map(({ name }) => name) },
          url: { type: 'string', description: 'The address of what was read.' },
          quote: { type: 'string', description: 'A sentence or line of it, copied letter for letter.' },
        },
        required: ['field', 'url', 'quote'],
        additionalProperties: false,
      },
    },
  }
  return { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false }
}

export function readTurn({ fields, actions, tables }: ResearchTurnRules, said: string): ResearchTurn {
  const none = (wrong: string): ResearchTurn => ({ action: 'none', wrong })
  const json = jsonIn(said)
  if (json === undefined || json === null || typeof json !== 'object' || Array.isArray(json))
    return none('it is not a JSON object')
  const { action, query, url, table, answer, citations } = record(json)
  if (!actions.some((one) => one === action)) return none(`"action" has to be one of ${actions.join(', ')}`)
  const words = cutText(text(query) ?? '', LONGEST_QUERY)
  switch (action as ResearchAction) {
    case 'search':
      return words ? { action: 'search', query: words } : none('a search needs "query"')
    case 'fetch': {
      const address = text(url)
      return address ? { action: 'fetch', url: address } : none('fetch needs "url"')
    }
    case 'table': {
      const name = text(table)
      if (!name || !tables.includes(name)) return none(`"table" has to be one of ${tables.join(', ')}`)
      return words ? { action: 'table', table: name, query: words } : none('a table needs "query"')
    }
    case 'answer': {
      const read = readAnswer(fields, JSON.stringify((answer ?? {}) as Json))
      if ('wrong' in read) return none(read.wrong.join('; '))
      return { action: 'answer', values: read.values, claims: claimsIn(citations) }
    }
  }
}

function claimsIn(citations: unknown): CitationClaim[] {
  return list(citations)
    .slice(0, MOST_CLAIMS)
    .flatMap((one): CitationClaim[] => {
      const [field, url, quote] = [text(one.field), text(one.url), text(one.quote)]
      return field && url && quote ? [{ field, url, quote }] : []
    })
}
