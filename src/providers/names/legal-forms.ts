// Legal forms of companies around the world, as they are written after or before a name.

/**
 * `strict` says how the form must be written to count, because it is also a word or an abbreviation of something else:
 * `caps` wants capitals, dots or a slash ("AS", "a.s."); `dots` wants dots, a slash or a comma before it ("S.C.", ", SC").
 * `anywhere` forms are dropped from the middle of a name as well; `before` forms may open it.
 */
export interface LegalForm {
  name: string
  strict?: 'caps' | 'dots'
  anywhere?: true
  before?: true
}

/** `canonical = other spellings | ...`; dots, blanks, slashes and case do not matter, so "S.A. de C.V." also covers "SA DE CV". */
const PLAIN = `
Inc. = Incorporated
Corp. = Corporation
Co. = Company | & Co | & Company | and Company | and Co | & Cie | et Cie | Cie
Co., Ltd. = Co Limited | Company Limited | & Co Ltd | & Co Limited | Coltd
Ltd. = Limited | Ltd Co
LLC = Limited Liability Company | Ltd Liability Co
LLP = Limited Liability Partnership
LLLP
PLLC
PLC = Public Limited Company | Public Co Ltd | Public Company Limited
DAC = Designated Activity Company
CLG = Company Limited by Guarantee
ULC = Unlimited Company
Ltée = Limitée | Inc Ltée
GmbH = Ges.m.b.H. | Gesellschaft mit beschränkter Haftung | mbH | gemeinnützige GmbH | gGmbH | GmbH in Liquidation | GmbH i.L. | GmbH i.G. | GmbH & Co
GmbH & Co. KG = GmbH & Co KG | GmbH und Co KG | GmbH + Co KG | GmbH & Compagnie KG | GmbH Co KG | mbH & Co KG | Verwaltungs GmbH & Co KG
GmbH & Co. KGaA = GmbH und Co KGaA
GmbH & Co. OHG = GmbH und Co OHG
AG & Co. KG = AG und Co KG
AG & Co. KGaA = AG und Co KGaA
SE & Co. KG = SE und Co KG
SE & Co. KGaA = SE und Co KGaA
UG (haftungsbeschränkt) & Co. KG = UG & Co KG | UG haftungsbeschränkt und Co KG
UG = UG (haftungsbeschränkt) | Unternehmergesellschaft
KGaA
KG = & Co KG | und Co KG | Kommanditgesellschaft
OHG = & Co OHG | offene Handelsgesellschaft
GbR
AG = Aktiengesellschaft
eGmbH
SE = Societas Europaea
S.A. = Société Anonyme | Sociedad Anónima | Sociedade Anônima | S/A | Spółka Akcyjna
SAS = Société par actions simplifiée
SASU
SARL = S.à r.l. | Sàrl | Société à responsabilité limitée | S à rl
EURL
S.A. de C.V. = SA de CV | Sociedad Anónima de Capital Variable
S.A.B. de C.V. = SAB de CV
S.A.P.I. de C.V. = SAPI de CV
S. de R.L. de C.V. = S de RL de CV | SRL de CV
S. de R.L. = Sociedad de Responsabilidad Limitada
S.L. = Sociedad Limitada
S.L.U. = Sociedad Limitada Unipersonal
S.A.U.
S.A.C. = Sociedad Anónima Cerrada
E.I.R.L.
Ltda. = Limitada
Lda. = Unipessoal Lda
EIRELI
SGPS = SGPS SA
S.p.A. = Società per azioni
S.r.l. = Società a responsabilità limitata | Srl Unipersonale | Srl a socio unico
S.r.l.s.
S.a.p.A.
SA/NV = NV/SA
BVBA
SPRL
SCRL
B.V. = Besloten Vennootschap
N.V. = Naamloze Vennootschap
V.O.F.
A/S = Aktieselskab
ApS = Anpartsselskab
AB = Aktiebolag | AB (publ) | Aktiebolag (publ)
ASA
Oy = Osakeyhtiö | Oy Ab | Ab Oy
Oyj = Oyj Abp | Abp
OÜ
ehf.
SIA
UAB
Sp. z o.o. = Spółka z ograniczoną odpowiedzialnością | Spółka z o.o. | Sp. zoo | Spzoo
Sp. z o.o. sp. k. = Spółka z ograniczoną odpowiedzialnością spółka komandytowa | Sp z oo spółka komandytowa
sp. k. = spółka komandytowa
sp. j. = spółka jawna
s.r.o. = spol. s r.o. | spoločnosť s ručením obmedzeným | společnost s ručením omezeným
v.o.s.
a.s. = akciová společnost | akciová spoločnosť
Kft. = Korlátolt Felelősségű Társaság
Zrt.
Nyrt.
d.o.o.
j.d.o.o.
EOOD
OOD
EAD
ЕООД
ООД
ЕАД
A.Ş. = Anonim Şirketi
Ltd. Şti. = Limited Şirketi | San. ve Tic. Ltd. Şti. | San. ve Tic. A.Ş. | Sanayi ve Ticaret A.Ş. | Sanayi ve Ticaret Ltd. Şti. | Tic. Ltd. Şti. | Tic. A.Ş. | Sanayi ve Ticaret Anonim Şirketi
Α.Ε. = Ανώνυμη Εταιρεία
Ε.Π.Ε.
Ι.Κ.Ε.
Ο.Ε.
ООО = Общество с ограниченной ответственностью
ОАО
ЗАО
ПАО = Публичное акционерное общество
АО = Акционерное общество
ТОВ
ПрАТ
ПАТ
АТ
ТОО
ИП
OOO
OAO
ZAO
PAO
OJSC = Open Joint Stock Company
CJSC = Closed Joint Stock Company
PJSC = Public Joint Stock Company
JSC = Joint Stock Company
K.K. = Kabushiki Kaisha | Kabushiki Gaisha
G.K. = Godo Kaisha | Godo Gaisha
Pte. Ltd. = Pte Limited | Private Ltd | Pte
Sdn. Bhd. = Sendirian Berhad
Bhd. = Berhad
Tbk. = Tbk PT | Persero Tbk
Pvt. Ltd. = Private Limited | P Ltd | Pvt Limited | Private Ltd | OPC Private Limited | Pvt
Pty Ltd = Pty Limited | Proprietary Limited | Pty
JSC Ltd
FZE
FZCO
FZ-LLC
DMCC
W.L.L.
Q.P.S.C. = QSC
K.S.C. = KSCP
S.A.O.G.
S.A.L.
S.A.E.
B.S.C.
בע"מ = בעמ
`

const CAPS = [
  'AS',
  'SAS',
  'AD',
  'HB',
  'KB',
  'ANS',
  'LP',
  'C.V.',
  'SNC',
  'SCA',
  'SCOP',
  'GIE',
  'CIC',
  'PBC',
  'ASBL',
  'VZW',
  'PSA',
  'АД',
  'SRLS',
  'EPE',
  'KS',
  'I/S',
  'P/S',
  'K/S',
  'eG',
  'ry',
  'Ky',
]
const DOTS = [
  'P.C.',
  'P.A.',
  'N.A.',
  'S.C.',
  'C.A.',
  'A.C.',
  'D.A.',
  'e.V.',
  'e.K.',
  'e.Kfm.',
  'e.Kfr.',
  'A.D.',
  'k.s.',
  'k.d.',
  'o.p.s.',
  'z.s.',
  'A.O.',
  'Y.K.',
  'S.E.N.C.',
  'Rt.',
  'Bt.',
  'hf.',
  'B.A.',
  'A.E.',
  'd.d.',
  'PT',
]

/** Kept inside a name are words like Limited or Company; these mean a legal form wherever they stand. */
const ANYWHERE = new Set([
  'Ltd.',
  'LLC',
  'GmbH',
  'GmbH & Co. KG',
  'Oy',
  'Oyj',
  'SARL',
  'BVBA',
  'Sp. z o.o.',
  's.r.o.',
  'S.r.l.',
  'S.p.A.',
  'Pty Ltd',
  'Pvt. Ltd.',
  'Pte. Ltd.',
  'Sdn. Bhd.',
  'd.o.o.',
])
const BEFORE = new Set([
  'Oy',
  'Oyj',
  'SIA',
  'UAB',
  'OÜ',
  'PT',
  'SARL',
  'EURL',
  'SASU',
  'ООО',
  'ОАО',
  'ЗАО',
  'ПАО',
  'АО',
  'ТОВ',
  'ПрАТ',
  'ПАТ',
  'ТОО',
  'ИП',
  'OOO',
  'OAO',
  'ZAO',
  'PAO',
  'OJSC',
  'CJSC',
  'PJSC',
  'JSC',
  'ЕООД',
  'ООД',
])

/** Legal forms by their spelling, folded by {@link foldForm}. "." before the letters marks a spelling with dots, "=" one that differs only in its signs. */
export const LEGAL_FORMS: ReadonlyMap<string, LegalForm> = new Map([
  ...PLAIN.trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', others = ''] = line.split(' = ')
      return [name, ...others.split(' | ')].filter((text) => text !== '').map((text) => entry('', text, form(name)))
    }),
  ...CAPS.map((name) => entry('', name, form(name, 'caps'))),
  ...DOTS.map((name) => entry('.', name, form(name, 'dots'))),
  ...['A/S', 'a.s.', 'A.Ş.', 'S.A.S.'].map((name): [string, LegalForm] => [`=${name.toLowerCase()}`, form(name)]),
])

/** Forms of scripts written without blanks, longest first: they are cut from the start or end of the text itself. */
export const UNSPACED_FORMS: readonly string[] = [
  '有限責任事業組合',
  '特定非営利活動法人',
  '股份有限責任公司',
  '有限责任公司',
  '有限責任公司',
  '一般社団法人',
  '一般財団法人',
  '公益財団法人',
  '公益社団法人',
  '股份有限公司',
  '株式会社',
  '株式會社',
  '有限会社',
  '合同会社',
  '合資会社',
  '合名会社',
  '有限公司',
  '股份公司',
  '주식회사',
  '유한회사',
  '유한책임회사',
  '(株)',
  '(有)',
  '(同)',
  '(주)',
  '(유)',
]

/** Longest form in words, as it is typed ("Sociedad Anónima de Capital Variable", "S. de R. L. de C. V."). */
export const MAX_FORM_WORDS = 8

/** Letters of a form without case, accents, dots, blanks and signs. */
export function foldForm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/[^\p{L}\p{N}&+]/gu, '')
    .replace(/[&+]/g, 'and')
    .replace(/undco/g, 'andco')
}

function form(name: string, strict?: LegalForm['strict']): LegalForm {
  return {
    name,
    ...(strict ? { strict } : {}),
    ...(ANYWHERE.has(name) ? { anywhere: true as const } : {}),
    ...(BEFORE.has(name) ? { before: true as const } : {}),
  }
}

function entry(mark: string, spelling: string, legalForm: LegalForm): [string, LegalForm] {
  return [mark + foldForm(spelling), legalForm]
}
