import { expect, test } from 'vitest'
import { asProblem, problemOf } from './problem.ts'

test('a 422 says what is wrong with each field, by its path in the body', () => {
  const problem = problemOf(422, {
    detail: [
      { loc: ['body', 'name'], msg: 'String should have at least 1 character', type: 'string_too_short' },
      { loc: ['body', 'columns_config', 0, 'type'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'name'], msg: 'A second complaint about the same field', type: 'x' },
      { loc: ['query', 'limit'], msg: 'Too large', type: 'less_than_equal', ctx: { le: 100 } },
    ],
  })
  expect(problem.fields).toEqual({
    name: 'Fill this in.',
    'columns_config.0.type': 'Fill this in.',
    limit: 'Enter 100 or less.',
  })
  expect(problem.message).toBe('Name: Fill this in. Column 1, type: Fill this in. Limit: Enter 100 or less.')
})

test('an answer that is no JSON, or has no detail, still names the status', () => {
  expect(problemOf(502, '<html>Bad gateway</html>').message).toBe('The server answered 502')
  expect(problemOf(500, null).message).toBe('The server answered 500')
  expect(problemOf(500, { detail: 42 }).message).toBe('The server answered 500')
})

test('the time to wait and the request id are kept from the headers', () => {
  const problem = problemOf(429, { detail: 'Slow down' }, new Headers({ 'retry-after': '42', 'x-request-id': 'abc' }))
  expect(problem.retryAfter).toBe(42)
  expect(problem.requestId).toBe('abc')
})

test('a server that cannot be reached is told apart from a fault of the page', () => {
  expect(asProblem(new TypeError('Failed to fetch')).status).toBe(0)
  expect(asProblem(new RangeError('x')).status).toBe(-1)
  expect(asProblem('thrown text').message).toBe('thrown text')
})
