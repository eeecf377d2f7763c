// What people call that which a column calls.
import { expect, test } from 'vitest'
import { customWords } from './custom-columns.ts'

test.each([
  ['http:api.acme.com', 'api.acme.com'],
  ['http:any', 'HTTP request'],
  ['http:constructor', 'constructor'],
  ['http:__proto__', '__proto__'],
  ['output:slack', 'Sent to slack'],
  ['match:leads', 'Match with leads'],
  ['match:workbook', 'Match with a workbook'],
  ['research:openai/gpt-x', 'openai/gpt-x (research)'],
])('%s is called "%s"', (provider, words) => {
  expect(customWords(provider)).toBe(words)
})
