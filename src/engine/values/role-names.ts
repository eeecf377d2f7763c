// Local parts of addresses that stand for a function and not for a person.

/** Parts before the @ that stand for a function and not for a person, in the languages that most companies write. */
const ROLES = new Set(
  `abuse accounting accounts admin administration administrator affiliates all billing board booking bookings buchhaltung business careers commercial communications
  compliance comptabilite contact contacto contato contatti customerservice customersupport datenschutz delivery digital direction director dpo editor einkauf email empleo
  enquiries enquiry events everyone export facturacion feedback finance fraud ftp general hallo hello help helpdesk hi hola hostmaster hr human-resources info
  informacion informatica information informations inquiries inquiry investors invoice invoices it jobs karriere kontakt kundenservice legal logistics mail mailbox mailer-daemon
  management manager marketing media members membership news newsletter no-reply noc nobody noreply office operations order orders partner partners partnerships
  payments personal personalabteilung postmaster pr presse press privacy procurement prensa purchasing rechnung recrutement recruiting recruitment redaktion reception registration
  rh root sales secretariat secretary security service services shop sos spam staff stage subscribe support team tech technical techsupport trade training unsubscribe
  uucp vendas ventas verkauf vertrieb webadmin webmaster welcome www`.split(/\s+/),
)

/** Whether a local part, as in info@, stands for a function in place of a person. */
export const isRoleName = (local: string) => ROLES.has(local.toLowerCase().replace(/\+.*$/, ''))
