import { describe, expect, it } from 'vitest'
import { display, linkOf, rawText, siteOf } from './display.logic.ts'
import { briefWords, explain, markOf } from './marks.logic.ts'

describe('how a value reads', () => {
  it('shows numbers grouped and right-aligned, dates in words, lists as tags', () => {
    expect(display(1234567.5, 'number')).toMatchObject({ text: '1,234,567.5', align: 'right' })
    expect(display('2026-03-09', 'date').text).toBe('9 Mar 2026')
    expect(display(['a', 'b'], 'text')).toMatchObject({ as: 'tags', tags: ['a', 'b'] })
  })

  it('shows an object by its name, and a list of objects by its count and first name', () => {
    expect(display({ id: 4, name: 'Acme' }, 'json')).toMatchObject({ text: 'Acme', as: 'json' })
    expect(display([{ title: 'x' }, { title: 'y' }], 'text').text).toBe('2 items: x')
    expect(display({ city: 'Oslo', geo: { lat: 1 } }, 'json').text).toBe('city: Oslo, geo: …')
  })

  it('keeps long and multi-line text on one line of bounded length', () => {
    const shown = display(`a\nb\t${'x'.repeat(100_000)}`, 'text').text
    expect(shown.startsWith('a b x')).toBe(true)
    expect(shown.length).toBeLessThan(310)
  })

  it('links only what is a web address, a mailbox or a phone', () => {
    expect(linkOf('https://example.org/a', 'text')).toBe('https://example.org/a')
    expect(linkOf('example.org', 'url')).toBe('https://example.org')
    expect(linkOf('javascript:alert(1)', 'url')).toBeNull()
    expect(linkOf('a@example.org', 'email')).toBe('mailto:a@example.org')
    expect(linkOf('+47 22 00 00 00', 'phone')).toBe('tel:+4722000000')
  })

  it('copies the whole value unformatted', () => {
    expect(rawText(1234.5)).toBe('1234.5')
    expect(rawText(['a', 2])).toBe('a, 2')
    expect(rawText({ a: 1 })).toBe('{"a":1}')
    expect(rawText(null)).toBe('')
  })
})

describe('the mark of a cell', () => {
  it('says nothing about a found value and gives the reason for everything else', () => {
    expect(markOf('complete')).toBeNull()
    expect(explain({ value: 1, status: 'complete' })).toBe('')
    expect(markOf('skipped')).toBe('dash')
    expect(explain({ value: null, status: 'skipped', reason: 'condition_false' })).toBe(
      'Skipped: the run condition is not met',
    )
    expect(explain({ value: null, status: 'error', error: { class: 'timeout' } })).toBe(
      'Error: the provider did not answer in time',
    )
  })

  it('gives an unknown status no mark instead of failing', () => {
    expect(markOf('something_new' as never)).toBeNull()
  })
})

describe('a cell without a value', () => {
  it.each([
    [{ status: 'not_found' }, 'Not found'],
    [{ status: 'skipped', reason: 'no_key' }, 'No key'],
    [{ status: 'skipped', reason: 'missing_input' }, 'Skipped: no input'],
    [{ status: 'skipped', reason: 'dependency' }, 'Skipped: no input'],
    [{ status: 'skipped', reason: 'condition_false' }, 'Skipped: condition'],
    [{ status: 'skipped', reason: null }, 'Skipped'],
    [{ status: 'error', error: { class: 'timeout', message: 'took 30 s' } }, 'Timed out'],
    [{ status: 'error', reason: 'auth' }, 'Key rejected'],
    [{ status: 'error', error: { class: 'news_of_tomorrow' } }, 'Error'],
    [{ status: 'budget_stopped', reason: 'over_budget' }, 'Over budget'],
    [{ status: 'queued' }, 'Queued'],
  ] as const)('%j says %s', (cell, words) => {
    expect(briefWords(cell)).toBe(words)
  })

  it('says nothing where no provider was asked yet, or the blank is the answer', () => {
    expect(briefWords(undefined)).toBe('')
    expect(briefWords({ status: 'pending' })).toBe('')
    expect(briefWords({ status: 'complete' })).toBe('')
  })
})

describe('which values are the site of a company', () => {
  it.each([
    ['acme.com', 'text', 'Company domain', 'acme.com'],
    ['https://www.Acme.co.uk/', 'url', 'Link', 'acme.co.uk'],
    ['acme.com', 'text', 'Web site', 'acme.com'],
    ['report.pdf', 'text', 'File', null],
    ['https://linkedin.com/company/acme', 'url', 'LinkedIn', null],
    ['https://acme.com:8443/', 'url', 'Website', null],
    ['javascript:alert(1)', 'url', 'Website', null],
    ['ann@acme.com', 'email', 'Domain', null],
    [['acme.com'], 'text', 'Domain', null],
    [null, 'url', 'Website', null],
  ] as const)('%j in a column of %s called %s', (value, kind, name, site) => {
    expect(siteOf(value, { kind, name })).toBe(site)
  })
})
