// What inputs are suggested: right or empty, by the header and by what the values are.
import { expect, test } from 'vitest'
import { lookupById } from '../../providers/catalog.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import type { SampledColumn } from '../../records/reading/column-meaning.logic.ts'
import { meantColumns, suggestInputs } from './suggest-inputs.logic.ts'

const lookup = (id: string) => lookupById(id) as Lookup

function table(columns: Record<string, readonly string[]>, more: Record<string, Partial<SampledColumn>> = {}) {
  const rows = Math.max(0, ...Object.values(columns).map((values) => values.length))
  const sampled = Object.entries(columns).map(([name, values]) => ({ id: name, name, values, ...more[name] }))
  return meantColumns(sampled, rows)
}

const suggested = (id: string, columns: ReturnType<typeof table>, self?: string) =>
  Object.fromEntries(suggestInputs(lookup(id), columns, self).inputs.map(({ name, column }) => [name, column]))

const COMPANIES = {
  'Company Name': ['Acme Tools', 'Northwind GmbH', 'Blue Harbor', 'Stark Foods'],
  'Web site': ['www.acme-tools.com', 'https://northwind.de/', 'blueharbor.io', 'starkfoods.co.uk'],
  '# Employees': ['51-200', '12', '1,000+', '40'],
  Notes: ['met at fair', '', 'call back', 'from list'],
}

test('a company list gives its site to a work email, its size, and no name of a person', () => {
  const { inputs, missing } = suggestInputs(lookup('email-pattern'), table(COMPANIES))
  expect(inputs).toEqual([
    { name: 'company_domain', column_id: 'Web site', column: 'Web site', usable: 4 },
    { name: 'employee_count', column_id: '# Employees', column: '# Employees', usable: 4 },
  ])
  expect(missing).toEqual(['full_name|first_name|last_name'])
})

test('the domain of a company is read from its site, and from notes only where they name sites', () => {
  expect(suggested('domain-normaliser', table(COMPANIES))).toEqual({ website: 'Web site' })
  const { 'Web site': _, ...without } = COMPANIES
  expect(suggested('domain-normaliser', table(without))).toEqual({})
  const told = { Notes: ['see www.acme.com', 'ann@northwind.de wrote', 'blueharbor.io is theirs'] }
  expect(suggested('domain-normaliser', table(told))).toEqual({ text: 'Notes' })
})

test('hosts of a private network are sites under a header that says so, and file names without one are not', () => {
  const hosts = ['crm.intern', 'acme.test', 'wiki.corp']
  expect(suggested('domain-normaliser', table({ Domain: hosts }))).toEqual({ website: 'Domain' })
  expect(suggested('domain-normaliser', table({ Anhang: hosts }))).toEqual({})
})

test('shops under the domain of one platform are sites, and pages of one host are none', () => {
  const names = ['acme', 'borea', 'cetus', 'delos', 'elara']
  const shops = names.map((name) => `https://${name}.shops.example.com/`)
  expect(suggested('domain-normaliser', table({ Website: shops }))).toEqual({ website: 'Website' })
  const pages = names.map((name) => `https://directory.example.com/${name}`)
  expect(suggested('domain-normaliser', table({ Website: pages }))).toEqual({})
})

test('headers are read in ten languages', () => {
  const headers = [
    ['Company', 'Website', 'First name', 'Last name', 'Email'],
    ['Firma', 'Webseite', 'Vorname', 'Nachname', 'E-Mail-Adresse'],
    ['Entreprise', 'Site web', 'Prénom', 'Nom', 'Courriel'],
    ['Empresa', 'Sitio web', 'Nombre', 'Apellidos', 'Correo electrónico'],
    ['Azienda', 'Sito web', 'Nome', 'Cognome', 'E-mail'],
    ['Empresa', 'Site', 'Primeiro nome', 'Sobrenome', 'E-mail'],
    ['Bedrijf', 'Website', 'Voornaam', 'Achternaam', 'E-mailadres'],
    ['Nazwa firmy', 'Strona www', 'Imię', 'Nazwisko', 'Adres e-mail'],
    ['Şirket', 'Web sitesi', 'Ad', 'Soyad', 'E-posta'],
    ['Компания', 'Сайт', 'Имя', 'Фамилия', 'Почта'],
    ['会社名', 'ウェブサイト', '名', '姓', 'メールアドレス'],
  ]
  for (const [company = '', website = '', first = '', last = '', email = ''] of headers) {
    const columns = table({
      [company]: ['Acme Tools', 'Northwind GmbH'],
      [website]: ['www.acme-tools.com', 'northwind.de'],
      [first]: ['Ada', 'Emil'],
      [last]: ['Palmer', 'Novak'],
      [email]: ['ada.palmer@acme-tools.com', 'novak@northwind.de'],
    })
    expect(suggested('apollo-person', columns)).toEqual({
      company,
      domain: website,
      first_name: first,
      last_name: last,
      email,
    })
  }
})

test('a name is a person where the row says so, a firm where it spells its site, and else nothing', () => {
  const firms = table({ Name: ['Acme Tools', 'Blue Harbor'], Website: ['acmetools.com', 'blueharbor.io'] })
  expect(suggested('apollo-person', firms)).toEqual({ domain: 'Website', company: 'Name' })
  const people = table({ Name: ['Ada Palmer', 'Emil Novak'], Company: ['Acme', 'Northwind'] })
  expect(suggested('apollo-person', people)).toEqual({ full_name: 'Name', company: 'Company' })
  const mailed = table({ Name: ['Ada Palmer', 'Emil Novak'], Mail: ['ada.palmer@gmail.com', 'e.novak@web.de'] })
  expect(suggested('apollo-person', mailed)).toEqual({ full_name: 'Name', email: 'Mail' })
  expect(suggested('apollo-person', table({ Name: ['Green Valley', 'Silver Lake'] }))).toEqual({})
})

test('what belongs to someone else is not suggested: owners, parents, sources, profiles', () => {
  const columns = table({
    'Account Owner': ['Ada Palmer', 'Emil Novak'],
    'Owner email': ['ada@ours.com', 'emil@ours.com'],
    'Parent company': ['Holding AG', 'Group Ltd'],
    'Source URL': ['https://directory.com/a', 'https://other.org/b'],
    'Logo URL': ['https://cdn.acme.com/logo.png', 'https://img.northwind.de/l.png'],
    LinkedIn: ['https://www.linkedin.com/company/acme', 'https://www.linkedin.com/company/northwind'],
    'Company Email': ['info@acme.com', 'office@northwind.de'],
  })
  expect(suggested('apollo-person', columns)).toEqual({})
  expect(suggested('website-reader', columns)).toEqual({})
  // A shared mailbox of a company can be verified, but does not identify a person.
  expect(suggested('email-verifier', columns)).toEqual({ email: 'Company Email' })
})

test('values alone are enough for addresses, sites and profiles, under whatever header', () => {
  const columns = table({
    A: ['ada@acme.com', 'emil@northwind.de'],
    B: ['acme.com', 'northwind.de'],
    C: ['https://www.linkedin.com/in/ada', 'linkedin.com/in/emil'],
  })
  expect(suggested('apollo-person', columns)).toEqual({ email: 'A', domain: 'B', linkedin_url: 'C' })
})

test('a header whose values are something else is not believed', () => {
  const columns = table({
    Website: ['yes', 'no', 'yes'],
    Email: ['unsubscribed', 'valid', 'valid'],
    Phone: ['mobile', 'landline', 'mobile'],
    Country: ['12', '14', '3'],
  })
  for (const id of ['website-reader', 'email-verifier', 'phone-e164', 'country-normaliser'])
    expect(suggested(id, columns)).toEqual({})
})

test('a column that finds the field is taken, but never by itself, and an empty table is read by its headers', () => {
  const found = { 'Company domain': { output: 'company_domain' } }
  const columns = table({ Company: ['Acme'], 'Company domain': ['acme.com'] }, found)
  expect(suggested('website-reader', columns)).toEqual({ website: 'Company domain' })
  expect(suggested('website-reader', columns, 'Company domain')).toEqual({})
  expect(suggested('apollo-person', table({ 'Full name': [], Website: [], Company: [] }))).toEqual({
    full_name: 'Full name',
    domain: 'Website',
    company: 'Company',
  })
})

test('says in how many rows of the sample a value can be used', () => {
  const columns = table({ Website: ['acme.com', '', 'n/a', 'northwind.de'] })
  expect(suggestInputs(lookup('website-reader'), columns).inputs).toMatchObject([{ column: 'Website', usable: 2 }])
})
