// What a person may write in a template and how it survives a renaming.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameKey, parseTemplate, references, renameReference, resolveReference, writeTemplate } from './template.ts'

const names = (source: string) => references(parseTemplate(source)).map((reference) => reference.ref)

describe('reading a template', () => {
  it('finds references between literal text', () => {
    expect(parseTemplate('https://{{ Domain }}/a')).toEqual({
      parts: ['https://', { ref: 'Domain' }, '/a'],
      problems: [],
    })
  })

  it('keeps escaped braces as text', () => {
    expect(parseTemplate('\\{{Name}}').parts).toEqual(['{{Name}}'])
    expect(parseTemplate('\\\\{{Name}}').parts).toEqual(['\\', { ref: 'Name' }])
    expect(parseTemplate('\\\\\\{{Name}}').parts).toEqual(['\\{{Name}}'])
  })

  it('leaves other backslashes alone, so that JSON bodies need no escapes', () => {
    expect(parseTemplate('{"a":"x\\n{{B}}","c":{{D}}}').parts).toEqual([
      '{"a":"x\\n',
      { ref: 'B' },
      '","c":',
      { ref: 'D' },
      '}',
    ])
  })

  it('opens a reference at the last two of many braces', () => {
    expect(parseTemplate('{{{A}}}').parts).toEqual(['{', { ref: 'A' }, '}'])
  })

  it('reads names with braces and dots when they are escaped', () => {
    expect(names('{{Revenue \\{USD\\}}}')).toEqual(['Revenue {USD}'])
  })

  it('says what is never closed or names nothing, and keeps it as text', () => {
    expect(parseTemplate('a {{b')).toEqual({ parts: ['a {{b'], problems: ['"{{" at 3 is never closed'] })
    expect(parseTemplate('{{ }}x')).toEqual({ parts: ['{{ }}x'], problems: ['"{{ }}" at 1 names no column'] })
    expect(parseTemplate('{{a {{B}}').parts).toEqual(['{{a ', { ref: 'B' }])
  })

  it('takes a path after the braces only when nothing else is in the template', () => {
    expect(parseTemplate('{{Site}}.description').parts).toEqual([{ ref: 'Site', tail: 'description' }])
    expect(parseTemplate('{{Site}}["a.b"][0].c').parts).toEqual([{ ref: 'Site', tail: '["a.b"][0].c' }])
    expect(parseTemplate('see {{Site}}.description').parts).toEqual(['see ', { ref: 'Site' }, '.description'])
    expect(parseTemplate('{{First}}.{{Last}}').parts).toEqual([{ ref: 'First' }, '.', { ref: 'Last' }])
  })

  it('reads hostile text in linear time', () => {
    expect(parseTemplate('{'.repeat(200_000)).problems.length).toBeGreaterThan(0)
    expect(parseTemplate('{{a'.repeat(50_000)).problems).toHaveLength(50_000)
    expect(parseTemplate('\\'.repeat(200_000)).parts).toHaveLength(1)
  })
})

describe('names', () => {
  it('are the same trimmed, with inner blanks as one, without case', () => {
    expect(nameKey('  Company   NAME ')).toBe(nameKey('company name'))
    expect(nameKey('Stra\u00dfe')).not.toBe(nameKey('Strasse'))
    expect(nameKey('Caf\u0065\u0301')).toBe(nameKey('CAF\u00c9'))
  })

  it('may contain dots: the longest column name wins over a path', () => {
    const columns = new Set(['site', 'site.url', 'no. of staff'])
    const isColumn = (name: string) => columns.has(nameKey(name))
    expect(resolveReference('Site.url', isColumn)).toEqual({ name: 'Site.url', path: [], tail: '' })
    expect(resolveReference('Site.title', isColumn)).toEqual({ name: 'Site', path: ['title'], tail: '.title' })
    expect(resolveReference('Site.url.path', isColumn)).toEqual({ name: 'Site.url', path: ['path'], tail: '.path' })
    expect(resolveReference('No. of staff', isColumn)).toEqual({ name: 'No. of staff', path: [], tail: '' })
    expect(resolveReference('Other.x', isColumn)).toBeNull()
  })
})

describe('renaming a column', () => {
  it('rewrites every reference to it, in any case, paths and text kept', () => {
    expect(renameReference('a {{ site }} b {{SITE.title}} \\{{Site}}', 'Site', 'Web site')).toBe(
      'a {{Web site}} b {{Web site.title}} \\{{Site}}',
    )
  })

  it('leaves a template without that column byte for byte as it was', () => {
    expect(renameReference('{{  Other }} {{ oops', 'Site', 'Web')).toBe('{{  Other }} {{ oops')
  })

  it('does not touch a column whose name merely begins with it', () => {
    const isColumn = (name: string) => ['site', 'site.url'].includes(nameKey(name))
    expect(renameReference('{{Site.url}} {{Site.title}}', 'Site', 'Web', isColumn)).toBe('{{Site.url}} {{Web.title}}')
  })

  it('comes back to the same template when the renaming is undone', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '.', '{', '}', '\\', '1'), minLength: 1 })
    const clean = name.map((text) => `x${text.trim()}`).filter((text) => !text.includes('.'))
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: fc.constantFrom('{', '}', '\\', '.', 'a', ' ') }),
            clean.map((ref) => ({ ref })),
          ),
        ),
        clean,
        (raw, to) => {
          const parts = parseTemplate(writeTemplate(raw)).parts
          const source = writeTemplate(parts)
          const from = parts.find((part) => typeof part === 'object')
          const taken = parts.some((part) => typeof part === 'object' && nameKey(part.ref) === nameKey(to))
          if (typeof from !== 'object' || taken) return
          const there = renameReference(source, from.ref, to)
          expect(references(parseTemplate(there)).length).toBe(references(parseTemplate(source)).length)
          const back = renameReference(there, to, from.ref)
          expect(renameReference(back, from.ref, from.ref)).toBe(renameReference(source, from.ref, from.ref))
        },
      ),
    )
  })

  it('writes any template so that reading it gives the same parts', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '\\', '.', 'a', ' ') })
    fc.assert(
      fc.property(text, (source) => {
        const { parts } = parseTemplate(source)
        expect(parseTemplate(writeTemplate(parts)).parts).toEqual(parts)
      }),
      { numRuns: 2000 },
    )
  })
})
