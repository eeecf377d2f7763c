// What a page calls its firm where neither a domain nor a copyright says so, and what of it is no name.
import { expect, it } from 'vitest'
import { bringTogether } from './website-reader.facts.ts'
import { readPage } from './website-reader.page.ts'

const read = (html: string, url = 'https://site.example/') =>
  bringTogether([{ url, kind: 'contact', facts: readPage(html) }]).values

it.each([
  [
    'beside the name of a page that every site has',
    '<title>Contact us - Harbor Lane Wellness</title><p>Write to us.',
    'Harbor Lane Wellness',
  ],
  [
    'the same in Italian, with its initials as the logo',
    '<title>Contatti | Bottega del Legno</title><a href="/"><img alt="BDL" src="l.png"></a><p>BDL<p>BDL',
    'Bottega del Legno',
  ],
  [
    'with its town in brackets',
    '<title>Celery Kitchen (Dallas, TX 75209): Contact us</title><p>Celery Kitchen is open.',
    'Celery Kitchen',
  ],
  [
    'as an official site',
    '<title>The official website of Harbor Lane Museum - Contact us</title><p>A page.',
    'Harbor Lane Museum',
  ],
  [
    'above its street',
    '<title>Contact us</title><p>Harbor Lane Schools<br>5225 West Vliet Street<br>Milwaukee, WI 53208</p>',
    'Harbor Lane Schools',
  ],
  [
    'above its street, with the office',
    '<title>Contact us</title><p>Harbor Lane Schools Headquarters<br>5225 West Vliet Street<br>Milwaukee, WI 53208</p>',
    'Harbor Lane Schools',
  ],
])('is found %s', (_, html, name) => {
  expect(read(html).company_name).toBe(name)
})

it.each([
  [
    'what to do above a street',
    '<title>Contact us</title><p>Send email<br>5225 West Vliet Street<br>Milwaukee, WI 53208</p>',
  ],
  ['the name of a page alone', '<title>Contact us</title><p>Write to us.'],
])('is not %s', (_, html) => {
  expect(read(html).company_name).toBeNull()
})

it.each([
  ['C.F. 04128880962', 'it'],
  ['P. IVA: 04128880962', 'it'],
  ['Org.nr 934 145 038', 'no'],
  ['HRB 0221 987654', 'de'],
  ['SIRET : 01 23 45 67 89', 'fr'],
  ['Registration no. 0221 987654', 'de'],
])('takes "%s" for no telephone number', (line, language) => {
  expect(read(`<html lang=${language}><p>${line}</p><p>Write to us.</p>`, `https://site.${language}/`).phones).toEqual(
    [],
  )
})

it('still takes the number behind a number of a register', () => {
  const { phones } = read('<html lang=it><p>C.F. 04128880962 - Tel. 02 48714236</p>', 'https://site.it/')
  expect(phones).toMatchObject([{ number: '+390248714236', kind: 'phone' }])
})
