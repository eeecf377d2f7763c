// Which column holds which field of a lead: by the column's name, else by its type.
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'

/**
 * What columns are called, lower case and without accents, in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish,
 * Russian, Chinese, Japanese and Korean.
 */
const ALIASES: { [field: string]: string } = {
  company: `company, company name, organisation, organization, organization name, account, account name, business, employer, firma, firmenname, unternehmen,
    unternehmensname, societe, entreprise, nom de l entreprise, raison sociale, empresa, nombre de la empresa, razon social, azienda, societa, ragione sociale,
    nome azienda, nome da empresa, bedrijf, bedrijfsnaam, organisatie, nazwa firmy, przedsiebiorstwo, sirket, sirket adi, firma adi, компания, организация,
    название компании, фирма, 会社, 会社名, 企業名, 公司, 公司名称, 企业名称, 회사, 회사명`,
  domain: `domain, company domain, company domain name, domain name, root domain, email domain, dominio, domaine, domein, домен, 域名, ドメイン, 도메인`,
  website: `website, web site, url, site, homepage, web, company website, company url, website url, webseite, internetseite, internetadresse, site web,
    site internet, sitio web, pagina web, sito, sito web, site da empresa, webadres, strona, strona internetowa, strona www, www, web sitesi, internet sitesi,
    сайт, веб сайт, ウェブサイト, 网站, 网址, 웹사이트, 홈페이지`,
  phone: `phone, phone number, telephone, telephone number, tel, mobile, mobile phone, mobile number, cell, cell phone, work phone, company phone, business phone,
    direct phone, direct line, mobilephone, telefon, telefonnummer, tel nr, handy, handynummer, mobil, mobiltelefon, mobilnummer, rufnummer, telefono, numero de telephone,
    portable, telephone portable, movil, celular, numero de telefono, cellulare, numero di telefono, telefone, telemovel, telefoon, telefoonnummer, mobiel,
    mobiele telefoon, numer telefonu, komorka, telefon komorkowy, telefon numarasi, cep telefonu, телефон, номер телефона, мобильный, мобильный телефон, 電話, 電話番号,
    携帯電話, 电话, 手机, 手机号, 전화, 전화번호, 휴대폰`,
  contact_person: `contact person, contact, contact name, full name, fullname, person, person name, name, lead name, ansprechpartner, ansprechperson, kontakt, vollstandiger name,
    nom, nom complet, nom et prenom, contact principal, nombre, nombre completo, nombre y apellidos, contacto, persona de contacto, nome, nome completo, nome e cognome, contatto,
    referente, contato, pessoa de contato, naam, volledige naam, contactpersoon, imie i nazwisko, osoba kontaktowa, ad, adi, ad soyad, adi soyadi, isim, имя, фио,
    контактное лицо, полное имя, 氏名, 名前, 姓名, 联系人, 이름, 성명, 담당자, nev, teljes nev, ho ten, ho va ten`,
  email: '電子メール, メール, メールアドレス, eメール, 邮箱, 电子邮箱, 电子邮件, 邮件, 이메일, 이메일 주소',
  contact_title: `contact title, title, job title, jobtitle, position, role, funktion, stelle, berufsbezeichnung, stellenbezeichnung, jobtitel, poste, fonction,
    intitule du poste, cargo, puesto, ruolo, posizione, qualifica, funcao, functie, functietitel, stanowisko, unvan, pozisyon, gorev, должность, 役職, 肩書, 职位, 职务, 직책, 직위`,
  city: `city, town, location city, mailing city, billing city, stadt, ort, wohnort, ville, ciudad, localidad, poblacion, citta, comune, cidade, stad, plaats, woonplaats, miasto,
    miejscowosc, sehir, город, 市, 市区町村, 都市, 城市, 도시`,
  state: `state, region, province, county, state region, state province, state or province, mailing state, billing state, bundesland, departement, provincia, estado, regione,
    provincie, wojewodztwo, область, регион, 都道府県, 省, 省份`,
  country: `country, land, country code, location country, country region, mailing country, billing country, staat, pays, pais, paese, nazione, kraj, ulke, страна, 国, 国家, 국가`,
  address: `address, street, street address, postal address, address line 1, address 1, street 1, mailing address, mailing street, billing street, company address, strasse, anschrift,
    adresse, postanschrift, rue, adresse postale, calle, direccion, domicilio, via, indirizzo, rua, endereco, morada, straat, straatnaam, adres, ulica, sokak, cadde, улица,
    адрес, 住所, 地址, 주소`,
  specialization: `specialization, specialisation, industry, sector, category, branche, wirtschaftszweig, secteur, secteur d activite, industria, settore, setor, branza, sektor, отрасль, 業種, 业界, 行业, 업종`,
  company_size: `company size, employees, size, headcount, number of employees, numberofemployees, mitarbeiter, mitarbeiterzahl, anzahl mitarbeiter, effectif, nombre de salaries, empleados,
    numero de empleados, dipendenti, numero dipendenti, funcionarios, numero de funcionarios, medewerkers, aantal medewerkers, pracownicy, liczba pracownikow, calisan sayisi,
    количество сотрудников, 従業員数, 员工人数, 직원수`,
  description: `description, about, summary, beschreibung, descripcion, descrizione, descricao, omschrijving, opis, aciklama, описание, 説明, 描述, 설명`,
  linkedin_url: `linkedin, linkedin url, company linkedin, company linkedin url, linkedin profile, linkedin profile url, person linkedin url, linkedin page`,
  first_name: `first name, firstname, given name, givenname, given names, forename, forenames, fname, vorname, vornamen, prenom, prenoms, nombre de pila, primer nombre, nome proprio,
    primeiro nome, voornaam, voornamen, roepnaam, imie, 名, keresztnev, utonev, ten, fornamn, fornavn`,
  last_name: `last name, lastname, surname, family name, familyname, lname, nachname, familienname, zuname, nom de famille, apellido, apellidos, primer apellido, apellido paterno, apellido1, apellido 1, cognome, sobrenome,
    apelido, ultimo nome, achternaam, familienaam, nazwisko, soyad, soyadi, soyisim, фамилия, 姓, 氏, 성, vezeteknev, csaladnev, ho, efternamn, efternavn, etternavn`,
  middle_name: `middle name, middlename, middle names, middle initial, zweiter vorname, deuxieme prenom, segundo nombre, secondo nome, segundo nome, tweede naam, drugie imie, ikinci ad, отчество`,
  infix: 'tussenvoegsel, tussenvoegsels, namensvorsatz, name infix, surname prefix, last name prefix',
  second_last_name: 'second last name, second surname, segundo apellido, apellido materno, apellido2, apellido 2',
  name_prefix: `prefix, name prefix, title prefix, honorific, academic title, titel, akademischer titel, akad titel, namenstitel, titre, salutation, anrede, civilite, tratamiento, titolo,
    tytul, обращение`,
  name_suffix: 'suffix, name suffix, generation, namenszusatz, suffixe, sufijo, suffisso, sufixo',
  house_number: `house number, house no, street number, building number, hausnummer, hausnr, haus nr, numero de rue, numero de calle, numero civico, civico, huisnummer, nr domu,
    numer domu, kapi no, номер дома`,
  address_line_2: `address line 2, address 2, street 2, street address 2, adresszusatz, adresszeile 2, complement d adresse, complement adresse, direccion 2, indirizzo 2, complemento, toevoeging, adres 2`,
  postcode: `zip, zip code, zipcode, zip postal code, postal code, postalcode, postcode, post code, postal zip code, mailing zip postal code, billing zip postal code, mailing postal code,
    billing postal code, plz, postleitzahl, code postal, cp, codigo postal, cap, codice postale, cep, kod pocztowy, posta kodu, индекс, почтовый индекс, 郵便番号, 邮编, 邮政编码, 우편번호`,
}

/** Parts that files keep in columns of their own, by the field that they make. */
export const FIELD_OF_PART: ReadonlyMap<string, string> = new Map([
  ...['name_prefix', 'first_name', 'middle_name', 'infix', 'last_name', 'second_last_name', 'name_suffix'].map(
    (part) => [part, 'contact_person'] as const,
  ),
  ...['house_number', 'address_line_2', 'postcode'].map((part) => [part, 'address'] as const),
])

const FIELD_OF_NAME = new Map(
  Object.entries(ALIASES).flatMap(([field, names]) => names.split(',').map((name) => [folded(name), field])),
)
const FIELD_OF_TYPE: { [inputType: string]: string } = { email: 'email', phone: 'phone', url: 'website' }

const EMAIL =
  /(?:^| )(?:e ?mails?|e ?mail ?adress?e?n?|mails?|mailadresse|courriels?|correos?|e ?posta|epost|почта|эл почта)(?= |$)/
/** What names of such a column may say beside: which of several it is, or whose. */
const BESIDE_EMAIL =
  /^(?:\d+|value|hs|address(?:es)?|adresse?n?|direccion|indirizzo|endereco|adres|adresi|electronico|electronique|elettronica|eletronico|elektroniczny|elektroniczna|e|de|di|do|da|no|work|business|professional|professionnel|beruflich|geschaftlich|personal|private|privat|home|other|others|additional|alternate|alternative|secondary|second|primary|main|contact|person|company|corporate|office|general|direct|lead|kontakt|firma|электронная|адрес)$/

/** In front of a name that means something by itself, as in `Primary Contact First Name`. */
const WHOSE = /^(?:(?:primary|main|lead|contact|person|prospect|ansprechpartner|kontakt|mailing|billing) )+(?=.)/

/** What a column holds by its name, in any spelling: a field of leads or a part of one; undefined when it is neither. */
export function leadFieldOf(name: string): string | undefined {
  const key = folded(name)
  return FIELD_OF_NAME.get(key) ?? (isEmailName(key) ? 'email' : FIELD_OF_NAME.get(key.replace(WHOSE, '')))
}

function isEmailName(key: string): boolean {
  const rest = key.replace(EMAIL, ' ')
  return rest !== key && rest.split(' ').every((word) => word === '' || BESIDE_EMAIL.test(word))
}

/** Names that mean the whole name alone, and its other part beside a column of one part: `Name, Vorname`, `Nombre, Apellidos`. */
const WHOLE_OR_PART = new Set('name naam nom nombre nombres nome ad adi isim имя 이름 名前 nev'.split(' ').map(folded))

/** What each column holds, by all of their names: which part a `Name` is shows beside the others. */
export function leadTargetsOf(names: readonly string[]): (string | undefined)[] {
  const targets = names.map(leadFieldOf)
  const other = targets.includes('last_name') ? 'first_name' : 'last_name'
  if (targets.includes('last_name') === targets.includes('first_name')) return targets
  return targets.map((target, index) =>
    target === 'contact_person' && WHOLE_OR_PART.has(folded(names[index] ?? '')) ? other : target,
  )
}

/** Languages in which the family comes first in any script. */
const FAMILY_FIRST = new Set(['keresztnev', 'utonev', 'vezeteknev', 'csaladnev', 'ho', 'ten'].map(folded))
export const isFamilyFirst = (name: string) => FAMILY_FIRST.has(folded(name))

const BEFORE_STREET = /number|\bno\b|numero de rue/
/** Whether the number of a house stands before its street, by the language of the column. */
export const isBeforeStreet = (name: string) => BEFORE_STREET.test(folded(name))

/** As {@link plain}, without accents. */
function folded(name: string): string {
  return plain(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
}

/** Lower case words, apart by one space: `E-Mail_Address` is `e mail address`. */
export function plain(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The input columns that stand for lead fields, each field once: names first, then types. */
export function leadColumns(columns: readonly Pick<ColumnConfig, 'id' | 'name' | 'type'>[]): Map<string, string> {
  const found = new Map<string, string>()
  const inputs = columns.filter((column) => column.type === 'input')
  const offer = (field: string | undefined, id: string) => {
    if (field === undefined || FIELD_OF_PART.has(field) || found.has(field)) return
    if (![...found.values()].includes(id)) found.set(field, id)
  }
  const targets = leadTargetsOf(inputs.map(({ name }) => name))
  for (const [index, column] of inputs.entries()) {
    // A column of addresses that is called Contact holds addresses.
    const isTyped = targets[index] === 'contact_person' && FIELD_OF_TYPE[typeOf(column)] !== undefined
    if (!isTyped) offer(targets[index], column.id)
  }
  for (const column of inputs) offer(FIELD_OF_TYPE[typeOf(column)], column.id)
  return found
}

const typeOf = (column: object) => String((column as { input_type?: unknown }).input_type)
