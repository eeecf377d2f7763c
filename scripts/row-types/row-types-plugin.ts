// In tests, every statement that gives a row type answers through a client that compares its rows with it.
import { execFile } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vitest/config'
import type { TypedQueries, TypedQuery } from './collect-row-types.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READER = fileURLToPath(new URL('./print-row-types.ts', import.meta.url))
const CHECKED = fileURLToPath(new URL('./checked-client.ts', import.meta.url))

/** The compiler takes some seconds to read the service, so that only whole runs ask it: the variable ROW_TYPES is set by `npm test`. */
export function rowTypesPlugin(): Plugin[] {
  if (!process.env.ROW_TYPES) return []
  let reading: Promise<TypedQueries> | undefined
  return [
    {
      name: 'row-types',
      enforce: 'pre',
      async transform(text, id) {
        if (!id.startsWith(`${root}src/`) || id.endsWith('.test.ts')) return null
        reading ??= readRowTypes()
        const queries = (await reading)[id]
        return queries ? { code: checkedText(text, relative(root, id), queries), map: null } : null
      },
    },
  ]
}

async function readRowTypes(): Promise<TypedQueries> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', READER], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(stdout)
}

/** The same lines, so that faults are told of where they stand. */
export function checkedText(text: string, file: string, queries: readonly TypedQuery[]): string {
  let written = ''
  let from = 0
  const places = queries
    .flatMap((query) => [
      { at: query.client.start, query, opens: true },
      { at: query.client.end, query, opens: false },
    ])
    .sort((a, b) => a.at - b.at)
  for (const { at, query, opens } of places) {
    written += text.slice(from, at)
    from = at
    written += opens ? 'checkRowsOf(' : `, ${JSON.stringify(`${file}:${query.line}`)}, ${JSON.stringify(query.row)})`
  }
  return `${written}${text.slice(from)}\nimport { checkRows as checkRowsOf } from ${JSON.stringify(CHECKED)}\n`
}
