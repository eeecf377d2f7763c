import { expect, test } from 'vitest'
import { faultWords, placeWords } from './fault-words.ts'

test.each([
  [['body', 'actions', 0, 'webhook', 'endpoint_id'], 'Action 1, endpoint'],
  [['body', 'columns_config', 2, 'type'], 'Column 3, type'],
  [['body', 'source', 'filter_id'], 'Filter'],
  [['body', 'tags', 1], 'Tag 2'],
  [['query', 'limit'], 'Limit'],
  [['body', 'company_name'], 'Company name'],
  [['body'], ''],
  [[], ''],
])('a place is said as people say it: %j', (loc, words) => {
  expect(placeWords(loc)).toBe(words)
})

test.each([
  ['missing', 'Field required', undefined, 'Fill this in.'],
  ['string_too_short', 'String should have at least 1 character', { min_length: 1 }, 'Fill this in.'],
  ['string_too_short', 'String should have at least 8 characters', { min_length: 8 }, 'Enter at least 8 characters.'],
  [
    'string_too_long',
    'String should have at most 200 characters',
    { max_length: 200 },
    'Enter at most 200 characters.',
  ],
  ['too_short', 'List should have at least 1 item after validation, not 0', { min_length: 1 }, 'Add at least one.'],
  ['int_parsing', 'Input should be a valid integer', undefined, 'Enter a whole number.'],
  ['less_than_equal', 'Input should be less than or equal to 10', { le: 10 }, 'Enter 10 or less.'],
  ['literal_error', "Input should be 'a' or 'b'", { expected: "'a' or 'b'" }, 'Choose a or b.'],
  [
    'value_error',
    'Value error, 10.0.0.1 is not on the public internet',
    undefined,
    '10.0.0.1 is not on the public internet',
  ],
  ['value_error', 'Value error, a run waits at most 90 days', undefined, 'A run waits at most 90 days'],
  ['never_heard_of', 'The mailbox is full', undefined, 'The mailbox is full'],
])('what is wrong is said without words of JSON: %s', (type, msg, ctx, words) => {
  expect(faultWords({ loc: [], type, msg, ctx })).toBe(words)
})
