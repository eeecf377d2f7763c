// An export of a CRM as it comes: titles above the table, semicolons, people in several spellings, damaged numbers.

const HEADER = [
  'Contacts and companies of all owners;;;;;;;;;;;;;',
  'Person;;;Contact;;Company;;Address;;;;Account;;',
  'First Name;Last Name;Job Title;Email;Phone;Name;Domain;Street;Postcode;City;Country;Customer ID;Revenue;Owner',
]

/** What is wrong with each is said above it. */
const MESSY = [
  // One person three times: the second is known by the address, the third by nothing that is certain.
  'Ann;Smith;Managing Director;ann@northwind-tools.example;+44 20 7946 0101;Northwind Tools Ltd;northwind-tools.example;12 Harbour Road;EC1A 1BB;London;United Kingdom;1001;1.250.000,00;mk',
  '"Smith, Ann";;Managing director;Ann Smith <ANN@Northwind-Tools.example>;020 7946 0101;Northwind Tools;https://www.northwind-tools.example/about;12 Harbour Rd.;EC1A 1BB;LONDON;UK;1001;1.250.000,00;mk',
  'Ann;Smith;MD;a.smith@northwind-tools.example;+442079460101;Northwind Tools Limited;northwind-tools.example;12 Harbour Road;EC1A1BB;London;GB;;;pl',
  // One person with and without the umlaut.
  'Jürgen;Groß;Einkaufsleiter;juergen.gross@weber-pumpen.example;+49 731 9840 12;Weber Pumpen GmbH;weber-pumpen.example;Hafenstraße 4;89073;Ulm;Deutschland;1002;840.000,00;mk',
  'Juergen;Gross;Leiter Einkauf;j.gross@weber-pumpen.example;0731 / 984012;Weber Pumpen;weber-pumpen.example;Hafenstr. 4;89073;Ulm;DE;;;pl',
  // A family with one telephone, and who works for it.
  'Petra;Huber;Inhaberin;petra@baeckerei-huber.example;+49 8331 2040;Bäckerei Huber;baeckerei-huber.example;Marktplatz 2;87700;Memmingen;Deutschland;1003;310.500,00;mk',
  'Paul;Huber;Inhaber;paul@baeckerei-huber.example;+49 8331 2040;Bäckerei Huber;baeckerei-huber.example;Marktplatz 2;87700;Memmingen;Deutschland;1003;310.500,00;mk',
  'Jörg;Müller;Backstubenleiter;joerg@baeckerei-huber.example;+49 8331 2040;Bäckerei Huber;baeckerei-huber.example;Marktplatz 2;87700;Memmingen;Deutschland;1003;310.500,00;mk',
  // Several addresses in one cell.
  'Lena;Vogt;Head of Sales;lena.vogt@fjord-outdoor.example, lena@fjord-outdoor.example;+47 22 12 34 56;Fjord Outdoor AS;fjord-outdoor.example;Havnegata 7;0150;Oslo;Norway;1004;2.100.000,00;mk',
  // Numbers that a spreadsheet shortened.
  'Marta;Nowak;CFO;marta.nowak@wisla-papier.example;4,84123E+10;Wisła Papier;wisla-papier.example;ul. Długa 9;31-147;Kraków;Polska;1,00123E+11;990.000,00;pl',
  // What is no address.
  'Tom;Baker;Founder;tom at baker;+44 161 496 0007;Baker & Sons;baker-sons.example;8 Mill Lane;M1 1AE;Manchester;United Kingdom;1005;;pl',
  // A name in one cell, with its title.
  ';Dr. Karin Ebner;;karin.ebner@ebner-optik.example;+43 1 512 33 44;Ebner Optik KG;ebner-optik.example;Ring 3;1010;Wien;Österreich;1006;450.000,00;mk',
]

const ORDINARY = [
  'Maya Adler at Alba Textiles',
  'Noah Brandt at Borealis Glas',
  'Élodie Castro at Cobalt Labs',
  'Søren Dam at Delta Ceramics',
  'Zoë Eklund at Elm Furniture',
  'Ivan Fedorov at Falke Druck',
  'Chiara Greco at Granit Bau',
  'Oskar Holm at Hansa Logistik',
  'Ines Ibarra at Iberia Fruta',
  'Jonas Jensen at Jura Uhren',
  'Katja Kuhn at Kestrel Bikes',
  'Luca Lombardi at Lago Vini',
  'Mila Marek at Moravia Steel',
  'Nils Nyberg at Nordlys Lampor',
  'Olga Orlova at Opal Dental',
  'Pablo Prieto at Prado Ceramica',
  'Quentin Quick at Quarry Stone',
  'Rosa Ricci at Rialto Moda',
  'Stefan Sauer at Sigma Optics',
  'Tilda Toth at Tisza Solar',
  'Ursula Ulrich at Umbra Shades',
  'Viktor Varga at Vega Motors',
  'Wanda Wolska at Warta Foods',
  'Xenia Xanthou at Xylo Timber',
  'Yann Yvon at Yonne Moulins',
  'Zdenek Zeman at Zlin Shoes',
  'Alina Bauer at Amber Paints',
  'Bruno Conti at Brenta Marmi',
  'Clara Dupont at Cerise Pastries',
  'David Engel at Dom Verlag',
  'Emil Fischer at Ems Boats',
  'Freya Gunnarsson at Fjell Ski',
  'Georg Haas at Gletscher Wasser',
  'Hanna Ivarsson at Humla Honey',
  'Isak Johansson at Inland Rail',
  'Jana Kolar at Jizera Crystal',
  'Karl Lindner at Kranich Air',
  'Lotte Maas at Linde Cargo',
  'Marco Neri at Marea Pesca',
  'Nora Olsen at Nidar Sjokolade',
  'Otto Pohl at Oder Maschinen',
  'Paula Ramos at Pampa Leather',
  'Rafael Silva at Rio Verde Cafe',
  'Sara Thoma at Salm Immobilien',
  'Tim Urban at Tauber Wein',
  'Vera Wagner at Volt Speicher',
]

/** As it is written in addresses. */
const plain = (text: string) =>
  text.toLowerCase().replace('ø', 'o').normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '-')

const domainOf = (firm: string) => `${plain(firm)}.example`

/** Those of the ordinary companies. */
export const COMPANY_DOMAINS = ORDINARY.map((who) => domainOf(who.split(' at ')[1] ?? ''))

const lineOf = (who: string, at: number) => {
  const [name = '', firm = ''] = who.split(' at ')
  const [given = '', family = ''] = name.split(' ')
  const domain = domainOf(firm)
  const address = `${plain(given)}.${plain(family)}@${domain}`
  const place = `Road ${at + 1};${10_117 + at * 911};Bonn;Deutschland`
  return `${given};${family};Buyer;${address};;${firm};${domain};${place};${2000 + at};${at + 1}.500,00;mk`
}

export const CRM_EXPORT = [...HEADER, ...MESSY, ...ORDINARY.map(lineOf), ';;;;;;;;;;;;;'].join('\r\n')
