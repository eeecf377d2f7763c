import { describe, expect, it } from 'vitest'
import { companyNames, namesCompany, tellsOfCompany } from '../../../providers/names/company-mention.ts'
import { readNews } from './rules.logic.ts'

const about = (domain: string, ...names: string[]) => companyNames(names, domain)
const names = (title: string, domain: string, ...given: string[]) =>
  namesCompany({ title, summary: '', url: 'https://paper.example/1' }, about(domain, ...given))

describe('a headline names the company', () => {
  it.each([
    ['Bayer to cut 12,000 jobs', 'bayer.com'],
    ['Jury hits Bayer with verdict', 'bayer.com'],
    ['German Bayer lifts outlook', 'bayer.com'],
    ['Drugmaker Bayer lifts outlook', 'bayer.com'],
    ['Molkerei Müller streicht 300 Stellen', 'mueller.de', 'Müller'],
    ['L’Oréal lifts prices again', 'loreal.com', "L'Oréal"],
    ['Regulator fines UBS over records', 'ubs.com'],
    ['Dutch court rules against ING', 'ing.com'],
    ['SAP-Finanzchef verlässt den Konzern', 'sap.com'],
    ['HP, Dell and Lenovo report falling sales', 'hp.com'],
    ['SAP streicht 10.000 Stellen', 'sap.com'],
    ['Vodafone Italia is sold', 'vodafone.com'],
    ['Romy Schneider Fans Cheer As Bayer Opens Its Doors', 'bayer.com'],
  ])('%s', (title, domain, ...given) => {
    expect(names(title, domain, ...given)).toBe(true)
  })
})

describe('a headline names another company, a person or a thing', () => {
  it('a plain word, where no domain tells what it is', () => {
    expect(names('Unity is what the country needs', '', 'Unity')).toBe(false)
    expect(names('Unity raises $20 million', '', 'Unity')).toBe(true)
  })

  it.each([
    ['the second word of a name', 'Osvaldo Bayer biography published', 'bayer.com'],
    ['a given name that is known', 'Steven Dell wins bowls title', 'dell.com'],
    ['the first word of a name', 'Mercedes Sosa tribute fills hall', 'mercedes.com'],
    ['a title before a name', 'Canon John Smith retires', 'canon.com'],
    ['a club', 'Bayer 04 Leverkusen win at Freiburg', 'bayer.com'],
    ['a noun with its article', 'Ein Bayer in Berlin: Stoiber reist an', 'bayer.com'],
    ['a noun with its article, at the end', 'Student with a BA', 'ba.com'],
    ['a venue', 'Nets lose opener at Barclays Center', 'barclays.com'],
    ['a cup', 'Heineken Cup: Munster through to the final', 'heineken.com'],
    ['a place', 'The town of Mercedes votes on water', 'mercedes.com'],
    ['a place with its river', 'La Roche-sur-Yon votes for tram', 'roche.com'],
    ['a village', 'Nokia town council approves budget', 'nokia.com'],
    ['initials of something else', 'Eagles score late TD to win', 'td.com'],
    ['initials that are explained', 'Power wheelchair (PWC) users meet minister', 'pwc.com', 'PwC'],
    ['a word of its own', 'UPS and batteries: how to keep a server alive', 'ups.com'],
  ])('%s: %s', (_kind, title, domain, ...given) => {
    expect(names(title, domain, ...given)).toBe(false)
  })
})

describe('what a headline tells of the company', () => {
  it.each([
    ['growth', 'Chase to open 500 branches', 'chase.com'],
    ['growth', 'Merck baut 550 Stellen ab', 'merck.de'],
    ['funding', 'Rolex buys retailer Bucherer', 'rolex.com'],
    ['news', 'Acme rival Rivalco raises $50 million', 'acme.com'],
  ])('%s: %s', (type, title, domain) => {
    const read = readNews(title, '', '2027-01')
    const isTold = tellsOfCompany(read.text, read.told, about(domain), false)
    expect(isTold ? read.type : 'news').toBe(type)
  })

  it('takes no longer for a long row of capitals than for other words', () => {
    const joins = `joins ${'A'.repeat(5_000)}`
    expect(tellsOfCompany(`Ada ${joins}`, joins, about('acme.com'), true)).toBe(false)
    expect(tellsOfCompany('Ada joins Acme as CFO', 'joins Acme as CFO', about('acme.com'), false)).toBe(true)
    expect(
      tellsOfCompany('We: Ada joins Big Bold Bank as CFO', 'joins Big Bold Bank as CFO', about('acme.com'), true),
    ).toBe(false)
  })
})
