// Local parts of addresses that stand for a function and not for a person: a kept list, what it lacks, and their combinations.
import keptNames from 'role-based-email-addresses'

/** Names in languages that the kept list hardly covers, and names of functions that it lacks. */
const MORE = `board contatti contatto datenschutz dpo dsb einkauf empleo fraud hallo hej moin servus bonjour ciao ola human-resources infos informations karriere
  kontakty kundenservice kundenbetreuung personal personalabteilung prensa rechnung rechnungen redaktion secretariat stage vertrieb anfrage anfragen bewerbung bewerbungen
  poststelle empfang verwaltung geschaeftsfuehrung geschaeftsleitung buero leitung praxis kanzlei sekretariat shopservice reklamation versand lager
  ausbildung termine anmeldung werkstatt biuro rekrutacja ksiegowosc zamowienia handlowy iroda titkarsag ertekesites penzugy toimisto myynti asiakaspalvelu laskutus
  rekry ekonomi faktura fakturor kundservice kundtjanst salg regnskap bokning prenotazioni ufficio segreteria acquisti vendite commerciale
  financeiro faturas reservas consultas ayuda clientes pedidos administracion recursoshumanos oficina gerencia direccion accueil comptable devis commande
  commandes facturation standard recrutement direction mairie klantenservice verkoop inkoop boekhouding administratie algemeen receptie personeelszaken vacatures
  sollicitatie obchod objednavky fakturace uctarna reklamace podpora prodej nabava racunovodstvo narudzbe satis muhasebe bilgi destek iletisim musterihizmetleri
  bestellungen auftrag bounce bounces return returns gdpr copyright dmca whistleblower webshop estore frontoffice backoffice helpline hotline
  customerexperience onboarding accountsreceivable payable receivable treasury payroll tenders bids estimating quotes dispatcher scheduling
  agence agencia adventure blog bod bookclub boxoffice brands broadcast build busdev clients employee employees realestate relacionamento release releases remote remove
  rentals research residents restaurant resume resumes vendor vendors video vip
  intake referrals pharmacy dental laboratory radiology admission registrar bursar librarian rectory sacristy`

/** Entries of the kept list that are also names of people. */
const PEOPLE_TOO = new Set(
  'alexa alla angels alpha berlin boston captain church denver elvis football france gardner india montreal myplex paris plex sydney'.split(
    ' ',
  ),
)
/** Two letters are a person's initials elsewhere. */
const SHORT = new Set('hr it pr ir qa rh ux hq hi no'.split(' '))

const ROLES = new Set(
  [...keptNames, ...MORE.split(/\s+/)]
    .map((name) => joined(name.toLowerCase()))
    .filter((name) => !PEOPLE_TOO.has(name) && (name.length > 2 || SHORT.has(name))),
)

/** Additions for a region, brand or number that keep an address a role: `sales-emea`, `info.de`, `support-2`. */
const WHERE =
  /^(?:\d{1,4}|us|uk|eu|de|at|ch|fr|es|it|nl|be|pl|se|dk|no|fi|cz|hu|ro|br|mx|ca|au|nz|sg|jp|cn|hk|ae|za|emea|apac|latam|dach|benelux|nordics?|europe|asia|africa|global|world|international|group|team|usa|the|and|general|main|central|office|dept|department|alias|list|inbox|mailbox|form|web|online|new)$/

/** Whether a local part, as in info@, stands for a function in place of a person. */
export function isRoleName(local: string): boolean {
  const name = local.trim().toLowerCase().replace(/\+.*$/, '')
  if (ROLES.has(name)) return true
  const parts = name.split(/[._-]+/)
  if (parts.length === 1) return ROLES.has(name.replace(/\d+$/, '')) && name.length > 2
  // "a.gent" is a person's initial and name: parts are joined, or judged by themselves, only where each is a word.
  if (parts.every((part) => part.length > 2) && ROLES.has(parts.join(''))) return true
  return (
    parts.some((part) => part.length > 2 && ROLES.has(part)) &&
    parts.every((part) => ROLES.has(part) || WHERE.test(part))
  )
}

function joined(name: string): string {
  return /^[a-z]+(?:[._-][a-z]+)+$/.test(name) && name.split(/[._-]/).every((part) => part.length > 2)
    ? name.replace(/[._-]/g, '')
    : name
}
