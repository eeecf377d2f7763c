import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import { fillJson, jsonTemplateProblem } from './json-template.ts'
import { textOf } from './value.ts'

const TEMPLATE = '{"name": "Dear {{Name}}, \\"{{Name}}\\"", "raw": {{Name}}, "list": [{{Other}}]}'

describe('a JSON body with references', () => {
  it('never lets a value break out of its place, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (any) => {
        const value = any as Json
        const { name, raw, list } = JSON.parse(fillJson(TEMPLATE, { Name: value }))
        expect(name).toBe(`Dear ${textOf(value)}, "${textOf(value)}"`)
        expect(raw).toEqual(JSON.parse(JSON.stringify(value)))
        expect(list).toEqual([null])
      }),
    )
    const hostile = '", "admin": true, "x": "'
    expect(JSON.parse(fillJson('{"a": "{{A}}"}', { A: hostile }))).toEqual({ a: hostile })
  })

  it('is refused when it would not be JSON', () => {
    expect(jsonTemplateProblem(TEMPLATE)).toBeNull()
    expect(jsonTemplateProblem('{"a": {{A}}')).not.toBeNull()
    expect(jsonTemplateProblem('{"a": "{{A}}}')).not.toBeNull()
    expect(jsonTemplateProblem('')).not.toBeNull()
  })
})
