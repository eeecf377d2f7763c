// Promises of reading a text with several statements: they end where SQL ends them, and none is lost.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statementsOf } from './statements.logic.ts'

test('a statement ends at its semicolon, not at one in quotes, comments or the body of a function', () => {
  expect(
    statementsOf(
      `-- Why; and how.\nselect ';', "a;b"; /* c; */ insert into t values ('it''s;');\n\ncreate function f() returns int as $$ begin return 1; end $$;do $x$ select '$$;' $x$`,
    ),
  ).toEqual([
    `-- Why; and how.\nselect ';', "a;b"`,
    `/* c; */ insert into t values ('it''s;')`,
    'create function f() returns int as $$ begin return 1; end $$',
    `do $x$ select '$$;' $x$`,
  ])
})

test('what is only a comment is no statement', () => {
  expect(statementsOf('')).toEqual([])
  expect(statementsOf(';; -- nothing; here\n;')).toEqual([])
  expect(statementsOf('select 1;\n-- the end\n')).toEqual(['select 1'])
})

test('statements of a migration are as many as it has', () => {
  // Without functions, so each statement ends where a line does.
  const text = readFileSync(new URL('../migrations/0006_monitoring.sql', import.meta.url), 'utf8')
  const statements = statementsOf(text)
  expect(statements).toHaveLength(text.match(/;$/gm)?.length ?? 0)
  const acts = statements.map(
    (one) => /^(?:--.*\n|\n)*(create (?:unique )?\w+|alter table|select tenant_table)/.exec(one)?.[1],
  )
  expect(new Set(acts)).toEqual(
    new Set(['alter table', 'create table', 'create index', 'create unique index', 'select tenant_table']),
  )
})
