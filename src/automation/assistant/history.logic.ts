// A conversation as the model hears it again: as much of the end as fits.
import { asData } from '../../enrichment/kinds/ai/ai-prompt.logic.ts'
import type { ModelMessage } from '../../providers/models/model-kit.ts'
import type { Plan } from './assistant.schema.ts'
import type { MessageRow } from './conversations.reads.ts'
import { SAID } from './prompt.logic.ts'

/** Letters of earlier messages that are told again. */
const LONGEST = 60_000

export function historyOf(messages: readonly MessageRow[], plans: readonly Plan[]): ModelMessage[] {
  const told = messages.flatMap((message) => toldAgain(message, plans))
  const kept: ModelMessage[] = []
  let left = LONGEST
  for (const message of told.toReversed()) {
    left -= message.text.length
    if (left < 0 && kept.length > 0) break
    kept.unshift(message)
  }
  // The first word is the person's.
  while (kept[0]?.role === 'assistant') kept.shift()
  return kept
}

function toldAgain({ kind, content }: MessageRow, plans: readonly Plan[]): ModelMessage[] {
  const text = (member: string) => (typeof content[member] === 'string' ? (content[member] as string) : '')
  switch (kind) {
    case 'user':
      return [{ role: 'user', text: text('told') || text('text') }]
    case 'assistant':
      return [{ role: 'assistant', text: text('said') || text('text') }]
    case 'tool':
      return [
        { role: 'assistant', text: text('said') },
        { role: 'user', text: text('results') },
      ]
    case 'plan': {
      const plan = plans.find(({ id }) => id === content.plan_id)
      const outcome = plan ? `${SAID.planned} It is ${plan.status}.${resultsOf(plan)}` : SAID.planned
      return [
        { role: 'assistant', text: text('said') },
        { role: 'user', text: outcome },
      ]
    }
    case 'error':
      return []
  }
}

function resultsOf({ steps }: Plan): string {
  const results = steps
    .filter(({ status }) => status !== 'waiting')
    .map(({ tool, status, result, error }) => ({ tool, status, result, error }))
  return results.length > 0 ? ` Results of its steps:\n${asData(JSON.stringify(results).slice(0, 4_000))}` : ''
}
