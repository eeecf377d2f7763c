import { describe, expect, it } from 'vitest'
import { leadFieldOf } from '../store/columns/lead-fields.logic.ts'
import { normalKey } from '../store/identity.logic.ts'
import { targetsByName } from './lead-columns.logic.ts'
import { type GivenValue, readGiven, takeAddressApart } from './lead-intake.logic.ts'

const read = (values: { [name: string]: string }) => {
  const names = Object.keys(values)
  const targets = targetsByName(names)
  const given = names.map(
    (name, at): GivenValue => ({ target: targets[at] ?? 'custom', name, value: values[name] ?? '' }),
  )
  return readGiven(given)
}

describe('the columns of a file', () => {
  it.each([
    ['First Name', 'Last Name', 'E-mail Address', 'Company', 'Job Title', 'Phone', 'City', 'Zip Code', 'Country'],
    ['Vorname', 'Nachname', 'E-Mail', 'Firma', 'Position', 'Telefon', 'Ort', 'PLZ', 'Land'],
    ['Prénom', 'Nom', 'Adresse e-mail', 'Société', 'Fonction', 'Téléphone', 'Ville', 'Code postal', 'Pays'],
    ['Nombre', 'Apellidos', 'Correo electrónico', 'Empresa', 'Cargo', 'Teléfono', 'Ciudad', 'Código postal', 'País'],
    ['Nome', 'Cognome', 'Indirizzo e-mail', 'Azienda', 'Ruolo', 'Telefono', 'Città', 'CAP', 'Paese'],
    ['Nome', 'Sobrenome', 'Endereço de e-mail', 'Empresa', 'Cargo', 'Telefone', 'Cidade', 'CEP', 'País'],
    ['Voornaam', 'Achternaam', 'E-mailadres', 'Bedrijf', 'Functie', 'Telefoon', 'Plaats', 'Postcode', 'Land'],
    ['Imię', 'Nazwisko', 'Adres e-mail', 'Nazwa firmy', 'Stanowisko', 'Telefon', 'Miasto', 'Kod pocztowy', 'Kraj'],
    ['Ad', 'Soyad', 'E-posta', 'Şirket', 'Unvan', 'Cep telefonu', 'Şehir', 'Posta kodu', 'Ülke'],
    ['Имя', 'Фамилия', 'Электронная почта', 'Компания', 'Должность', 'Телефон', 'Город', 'Индекс', 'Страна'],
    ['名', '姓', 'メールアドレス', '会社名', '役職', '電話番号', '都市', '郵便番号', '国'],
  ])('are known in their language: %s, %s, %s', (...names) => {
    expect(targetsByName(names)).toEqual([
      'first_name',
      'last_name',
      'email',
      'company',
      'contact_title',
      'phone',
      'city',
      'postcode',
      'country',
    ])
  })

  it('that say something else of an address are none', () => {
    for (const name of ['Email Status', 'Email Opt Out', 'Email Sent', 'Emails opened', 'Mailing list'])
      expect([name, leadFieldOf(name)]).toEqual([name, undefined])
    for (const name of ['Email 2', 'E-mail 1 - Value', 'Secondary Email', 'Primary Contact Email'])
      expect([name, leadFieldOf(name)]).toEqual([name, 'email'])
  })

  it('named Name hold the whole name, or its other part beside one part', () => {
    expect(targetsByName(['Name', 'Firma'])).toEqual(['contact_person', 'company'])
    expect(targetsByName(['Name', 'Vorname'])).toEqual(['last_name', 'first_name'])
    expect(targetsByName(['Nombre', 'Apellidos'])).toEqual(['first_name', 'last_name'])
    expect(targetsByName(['Full name', 'First name', 'Last name'])).toEqual([
      'contact_person',
      'first_name',
      'last_name',
    ])
  })
})

describe('what a row says of a lead', () => {
  it('is a whole name before its parts, and what is no part of a name stays where it can be read', () => {
    expect(read({ 'Full Name': 'Ann M. Doe', 'First Name': 'Ann', 'Last Name': 'Roe' }).data).toEqual({
      contact_person: 'Ann M. Doe',
      custom: { 'Last Name': 'Roe' },
    })
    expect(read({ Salutation: 'Mr.', 'First Name': 'Al', Surname: 'Doe', Suffix: 'Jr.' }).data).toEqual({
      contact_person: 'Al Doe Jr.',
      custom: { Salutation: 'Mr.' },
    })
    expect(read({ Titel: 'Geschäftsführer', Vorname: 'Al', Nachname: 'Doe' }).data).toEqual({
      contact_person: 'Al Doe',
      contact_title: 'Geschäftsführer',
    })
    expect(read({ Voornaam: 'Jan', Tussenvoegsel: 'van der', Achternaam: 'Berg' }).data.contact_person).toBe(
      'Jan van der Berg',
    )
    expect(read({ Vezetéknév: 'Nagy', Keresztnév: 'Anna' }).data.contact_person).toBe('Nagy Anna')
  })

  it('is every address, the first as that of the lead, and none that is none', () => {
    const { data, invalid } = read({
      Email: 'n/a',
      'Work email': 'Ann Doe <ann@x.example>; a@x.example',
      'Email 3': 'b@x.example',
    })
    expect(data).toEqual({
      email: 'ann@x.example',
      contact_person: 'Ann Doe',
      custom: { 'Other emails': 'a@x.example', 'Email 3': 'b@x.example' },
    })
    expect(invalid).toEqual([0])
    expect(read({ Email: 'Acme Sales <sales@x.example>' }).data).toEqual({ email: 'sales@x.example' })
  })

  it('is a number as people write it', () => {
    expect(['80,5', '80.5', ' 7 ', '12 %', '101', 'high'].map((Score) => read({ Score }).data.score)).toEqual([
      80.5,
      80.5,
      7,
      12,
      undefined,
      undefined,
    ])
  })

  it('is an address of its parts, taken apart again into them', () => {
    const german = { Straße: 'Hauptstr.', Hausnummer: '5a', Adresszusatz: '3. OG', PLZ: '10115' }
    expect(read(german).data).toEqual({ address: 'Hauptstr. 5a, 3. OG, 10115' })
    const wanted = [
      { target: 'house_number', name: 'Hausnummer' },
      { target: 'address_line_2', name: 'Adresszusatz' },
      { target: 'postcode', name: 'PLZ' },
    ]
    expect(takeAddressApart('Hauptstr. 5a, 3. OG, 10115', wanted)).toEqual({
      address: 'Hauptstr.',
      house_number: '5a',
      address_line_2: '3. OG',
      postcode: '10115',
    })
    expect(read({ Address: 'Main St', 'House number': '5' }).data).toEqual({ address: '5 Main St' })
    expect(read({ Address: '1 High St, SW1A 1AA', Postcode: 'SW1A 1AA' }).data).toEqual({
      address: '1 High St, SW1A 1AA',
    })
    expect(read({ Company: 'Acme', PLZ: '10115' }).data).toEqual({ company: 'Acme', custom: { PLZ: '10115' } })
  })
})

describe('the key of an e-mail address', () => {
  it('is one for a domain in its own letters and in those of machines, and for an address with a name', () => {
    const key = (text: string) => normalKey('email', text)
    expect(key('Ann@xn--mller-kva.example')).toBe(key('ann@MÜLLER.example'))
    expect(key('Ann Doe <ANN@x.example>')).toBe(key('mailto:ann@x.example'))
    expect(key('foo at bar')).toBeNull()
  })
})
