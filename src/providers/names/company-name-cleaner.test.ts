// The promises of the company-name cleaner.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companyNameCleaner } from './company-name-cleaner.ts'

const clean = (company: string) => {
  const answer = companyNameCleaner.answer({ company })
  return answer.kind === 'found' ? [answer.values.company_name, answer.values.legal_form] : [answer.kind]
}
const nameOf = (company: string) => clean(company)[0]

describe('a legal form', () => {
  it.each([
    ['Apple Inc.', 'Apple', 'Inc.'],
    ['Amazon.com, Inc.', 'Amazon.com', 'Inc.'],
    ['Siemens AG', 'Siemens', 'AG'],
    ['Robert Bosch GmbH', 'Robert Bosch', 'GmbH'],
    ['Müller & Söhne GmbH & Co. KG', 'Müller & Söhne', 'GmbH & Co. KG'],
    ['Schwarz Beteiligungs-GmbH & Co KG', 'Schwarz Beteiligungs', 'GmbH & Co. KG'],
    ['Henkel AG & Co. KGaA', 'Henkel', 'AG & Co. KGaA'],
    ['Start UG (haftungsbeschränkt)', 'Start', 'UG'],
    ['Cemex, S.A.B. de C.V.', 'Cemex', 'S.A.B. de C.V.'],
    ['Grupo Bimbo S A B de C V', 'Grupo Bimbo', 'S.A.B. de C.V.'],
    ['Allegro.pl sp. z o.o.', 'Allegro.pl', 'Sp. z o.o.'],
    ['ALLEGRO SP Z O O', 'Allegro', 'Sp. z o.o.'],
    ['CD PROJEKT S.A.', 'CD Projekt', 'S.A.'],
    ['株式会社トヨタ', 'トヨタ', '株式会社'],
    ['トヨタ自動車株式会社', 'トヨタ自動車', '株式会社'],
    ['㈱日立製作所', '日立製作所', '(株)'],
    ['삼성전자 주식회사', '삼성전자', '주식회사'],
    ['华为技术有限公司', '华为技术', '有限公司'],
    ['ООО «Ромашка»', 'Ромашка', 'ООО'],
    ['ПАО Газпром', 'Газпром', 'ПАО'],
    ['Novo Nordisk A/S', 'Novo Nordisk', 'A/S'],
    ['LEGO System A/S', 'LEGO System', 'A/S'],
    ['Nokia Oyj', 'Nokia', 'Oyj'],
    ['Oy Karl Fazer Ab', 'Karl Fazer', 'Oy AB'],
    ['AB Volvo (publ)', 'Volvo', 'AB'],
    ['Koninklijke Philips N.V.', 'Koninklijke Philips', 'N.V.'],
    ['Booking.com B.V.', 'Booking.com', 'B.V.'],
    ['Société Générale SA', 'Société Générale', 'S.A.'],
    ['Ledger SAS', 'Ledger', 'SAS'],
    ['SARL Dupont et Fils', 'Dupont et Fils', 'SARL'],
    ['Anheuser-Busch InBev SA/NV', 'Anheuser-Busch InBev', 'SA/NV'],
    ['Ferrero S.p.A.', 'Ferrero', 'S.p.A.'],
    ['Prezi Kft.', 'Prezi', 'Kft.'],
    ['Škoda Auto a.s.', 'Škoda Auto', 'a.s.'],
    ['Infobip d.o.o.', 'Infobip', 'd.o.o.'],
    ['Atlassian Pty Ltd', 'Atlassian', 'Pty Ltd'],
    ['Acme (Pty) Ltd', 'Acme', 'Pty Ltd'],
    ['Infosys Technologies Pvt. Ltd.', 'Infosys Technologies', 'Pvt. Ltd.'],
    ['Zoho Corporation Private Limited', 'Zoho', 'Corp. Pvt. Ltd.'],
    ['Grab Holdings Pte. Ltd.', 'Grab Holdings', 'Pte. Ltd.'],
    ['Rakuten K.K.', 'Rakuten', 'K.K.'],
    ['Sony Kabushiki Kaisha', 'Sony', 'K.K.'],
    ['Barclays PLC', 'Barclays', 'PLC'],
    ['PT Telkom Indonesia (Persero) Tbk', 'Telkom Indonesia', 'PT Tbk.'],
    ['Petronas Sdn Bhd', 'Petronas', 'Sdn. Bhd.'],
    ['Arçelik A.Ş.', 'Arçelik', 'A.Ş.'],
    ['SIA "Rimi Latvia"', 'Rimi Latvia', 'SIA'],
    ['Citibank, N.A.', 'Citibank', 'N.A.'],
    ['The Coca-Cola Company', 'Coca-Cola', 'Co.'],
    ['Boeing Company, The', 'Boeing', 'Co.'],
    ['Wells Fargo & Company', 'Wells Fargo', 'Co.'],
    ['JPMorgan Chase & Co.', 'JPMorgan Chase', 'Co.'],
    ['Taiwan Semiconductor Manufacturing Co., Ltd.', 'Taiwan Semiconductor Manufacturing', 'Co., Ltd.'],
    ['Espirito Santo S.A. - Escelsa', 'Espirito Santo - Escelsa', 'S.A.'],
    ['טבע תעשיות פרמצבטיות בע״מ', 'טבע תעשיות פרמצבטיות', 'בע"מ'],
    ['บริษัท ปตท. จำกัด', 'ปตท', 'บริษัทจำกัด'],
    ['Công ty TNHH Samsung Việt Nam', 'Samsung Việt Nam', 'Công ty TNHH'],
  ])('is taken off %s', (typed, name, form) => {
    expect(clean(typed)).toEqual([name, form])
  })

  it.each([
    'SAS Institute',
    'AB InBev',
    'AS Roma',
    'Limited Edition Products',
    'The Limited',
    'Inc',
    'Company Name',
    'Corporate Executive Board',
    'Groupe PSA Peugeot',
    'Bank of America',
    'Plan B',
    'Vitamin C',
    'Virgin Atlantic',
    'A.B.C.',
    'Crosby, Stills & Nash',
    'Hello. World',
    'Unibail',
    'Yahoo Japan',
    'Sea Limitless',
    'UAB',
    "Trader Joe's",
    'Mary Kay',
    'Ernst & Young',
    '7-Eleven',
    'E.ON',
    'J.P. Morgan',
    "Let's Go",
    '3M',
    'X',
    'Dr. Ing. h.c. F. Porsche',
    'Chick-fil-A',
  ])('is not seen in %s', (name) => {
    expect(nameOf(name)).toBe(name)
  })
})

describe('the rest of what people type', () => {
  it.each([
    ['  Hello \u00a0 World\u200b ltd ', 'Hello World'],
    ['Acme™ Widgets® (R)', 'Acme Widgets'],
    ['Johnson &amp; Johnson', 'Johnson & Johnson'],
    ['Cafe\u0301 Ltd', 'Caf\u00e9'],
    ['ＡＢＣ商事株式会社', 'ABC商事'],
    ['"Acme Widgets"', 'Acme Widgets'],
    ['John Smith LLC dba Acme Widgets', 'Acme Widgets'],
    ['Smith Holdings Ltd t/a The Corner Shop', 'Corner Shop'],
    ['Meta Platforms, Inc. (formerly Facebook, Inc.)', 'Meta Platforms'],
    ['International Business Machines Corp. (NYSE: IBM)', 'International Business Machines'],
    ['Yahoo! Inc', 'Yahoo'],
    ['The Home Depot, Inc.', 'Home Depot'],
    ['The Gap, Inc.', 'The Gap'],
    ['The New York Times Company', 'New York Times'],
  ])('%s becomes %s', (typed, name) => {
    expect(nameOf(typed)).toBe(name)
  })

  it.each([
    ['IBM CORPORATION', 'IBM'],
    ['BANK OF AMERICA CORP', 'Bank of America'],
    ['THE COCA-COLA COMPANY', 'Coca-Cola'],
    ["MCDONALD'S CORPORATION", "McDonald's"],
    ["MACY'S INC", "Macy's"],
    ['AT&T INC.', 'AT&T'],
    ['BASF SE', 'BASF'],
    ['SIEMENS AG', 'Siemens'],
    ['HSBC HOLDINGS PLC', 'HSBC Holdings'],
    ["O'REILLY MEDIA", "O'Reilly Media"],
    ['UNITED STATES STEEL CORP', 'United States Steel'],
    ['NEW YORK LIFE', 'New York Life'],
    ['ТАТНЕФТЬ ПАО', 'Татнефть'],
    ['İŞ BANKASI A.Ş.', 'İş Bankası'],
    ['microsoft corp', 'Microsoft'],
    ['adidas ag', 'adidas'],
    ['ebay inc', 'eBay'],
    ['bank of america', 'Bank of America'],
    ['amazon.com, inc.', 'Amazon.com'],
    ['u.s. steel corp', 'U.S. Steel'],
  ])('of one case only, %s becomes %s', (typed, name) => {
    expect(nameOf(typed)).toBe(name)
  })

  it.each([
    '',
    '   ',
    '-',
    '???',
    'N/A',
    'n.a.',
    'None',
    'unknown',
    '(unknown)',
    '"N/A"',
    '[tbd]',
    '--- none ---',
    'Self-employed',
    'LLC',
    'Company Pvt. Ltd.',
    '株式会社',
    'https://acme.com',
    'jo@acme.com',
    '™',
  ])('"%s" is no name', (typed) => {
    expect(clean(typed)).toEqual(['not_found'])
  })
})

it('never throws, and cleaning a cleaned name changes nothing', () => {
  const words = fc.constantFrom(
    'Acme',
    'Hello',
    'IBM',
    'the',
    'The',
    '&',
    'Co',
    'Co.',
    'Inc.',
    'ltd',
    'GmbH',
    'Oy',
    'AB',
    'S.A.',
    'de',
    'C.V.',
    ',',
    '-',
    '(publ)',
    'Company',
    '株式会社',
    '"X"',
    'A.B.',
    '!',
    'dba',
    'LLC',
    'MÜLLER',
    'ООО',
    'SE',
    '3M',
    'AS',
  )
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.array(words, { maxLength: 7 }).map((list) => list.join(' ')),
  )
  fc.assert(
    fc.property(typed, (company) => {
      const once = companyNameCleaner.answer({ company })
      if (once.kind !== 'found') return
      const name = once.values.company_name as string
      expect(name).toBe(name.trim().normalize('NFC'))
      expect(nameOf(name)).toBe(name)
    }),
    { numRuns: 1000 },
  )
})
