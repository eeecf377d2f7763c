import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { FieldError } from '../../../kernel/errors.ts'
import { compileChecker } from './validate.ts'

function read(schema: TSchema, value: unknown) {
  return compileChecker(schema).read(value, 'body', { odd: true, flat: false })
}

/** Type, message and ctx of the only fault of a value. */
function faultOf(schema: TSchema, value: unknown): Pick<FieldError, 'type' | 'msg' | 'ctx'> | undefined {
  const { errors } = read(schema, value)
  expect(errors.length).toBeLessThan(2)
  const [error] = errors
  if (!error) return undefined
  return { type: error.type, msg: error.msg, ...(error.ctx ? { ctx: error.ctx } : {}) }
}

describe('the vocabulary of faults', () => {
  const whole = 'Input should be a valid integer'
  const unreadable = `${whole}, unable to parse string as an integer`
  const tooBig = 'Unable to parse input string as an integer, exceeded maximum size'
  const cases: [TSchema, unknown, string, string, Record<string, unknown>?][] = [
    [Type.String(), 5, 'string_type', 'Input should be a valid string'],
    [Type.String(), null, 'string_type', 'Input should be a valid string'],
    [
      Type.String({ minLength: 1 }),
      '',
      'string_too_short',
      'String should have at least 1 character',
      { min_length: 1 },
    ],
    [
      Type.String({ minLength: 2 }),
      '🏢',
      'string_too_short',
      'String should have at least 2 characters',
      { min_length: 2 },
    ],
    [
      Type.String({ maxLength: 2 }),
      'abc',
      'string_too_long',
      'String should have at most 2 characters',
      { max_length: 2 },
    ],
    [
      Type.String({ pattern: '^a+$' }),
      'b',
      'string_pattern_mismatch',
      "String should match pattern '^a+$'",
      { pattern: '^a+$' },
    ],
    [Type.Integer(), null, 'int_type', whole],
    [Type.Integer(), [], 'int_type', whole],
    [Type.Integer(), true, 'int_type', whole],
    [Type.Integer(), 'abc', 'int_parsing', unreadable],
    [Type.Integer(), '', 'int_parsing', unreadable],
    [Type.Integer(), '1.5', 'int_parsing', unreadable],
    [Type.Integer(), '0x10', 'int_parsing', unreadable],
    [Type.Integer(), 1.5, 'int_from_float', `${whole}, got a number with a fractional part`],
    [Type.Integer(), '9007199254740993', 'int_parsing_size', tooBig],
    [Type.Integer(), 2 ** 53, 'int_parsing_size', tooBig],
    [Type.Integer(), '9'.repeat(5000), 'int_parsing_size', tooBig],
    [Type.Number(), 'x', 'float_parsing', 'Input should be a valid number, unable to parse string as a number'],
    [Type.Number(), {}, 'float_type', 'Input should be a valid number'],
    [Type.Number(), 'inf', 'finite_number', 'Input should be a finite number'],
    [Type.Number(), '1e999', 'finite_number', 'Input should be a finite number'],
    [Type.Boolean(), null, 'bool_type', 'Input should be a valid boolean'],
    [Type.Boolean(), 'maybe', 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    [Type.Boolean(), 2, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    [Type.Integer({ exclusiveMinimum: 1 }), 1, 'greater_than', 'Input should be greater than 1', { gt: 1 }],
    [Type.Integer({ minimum: 1 }), 0, 'greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 }],
    [Type.Integer({ exclusiveMaximum: 1 }), 1, 'less_than', 'Input should be less than 1', { lt: 1 }],
    [Type.Number({ maximum: 1.5 }), 1.6, 'less_than_equal', 'Input should be less than or equal to 1.5', { le: 1.5 }],
    [Type.Integer({ multipleOf: 5 }), 7, 'multiple_of', 'Input should be a multiple of 5', { multiple_of: 5 }],
    [Type.Array(Type.Integer()), 'x', 'list_type', 'Input should be a valid list'],
    [
      Type.Array(Type.Integer(), { maxItems: 1 }),
      [1, 2],
      'too_long',
      'List should have at most 1 item after validation, not 2',
      { field_type: 'List', max_length: 1, actual_length: 2 },
    ],
    [
      Type.Array(Type.Integer(), { minItems: 2 }),
      [1],
      'too_short',
      'List should have at least 2 items after validation, not 1',
      { field_type: 'List', min_length: 2, actual_length: 1 },
    ],
    [Type.Record(Type.String(), Type.Unknown()), [], 'dict_type', 'Input should be a valid dictionary'],
    [
      Type.Object({ a: Type.String() }),
      'a',
      'model_attributes_type',
      'Input should be a valid dictionary or object to extract fields from',
    ],
    [
      Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Literal('c')]),
      'd',
      'literal_error',
      "Input should be 'a', 'b' or 'c'",
      { expected: "'a', 'b' or 'c'" },
    ],
    [Type.Enum(['a', 'b']), 'd', 'literal_error', "Input should be 'a' or 'b'", { expected: "'a' or 'b'" }],
    [Type.Null(), 1, 'none_required', 'Input should be None'],
    [
      Type.String({ format: 'date-time' }),
      'soon',
      'datetime_from_date_parsing',
      'Input should be a valid datetime or date, input is too short',
      { error: 'input is too short' },
    ],
    [
      Type.String({ format: 'date-time' }),
      '2026-02-28T24:00:00Z',
      'datetime_parsing',
      'Input should be a valid datetime, hour value is outside expected range of 0-23',
      { error: 'hour value is outside expected range of 0-23' },
    ],
    [
      Type.String({ format: 'date' }),
      '2026-02-29',
      'date_parsing',
      'Input should be a valid date in the format YYYY-MM-DD, day value is outside expected range',
      { error: 'day value is outside expected range' },
    ],
    [
      Type.String({ format: 'uri' }),
      'example.com',
      'url_parsing',
      'Input should be a valid URL, relative URL without a base',
      { error: 'relative URL without a base' },
    ],
    [
      Type.String({ format: 'uri' }),
      'ftp://example.com',
      'url_scheme',
      "URL scheme should be 'http' or 'https'",
      { expected_schemes: "'http' or 'https'" },
    ],
    [
      Type.String({ format: 'email' }),
      'ann',
      'value_error',
      'value is not a valid email address: An email address must have an @-sign.',
      { reason: 'An email address must have an @-sign.' },
    ],
    [
      Type.String({ format: 'uuid' }),
      'abc',
      'uuid_parsing',
      'Input should be a valid UUID, invalid length: expected length 32 for simple format, found 3',
      { error: 'invalid length: expected length 32 for simple format, found 3' },
    ],
  ]
  it.each(cases)('%j refuses %j as %s', (schema, value, type, msg, ctx) => {
    expect(faultOf(schema, value)).toEqual(ctx ? { type, msg, ctx } : { type, msg })
  })
})

describe('lenient reading', () => {
  const cases: [TSchema, unknown, unknown][] = [
    [Type.Integer(), '7', 7],
    [Type.Integer(), ' 7 ', 7],
    [Type.Integer(), '1.0', 1],
    [Type.Integer(), '-0', -0],
    [Type.Integer(), 1.0, 1],
    [Type.Integer(), 9007199254740991, 9007199254740991],
    [Type.Number(), '1.5e3', 1500],
    [Type.Boolean(), 'Yes', true],
    [Type.Boolean(), 'off', false],
    [Type.Boolean(), 1, true],
    [Type.Boolean(), 0, false],
    [Type.String({ maxLength: 1 }), '🏢', '🏢'],
    [Type.String({ format: 'date-time' }), '2026-02-28T23:59:59.123+02:00', '2026-02-28T23:59:59.123+02:00'],
    [Type.String({ format: 'email' }), 'jörg@münchen.de', 'jörg@münchen.de'],
    [Type.Union([Type.Integer(), Type.Null()]), null, null],
    [Type.Union([Type.String(), Type.Integer()]), 7, 7],
    [Type.Union([Type.Integer(), Type.String()]), '7', '7'],
    [Type.Unknown(), { any: ['thing', null] }, { any: ['thing', null] }],
    [Type.Number({ multipleOf: 0.1 }), 0.3, 0.3],
  ]
  it.each(cases)('%j takes %j as %j', (schema, value, expected) => {
    expect(read(schema, value)).toEqual({ value: expected, errors: [] })
  })
})

describe('objects', () => {
  const Watch = Type.Object({
    kind: Type.String(),
    retries: Type.Integer({ default: 3 }),
    note: Type.Optional(Type.String()),
    parent: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  })

  it('fill defaults, ignore undeclared parameters, and take null for what may be absent', () => {
    expect(read(Watch, { kind: 'page', extra: 1, note: null, parent: null }).value).toEqual({
      kind: 'page',
      retries: 3,
      parent: null,
    })
  })

  it('refuse null where there is a default, as Pydantic does', () => {
    expect(faultOf(Watch, { kind: 'page', retries: null })?.type).toBe('int_type')
  })

  it('name a missing field and show what was sent instead', () => {
    expect(read(Watch, { note: 'x' }).errors).toEqual([
      { type: 'missing', loc: ['body', 'kind'], msg: 'Field required', input: { note: 'x' } },
    ])
  })

  it('refuse further members only when the schema says so', () => {
    const Strict = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false })
    expect(read(Strict, { b: 1 }).errors).toEqual([
      { type: 'extra_forbidden', loc: ['body', 'b'], msg: 'Extra inputs are not permitted', input: 1 },
    ])
    const Open = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: true })
    expect(read(Open, { b: 1 }).value).toEqual({ b: 1 })
  })

  it('read inherited or dangerous member names as data only', () => {
    expect(faultOf(Type.Object({ toString: Type.String() }), {})?.type).toBe('missing')
    const hostile: unknown = JSON.parse('{"kind":"a","__proto__":{"note":"b"}}')
    expect(read(Watch, hostile).value).toEqual({ kind: 'a', retries: 3 })
    expect(faultOf(Type.Record(Type.String(), Type.Unknown()), hostile)?.msg).toContain('__proto__')
  })

  it('give the place of a fault down to the list index', () => {
    const Deep = Type.Object({ rows: Type.Array(Type.Object({ ids: Type.Array(Type.Integer()) })) })
    expect(read(Deep, { rows: [{ ids: [1] }, { ids: [1, 'x', 2, 'y'] }] }).errors.map((error) => error.loc)).toEqual([
      ['body', 'rows', 1, 'ids', 1],
      ['body', 'rows', 1, 'ids', 3],
    ])
  })

  it('may hold themselves', () => {
    const Tree = Type.Cyclic({ Tree: Type.Object({ kids: Type.Array(Type.Ref('Tree')) }) }, 'Tree')
    expect(read(Tree, { kids: [{ kids: [{ kids: 5 }] }] }).errors[0]?.loc).toEqual([
      'body',
      'kids',
      0,
      'kids',
      0,
      'kids',
    ])
  })
})

describe('unions', () => {
  const Cat = Type.Object({ kind: Type.Literal('cat'), lives: Type.Integer() })
  const Dog = Type.Object({ kind: Type.Literal('dog'), name: Type.String() })
  const Pet = Type.Union([Cat, Dog])

  it('with a tag report only the branch that was meant', () => {
    expect(read(Pet, { kind: 'dog' }).errors.map(({ type, loc }) => [type, loc])).toEqual([
      ['missing', ['body', 'dog', 'name']],
    ])
    expect(faultOf(Pet, { kind: 'cow' })).toEqual({
      type: 'union_tag_invalid',
      msg: "Input tag 'cow' found using 'kind' does not match any of the expected tags: 'cat', 'dog'",
      ctx: { discriminator: "'kind'", tag: 'cow', expected_tags: "'cat', 'dog'" },
    })
    expect(faultOf(Pet, {})?.type).toBe('union_tag_not_found')
  })

  it('without a tag report every branch by its name', () => {
    const { errors } = read(Type.Union([Type.Integer(), Type.Boolean()]), 'x')
    expect(errors.map(({ type, loc }) => [type, loc])).toEqual([
      ['int_parsing', ['body', 'int']],
      ['bool_parsing', ['body', 'bool']],
    ])
  })

  it('that hold themselves stay quick on hostile depth', () => {
    const Filter = Type.Cyclic(
      {
        Filter: Type.Union([
          Type.Object({ and: Type.Array(Type.Ref('Filter')) }),
          Type.Object({ or: Type.Array(Type.Ref('Filter')) }),
          Type.Object({ field: Type.String() }),
        ]),
      },
      'Filter',
    )
    let hostile: unknown = { field: 5 }
    for (let depth = 0; depth < 49; depth++) hostile = { and: [hostile] }
    expect(read(Filter, hostile).errors.length).toBeGreaterThan(0)
  })
})

describe('secrets', () => {
  const Login = Type.Object({
    username: Type.String(),
    password: Type.String({ maxLength: 3, 'x-secret': true }),
    values: Type.Optional(Type.Record(Type.String(), Type.String(), { 'x-secret': true })),
    retries: Type.Optional(Type.Integer()),
  })

  it('are never repeated, wherever they were sent', () => {
    const sent = [
      { username: 'ann', password: 'hunter2' },
      { password: 'hunter2' },
      { username: 1, password: 'a', values: { apollo: ['hunter2'] } },
      { values: { apollo: 'hunter2' } },
      { username: { refresh_token: 'hunter2' }, password: 'a' },
      ['hunter2'],
      'password=hunter2',
    ]
    for (const value of sent) {
      const { errors } = read(Login, value)
      expect(errors.length).toBeGreaterThan(0)
      expect(JSON.stringify(errors)).not.toContain('hunter2')
    }
  })

  it('are not repeated under a name that was misspelt, where the shape takes secrets', () => {
    const Closed = Type.Object({ ...Login.properties }, { additionalProperties: false })
    for (const shape of [Login, Closed])
      for (const value of [
        { username: 'ann', password: 'a', pasword: 'hunter2', retries: 'x' },
        { password: 'a', smtp_pw: { deep: ['hunter2'] } },
        { username: 1, password: 'a', values: 'hunter2', note: 'hunter2' },
      ]) {
        const { errors } = read(shape, value)
        expect(errors.length).toBeGreaterThan(0)
        expect(JSON.stringify(errors)).not.toContain('hunter2')
      }
    const Open = Type.Object({ name: Type.String() }, { additionalProperties: false })
    expect(read(Open, { name: 'a', nmae: 'b' }).errors[0]?.input).toBe('b')
  })

  it('are not repeated in an address', () => {
    const Address = Type.Object({ url: Type.String({ maxLength: 5 }) })
    for (const url of [
      'https://ann:hunter2@host.example/x?page=2&api_key=hunter2',
      'see ftp://ann:hunter2@host.example;key=hunter2 and https://x.example/#access_token=hunter2',
      'ann:hunter2@host.example/x',
      'https:\\\\ann:hun@ter:hunter2@host.example/?a%70i_key=hunter2',
    ]) {
      const { errors } = read(Address, { url })
      expect(JSON.stringify(errors)).not.toContain('hunter2')
      expect(JSON.stringify(errors)).toContain('host.example')
    }
  })

  it('do not hide the other fields', () => {
    expect(read(Login, { username: 'ann', password: 'a', retries: 'x' }).errors[0]?.input).toBe('x')
  })
})

describe('hostile amounts', () => {
  it('end after a bounded number of faults with a bounded repetition of the input', () => {
    const { errors } = read(Type.Array(Type.Object({ a: Type.Integer() })), Array(100_000).fill({ b: 'x'.repeat(100) }))
    expect(errors).toHaveLength(500)
    expect(JSON.stringify(errors).length).toBeLessThan(100_000)
  })

  it('leave out an input that is too long to repeat', () => {
    const [error] = read(Type.Object({ a: Type.Integer() }), { a: 'x'.repeat(100_000) }).errors
    expect(error).not.toHaveProperty('input')
  })
})

describe('schemas', () => {
  it('with a keyword or a format that nothing checks stop the start', () => {
    expect(() => compileChecker(Type.Object({ a: Type.Unsafe({ type: 'string', contentEncoding: 'x' }) }))).toThrow(
      'schema keyword contentEncoding is not supported',
    )
    expect(() => compileChecker(Type.String({ format: 'ipv4' }))).toThrow('format ipv4 is not known')
  })
})
