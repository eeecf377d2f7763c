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
  const file = new URL('../migrations/0267_digest_schedules.sql', import.meta.url)
  expect(statementsOf(readFileSync(file, 'utf8')).map((one) => /^(--.*\n)*(\w+ \w+)/.exec(one)?.[2])).toEqual([
    'select set_config',
    'alter table',
    'insert into',
    'alter table',
    'select set_config',
  ])
})
