// What a person and a program read in the log.
import { expect, test } from 'vitest'
import { createLog, type LogFormat } from './log.ts'

function written(format: LogFormat) {
  const lines: string[] = []
  const log = createLog('info', { format, to: { write: (line) => void lines.push(line) } })
  return { lines, log }
}

test('a line for programs is one JSON object', () => {
  const { lines, log } = written('json')
  log.info({ jobs: 3 }, 'started')
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 30, jobs: 3, msg: 'started' })
})

test('a line for people has the time, the level, the message and the rest', () => {
  const { lines, log } = written('text')
  log.warn({ jobs: 3, name: 'a b' }, 'slow')
  log.debug('not this')
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d warn {2}slow jobs=3 name='a b'\n$/)])
})

test('a line for people has the stack of an error below', () => {
  const { lines, log } = written('text')
  log.error({ err: new Error('the disk is full') }, 'failed')
  const [head, ...below] = lines.join('').split('\n')
  expect(head).toMatch(/error failed$/)
  expect(below[0]).toBe('Error: the disk is full')
  expect(below[1]).toMatch(/^ +at /)
})

test.each(['json', 'text'] as const)('secrets are in no %s line', (format) => {
  const { lines, log } = written(format)
  log.info({ password: 'hidden-1', nested: { token: 'hidden-2' } }, 'asked https://ann:hidden-3@acme.example/')
  expect(lines.join('')).not.toContain('hidden')
})
