import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReport, withFigures } from './report.ts'
import { sampleLines } from './sampled-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-mutation-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

mkdirSync(join(folder, 'src', 'inner'), { recursive: true })
writeFileSync(
  join(folder, 'src', 'rules.ts'),
  [
    '// Why.',
    "import { one } from './one.ts'",
    '',
    'export const twice = (n: number) => n * 2',
    'export function half(n: number) {',
    '  return n / 2',
    '}',
  ].join('\n'),
)
writeFileSync(join(folder, 'src', 'inner', 'more.ts'), 'export const zero = 0\n')
writeFileSync(join(folder, 'src', 'rules.test.ts'), 'expect(1).toBe(1)\n')

test('lines that can decide something are sampled, of product files only, the same for the same seed', () => {
  const all = sampleLines(folder, ['src'], { most: 100, seed: 7 })
  expect(all.map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
    'src/inner/more.ts:1',
    'src/rules.ts:4',
    'src/rules.ts:5',
    'src/rules.ts:6',
  ])
  expect(sampleLines(folder, ['src'], { most: 2, seed: 7 })).toEqual(all.slice(0, 2))
  expect(sampleLines(folder, ['src/inner/more.ts'], { most: 9, seed: 1 })).toHaveLength(1)
})

test('a report says what was noticed and shows what was not, as it was and as it became', () => {
  const at = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  })
  const mutants = [
    { status: 'Killed', replacement: 'n / 2', location: at(1, 8, 13) },
    { status: 'Timeout', replacement: 'true', location: at(1, 8, 13) },
    { status: 'Survived', replacement: 'n + 2', location: at(1, 8, 13) },
    { status: 'NoCoverage', replacement: '0', location: at(1, 12, 13) },
    { status: 'CompileError', replacement: 'x', location: at(1, 12, 13) },
  ]
  expect(readReport({ files: { 'src/a.ts': { source: 'return n * 2', mutants } } })).toEqual({
    mutants: 4,
    noticed: 2,
    survivors: [
      { place: 'src/a.ts:1', was: 'return n * 2', became: 'return n + 2' },
      { place: 'src/a.ts:1', was: 'return n * 2', became: 'return n * 0' },
    ],
  })
})

test('the figures of a group replace its line, and a new group comes at the end', () => {
  const head = '| group | score | noticed | lines changed | seed |\n|---|---:|---:|---:|---:|\n'
  const one = withFigures(head, { name: 'money', mutants: 40, noticed: 30, most: 20, seed: 7 })
  expect(one).toBe(`${head}| money | 0.75 | 30 of 40 | 20 | 7 |\n`)
  const two = withFigures(one, { name: 'web', mutants: 10, noticed: 9, most: 20, seed: 7 })
  expect(withFigures(two, { name: 'money', mutants: 40, noticed: 36, most: 20, seed: 8 })).toBe(
    `${head}| money | 0.90 | 36 of 40 | 20 | 8 |\n| web | 0.90 | 9 of 10 | 20 | 7 |\n`,
  )
})
