// The shipped sample list: what a new user imports first must be worth importing.
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { domainNormaliser } from './domains/domain-normaliser.ts'
import { companyNameCleaner } from './names/company-name-cleaner.ts'
import { phoneE164 } from './phones/phone-e164.ts'
import { readCountry } from './places/country.ts'

const text = readFileSync(new URL('../../samples/companies.csv', import.meta.url), 'utf8')
const { data: rows, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
const misses = (answers: { kind: string }[]) => answers.filter(({ kind }) => kind !== 'found').length

describe('the sample list of companies', () => {
  it('is a clean RFC 4180 file of about 200 rows', () => {
    expect(errors).toEqual([])
    expect(text).not.toMatch(/^\uFEFF|\0/)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(rows.length).toBeGreaterThanOrEqual(200)
    for (const row of rows)
      expect(Object.keys(row)).toEqual(['Company', 'Website', 'Email', 'Phone', 'Country', 'Industry', 'Employees'])
  })

  it('names a country in every row that has one', () => {
    const stated = rows.map((row) => row.Country ?? '').filter((country) => country !== '')
    expect(stated.filter((country) => !readCountry(country))).toEqual([])
  })

  it('has only telephone numbers that can be dialled', () => {
    const dialled = rows
      .filter((row) => row.Phone)
      .map((row) => phoneE164.answer({ phone: row.Phone ?? '', country: row.Country ?? '' }))
    expect(dialled.length).toBeGreaterThan(100)
    expect(misses(dialled)).toBe(0)
  })

  it('leaves work to do: several rows are one company, some have no website or name', () => {
    const domains = rows
      .filter((row) => row.Website)
      .map((row) => domainNormaliser.answer({ website: row.Website ?? '' }))
    const found = domains.flatMap((answer) => (answer.kind === 'found' ? [answer.values.company_domain] : []))
    expect(new Set(found).size).toBeLessThan(found.length - 5)
    expect(misses(domains)).toBeGreaterThan(0)
    expect(rows.filter((row) => !row.Website || !row.Company).length).toBeGreaterThan(1)
    expect(
      misses(rows.filter((row) => row.Company).map((row) => companyNameCleaner.answer({ company: row.Company ?? '' }))),
    ).toBe(0)
  })
})
