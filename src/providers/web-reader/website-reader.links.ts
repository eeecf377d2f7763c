// Chooses the pages of a site that say who runs it: contact, imprint, about, team and jobs pages, by link text and path in many languages.
import { registrableDomain } from '../domains/domain.ts'
import type { PageFacts } from './website-reader.page.ts'

export type PageKind = 'contact' | 'imprint' | 'about' | 'team' | 'jobs'

export interface SitePage {
  /** Where it was read, after redirects. */
  url: string
  kind: 'home' | PageKind
  facts: PageFacts
}

export interface ChosenPage {
  url: string
  kind: PageKind
}

/** Phrases as people read them, folded: lower case, Latin letters without accents. */
const phrases: Readonly<Record<PageKind, readonly string[]>> = {
  contact:
    `contact|contacts|contact us|contact information|contact details|get in touch|reach us|talk to us|contact sales|write to us|kontakt|kontakte|kontaktieren sie uns|
    kontakt aufnehmen|so erreichen sie uns|ansprechpartner|contacto|contactenos|contactanos|contactar|contacta|contato|fale conosco|entre em contato|contactos|contatti|contattaci|contattateci|
    contactez-nous|contactez nous|nous contacter|neem contact op|kontakta oss|kontakta|kontakt oss|kontakt os|yhteystiedot|ota yhteytta|yhteys|kapcsolat|elerhetoseg|elerhetosegek|kontakty|
    skontaktuj sie|kontaktujte nas|kontakti|stupite v stik|kontaktai|susisiekite|kontakti|sazinaties|kontaktid|vota uhendust|hafa samband|contacteaza-ne|kontaktet|iletisim|bize ulasin|
    контакты|контакти|контакт|связаться с нами|обратная связь|зв'язок|επικοινωνια|お問い合わせ|お問合せ|お問合わせ|联系我们|联系方式|聯絡我們|聯繫我們|연락처|문의하기|문의|오시는 길|اتصل بنا|تواصل معنا|
    צור קשר|צרו קשר|lien he|liên hệ|hubungi kami|kontak|ติดต่อเรา|संपर्क करें|संपर्क|تماس با ما|contacte|contactar-nos|harremanetan`.split(
      /\s*\|\s*/,
    ),
  imprint:
    `impressum|imprint|legal notice|legal information|company information|legal disclosure|anbieterkennzeichnung|offenlegung|mentions legales|informations legales|aviso legal|
    informacion legal|nota legal|note legali|dati societari|informazioni legali|aviso legal|colofon|juridische informatie|bedrijfsgegevens|tietoja yrityksesta|impresum|impressum & datenschutz|
    impressum und datenschutz|impressum/datenschutz|legal|特定商取引法に基づく表記|特定商取引法に基づく表示|реквизиты|реквізити|tirazh|udaje o firme|dane firmy|dane rejestrowe|cegadatok|impresszum|kunye`.split(
      /\s*\|\s*/,
    ),
  about:
    `about|about us|about the company|who we are|our story|our company|company|the company|company profile|company overview|uber uns|ueber uns|wir uber uns|wer wir sind|unternehmen|
    das unternehmen|firma|die firma|firmenprofil|a propos|a propos de nous|qui sommes-nous|qui sommes nous|notre entreprise|notre histoire|entreprise|la societe|sobre nosotros|sobre|quienes somos|
    nosotros|acerca de|la empresa|empresa|nuestra empresa|sobre nos|quem somos|a empresa|chi siamo|azienda|l'azienda|la nostra storia|over ons|wie zijn wij|het bedrijf|om oss|om os|om virksomheden|
    om foretaget|meista|tietoa meista|yritys|rolunk|bemutatkozas|o nas|o firmie|o firme|o spolecnosti|o nama|tvrtka|za nas|podjetje|apie mus|par mums|meist|ettevottest|um okkur|despre noi|despre|
    rreth nesh|hakkimizda|kurumsal|о компании|о нас|про нас|про компанию|за нас|о нама|σχετικα|σχετικα με εμας|η εταιρεια|ποιοι ειμαστε|会社概要|会社案内|企業情報|会社情報|私たちについて|关于我们|關於我們|公司简介|
    公司簡介|企业介绍|회사소개|회사 소개|기업소개|من نحن|عن الشركة|אודות|עלינו|מי אנחנו|ve chung toi|gioi thieu|tentang kami|tentang|เกี่ยวกับเรา|हमारे बारे में|درباره ما`.split(
      /\s*\|\s*/,
    ),
  team: `team|our team|the team|meet the team|meet our team|our people|people|staff|our staff|staff directory|faculty|faculty & staff|leadership|leadership team|our leadership|management|management team|
    executive team|board of directors|board|directors|officers|attorneys|our attorneys|lawyers|our lawyers|professionals|our doctors|our experts|das team|unser team|mitarbeiter|unsere mitarbeiter|ansprechpartner|geschaftsfuhrung|
    geschaftsleitung|vorstand|menschen|equipe|notre equipe|l'equipe|l'equipe dirigeante|direction|nos collaborateurs|equipo|nuestro equipo|el equipo|equipo directivo|equipa|a equipa|nossa equipe|chi siamo noi|
    il team|il nostro team|lo staff|management team|ons team|het team|medewerkers|directie|medarbetare|vart team|vara medarbetare|ledning|ansatte|medarbejdere|ledelse|henkilosto|tiimi|johto|zespol|nasz zespol|nas tym|tym|
    csapat|csapatunk|ekip|ekibimiz|yonetim|команда|наша команда|сотрудники|руководство|ομαδα|チーム|役員紹介|団队|团队|管理团队`.split(
    /\s*\|\s*/,
  ),
  jobs: `jobs|job openings|careers|career|careers at|work with us|work for us|work at|join us|join our team|we're hiring|we are hiring|open positions|open roles|vacancies|current vacancies|karriere|stellenangebote|offene stellen|
    jobs & karriere|karriere & jobs|stellen|arbeiten bei|carriere|carrieres|recrutement|nous rejoindre|rejoignez-nous|offres d'emploi|emplois|emploi|empleo|empleos|trabaja con nosotros|unete|trabalhe conosco|
    carreiras|recrutamento|lavora con noi|carriere|posizioni aperte|vacatures|werken bij|lediga jobb|jobba hos oss|karriar|ledige stillinger|ledige jobs|job hos os|avoimet tyopaikat|toihin meille|tyopaikat|
    kariera|praca|oferty pracy|volna mista|karriera|allasok|allasajanlatok|is ilanlari|is firsatlari|вакансии|вакансії|карьера|θεσεις εργασιας|採用情報|採用|求人情報|招聘|加入我们|인재채용|채용`.split(
    /\s*\|\s*/,
  ),
}

const slugs: Readonly<Record<PageKind, RegExp>> = {
  contact:
    /^(?:contact(?:s|-?us|-?form|-?info|o|os|er|ez(?:-nous)?|enos|anos|ar)?|kontakt(?:e|y|i|formular)?|contat(?:o|ti)|get-?in-?touch|nous-contacter|contactez-nous|iletisim|yhteystiedot|kapcsolat|fale-conosco|otoiawase|inquiry|toiawase)$/,
  imprint:
    /^(?:impress?um|imprint|legal-?notice|legal|mentions?-?legales?|aviso-?legal|note-?legali|colofon|offenlegung|anbieterkennzeichnung|tokutei|tokushoho|law|legal-information)$/,
  about:
    /^(?:about(?:-?us|-the-company|-company)?|company(?:-profile|-info)?|who-we-are|our-story|ueber-?uns|uber-?uns|unternehmen|firma|a-?propos|qui-sommes-nous|entreprise|sobre(?:-nosotros|-nos)?|quienes-somos|nosotros|empresa|quem-somos|chi-siamo|azienda|over-ons|om-?oss|om-?os|meista|rolunk|o-?nas|o-firmie|hakkimizda|kurumsal|gaiyou?|profile|corporate|outline)$/,
  team: /^(?:(?:the-|our-|meet-(?:the-|our-)?)?(?:team|people|staff|leadership|management|attorneys|lawyers|professionals|directors|board)(?:-team|-directory|-members|-of-directors)?|das-team|unser-team|mitarbeiter(?:innen)?|ansprechpartner|equipe|notre-equipe|equipo|nuestro-equipo|equipa|ons-team|medewerkers|medarbetare|ansatte|medarbejdere|zespol|tym|csapat|ekibimiz)$/,
  jobs: /^(?:jobs?|careers?|vacanc(?:y|ies)|join-us|work-(?:with|for)-us|open-(?:positions|roles)|karriere|stellenangebote|offene-stellen|stellen|carrieres?|recrutement|nous-rejoindre|offres-d-emploi|emplois?|empleos?|trabaja-con-nosotros|trabalhe-conosco|carreiras|lavora-con-noi|vacatures|werken-bij|kariera|praca)$/,
}

const kinds: readonly PageKind[] = ['contact', 'imprint', 'about', 'team', 'jobs']
const index = new Map(kinds.flatMap((kind) => phrases[kind].map((phrase) => [folded(phrase), kind])))
/** Words that lead to such a page when they stand alone, and to anything else among other words. */
const vague =
  /^(?:(?:the |our |la |l'|das |die |het |a )?(?:company|firma|unternehmen|entreprise|societe|empresa|azienda|bedrijf|yritys|legal|kurumsal|podjetje|tvrtka)|sobre|despre|nosotros|tentang|meist|yhteys)$/
const skipped = /\.(?:pdf|jpe?g|png|gif|svg|webp|zip|docx?|xlsx?|pptx?|mp4|mp3|ics|vcf|xml|rss)$/i

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin}|\p{Script=Greek})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replace(/[\s»›→>…!.:]+$/u, '')
    .replace(/^[\s«‹>→•|-]+/u, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** How sure a link leads to such a page, 0 when it does not. */
function judge(text: string, url: URL): { kind: PageKind; score: number } | null {
  const label = folded(text)
  const exact = index.get(label)
  const segments = url.pathname
    .toLowerCase()
    .split('/')
    .filter(Boolean)
    .map((segment) =>
      folded(decoded(segment))
        .replace(/\.(?:html?|php|aspx?|jsp|cfm)$/, '')
        .replaceAll('_', '-'),
    )
  // Deep paths are articles with such a word in them.
  const bySlug =
    segments.length <= 4 ? kinds.find((kind) => segments.some((segment) => slugs[kind].test(segment))) : undefined
  const last = segments.at(-1) ?? ''
  if (exact) return { kind: exact, score: bySlug === exact ? 10 : 8 }
  if (bySlug) return { kind: bySlug, score: slugs[bySlug].test(last) ? 7 : 4 }
  if (label.length > 45) return null
  const part = [...index].find(([phrase]) => phrase.length > 4 && !vague.test(phrase) && hasPhrase(label, phrase))
  return part ? { kind: part[1], score: 5 } : null
}

function hasPhrase(label: string, phrase: string): boolean {
  const at = label.indexOf(phrase)
  if (at < 0) return false
  const around = (label[at - 1] ?? ' ') + (label[at + phrase.length] ?? ' ')
  return !/[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u.test(around)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Up to `most` pages of the same site, the best of each kind first; `address` is where `page` was read. */
export function choosePages(page: PageFacts, address: string, most: number): ChosenPage[] {
  const base = page.base && URL.canParse(page.base, address) ? new URL(page.base, address).href : address
  const site = siteOf(new URL(address))
  const best = new Map<string, { kind: PageKind; score: number; order: number }>()
  for (const [order, { href, text }] of page.links.entries()) {
    if (href.startsWith('#') || !URL.canParse(href, base)) continue
    const url = new URL(href, base)
    url.hash = ''
    if (!/^https?:$/.test(url.protocol) || siteOf(url) !== site || skipped.test(url.pathname)) continue
    if (url.href === new URL(address).href) continue
    const judged = judge(text, url)
    const known = best.get(url.href)
    if (judged && (!known || judged.score > known.score))
      best.set(url.href, { ...judged, order: known?.order ?? order })
  }
  const ranked = [...best]
    .map(([url, found]) => ({ url, ...found }))
    .sort((a, b) => b.score - a.score || a.order - b.order)
  const chosen = kinds.flatMap((kind) => ranked.filter((found) => found.kind === kind).slice(0, 1))
  const others = ranked.filter((found) => !chosen.includes(found) && found.score >= 7)
  return [...chosen, ...others].slice(0, most).map(({ url, kind }) => ({ url, kind }))
}

/** What counts as one site: the registrable domain, or the host where there is none. */
export function siteOf(url: URL): string {
  return registrableDomain(url.hostname) ?? url.host
}
