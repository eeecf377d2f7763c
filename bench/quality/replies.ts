// Measures what replies are taken for: 400 made ones in ten languages as people, phones and mail programs write them, and bounces of
// mail servers where a folder of them is present. One half of the replies was not looked at while the rules were written.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { readMail, textOf } from '../../src/outreach/bounces/mail-reading.ts'
import { readReport } from '../../src/outreach/bounces/report.logic.ts'
import { classifyReply } from '../../src/outreach/replies/classify.logic.ts'
import { type BounceLabel, readBounceLabels } from './bounce-labels.ts'
import type { Line } from './matching.ts'

const NOW = new Date('2026-11-28T09:00:00Z')
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'ja'] as const
type Language = (typeof LANGUAGES)[number]

/** The line that a mail program writes above what it quotes, the four of Outlook, and what a phone adds. */
const PROGRAMS: Record<Language, { gmail: string; apple: string; outlook: string[]; phone: string }> = {
  en: {
    gmail: 'On Fri, Nov 27, 2026 at 10:02 AM Ann Sender <ann@sender.example> wrote:',
    apple: 'On Nov 27, 2026, at 10:02, Ann Sender <ann@sender.example> wrote:',
    outlook: ['From', 'Sent', 'To', 'Subject'],
    phone: 'Sent from my iPhone',
  },
  de: {
    gmail: 'Am Fr., 27. Nov. 2026 um 10:02 Uhr schrieb Ann Sender <ann@sender.example>:',
    apple: 'Am 27.11.2026 um 10:02 schrieb Ann Sender <ann@sender.example>:',
    outlook: ['Von', 'Gesendet', 'An', 'Betreff'],
    phone: 'Von meinem iPhone gesendet',
  },
  fr: {
    gmail: 'Le ven. 27 nov. 2026 à 10:02, Ann Sender <ann@sender.example> a écrit :',
    apple: 'Le 27 nov. 2026 à 10:02, Ann Sender <ann@sender.example> a écrit :',
    outlook: ['De', 'Envoyé', 'À', 'Objet'],
    phone: 'Envoyé de mon iPhone',
  },
  es: {
    gmail: 'El vie, 27 nov 2026 a las 10:02, Ann Sender (<ann@sender.example>) escribió:',
    apple: 'El 27 nov 2026, a las 10:02, Ann Sender <ann@sender.example> escribió:',
    outlook: ['De', 'Enviado', 'Para', 'Asunto'],
    phone: 'Enviado desde mi iPhone',
  },
  it: {
    gmail: 'Il giorno ven 27 nov 2026 alle ore 10:02 Ann Sender <ann@sender.example> ha scritto:',
    apple: 'Il giorno 27 nov 2026, alle ore 10:02, Ann Sender <ann@sender.example> ha scritto:',
    outlook: ['Da', 'Inviato', 'A', 'Oggetto'],
    phone: 'Inviato da iPhone',
  },
  nl: {
    gmail: 'Op vr 27 nov 2026 om 10:02 schreef Ann Sender <ann@sender.example>:',
    apple: 'Op 27 nov. 2026 om 10:02 heeft Ann Sender <ann@sender.example> het volgende geschreven:',
    outlook: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    phone: 'Verstuurd vanaf mijn iPhone',
  },
  pt: {
    gmail: 'Em sex., 27 de nov. de 2026 às 10:02, Ann Sender <ann@sender.example> escreveu:',
    apple: 'Em 27 de nov. de 2026, à(s) 10:02, Ann Sender <ann@sender.example> escreveu:',
    outlook: ['De', 'Enviado', 'Para', 'Assunto'],
    phone: 'Enviado do meu iPhone',
  },
  pl: {
    gmail: 'pt., 27 lis 2026 o 10:02 Ann Sender <ann@sender.example> napisał(a):',
    apple: 'Wiadomość napisana przez Ann Sender <ann@sender.example> w dniu 27 lis 2026, o godz. 10:02:',
    outlook: ['Od', 'Wysłano', 'Do', 'Temat'],
    phone: 'Wysłane z iPhone’a',
  },
  sv: {
    gmail: 'Den fre 27 nov. 2026 kl 10:02 skrev Ann Sender <ann@sender.example>:',
    apple: '27 nov. 2026 kl. 10:02 skrev Ann Sender <ann@sender.example>:',
    outlook: ['Från', 'Skickat', 'Till', 'Ämne'],
    phone: 'Skickat från min iPhone',
  },
  ja: {
    gmail: '2026年11月27日(金) 10:02 Ann Sender <ann@sender.example>:',
    apple: '2026/11/27 10:02、Ann Sender <ann@sender.example>のメール:',
    outlook: ['差出人', '送信日時', '宛先', '件名'],
    phone: 'iPhoneから送信',
  },
}
const SENT = [
  'Dear reader,',
  '',
  'we read about your company. Would you like a demo next week?',
  '',
  '--',
  'Unsubscribe: https://outreach.example/api/outreach/unsubscribe?token=AbCdEf0123',
  'Sender Ltd, 1 Main Street, Springfield',
]

export interface MadeReply {
  language: Language
  country: string
  /** U unsubscribes, R is any other reply of a person, O an absence note, A any other automatic answer. */
  kind: 'U' | 'R' | 'O' | 'A'
  return_date: string | null
  subject: string
  raw: string
  is_held_back: boolean
}

export function madeReplies(): MadeReply[] {
  const lines = readFileSync(join(import.meta.dirname, 'replies.txt'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line, at) => {
    const [place = '', label = '', wrap = '', subject = '', body = ''] = line.split('|')
    const [language, country] = place.split('-') as [Language, string]
    const [kind, date] = label.split(' ') as [MadeReply['kind'], string | undefined]
    const { gmail, apple, outlook, phone } = PROGRAMS[language]
    const text = [body.replaceAll('\\n', '\n')]
    if (wrap.includes('s')) text.push('', phone)
    if (wrap.includes('g')) text.push('', gmail, '', ...SENT.map((one) => `> ${one}`))
    if (wrap.includes('a')) text.push('', '', `> ${apple}`, '>', ...SENT.map((one) => `> ${one}`))
    if (wrap.includes('n')) text.push('', gmail, '', ...SENT)
    const values = ['Ann Sender <ann@sender.example>', '2026-11-27 10:02', 'Reader <reader@acme.example>', 'Hello']
    if (wrap.includes('o')) text.push('', ...outlook.map((name, n) => `${name}: ${values[n]}`), '', ...SENT)
    const headers = [
      'From: Reader <reader@acme.example>',
      'To: Ann Sender <ann@sender.example>',
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      ...(wrap.includes('h') ? ['Auto-Submitted: auto-replied'] : []),
      ...(wrap.includes('x') ? ['X-Auto-Response-Suppress: All'] : []),
      'Content-Type: text/plain; charset=utf-8',
    ]
    return {
      language,
      country,
      kind,
      return_date: date === undefined || date === '-' ? null : date,
      subject,
      raw: `${headers.join('\r\n')}\r\n\r\n${text.join('\r\n')}\r\n`,
      is_held_back: (at + LANGUAGES.indexOf(language)) % 2 === 1,
    }
  })
}

const KIND_OF: Record<string, MadeReply['kind']> = { unsubscribe: 'U', out_of_office: 'O', auto: 'A' }

export async function readMade({ raw, country }: MadeReply) {
  const mail = (await readMail(Buffer.from(raw))) as Email
  const { class: read, return_date } = classifyReply({ ...mail, text: textOf(mail) }, NOW, country)
  return { kind: read === 'maybe_unsubscribe' ? null : (KIND_OF[read] ?? 'R'), return_date }
}

const NAMES = { U: 'unsubscribes', O: 'absence notes', A: 'automatic answers', R: 'replies of people' } as const

async function replyLines(): Promise<Line[]> {
  const read = await Promise.all(madeReplies().map(async (one) => ({ ...one, read: await readMade(one) })))
  const lines: Line[] = []
  for (const half of [false, true]) {
    const set = `replies, ${half ? 'held back' : 'in view'}`
    const cases = read.filter(({ is_held_back }) => is_held_back === half)
    for (const kind of ['U', 'O', 'A', 'R'] as const) {
      const told = cases.filter((one) => one.read.kind === kind)
      const right = told.filter((one) => one.kind === kind).length
      const all = cases.filter((one) => one.kind === kind).length
      lines.push({
        set,
        measure: `${NAMES[kind]}, precision`,
        found: told.length === 0 ? 0 : right / told.length,
        target: 0.97,
        anchor: '',
      })
      lines.push({ set, measure: `${NAMES[kind]}, recall`, found: right / all, target: 0.9, anchor: '' })
    }
    const dated = cases.filter((one) => one.kind === 'O')
    const right = dated.filter((one) => one.read.return_date === one.return_date).length
    lines.push({
      set,
      measure: 'absence notes, last day as named',
      found: right / dated.length,
      target: 0.95,
      anchor: '',
    })
  }
  return lines
}

async function bounceLines(folder: string): Promise<Line[]> {
  const found: (BounceLabel & { read: string | null })[] = []
  for (const label of readBounceLabels(folder)) {
    const mail = await readMail(readFileSync(join(folder, label.file)))
    const report = mail && readReport(mail, true)
    const read = report?.kind === 'bounce' ? report.class : (report?.kind ?? null)
    found.push({ ...label, read })
    if (!label.classes.includes(read ?? ''))
      console.log(`  bounces, public: ${label.file}: ${read ?? 'nothing'} in place of ${label.classes.join(' or ')}`)
  }
  const set = 'bounces, public'
  const lines: Line[] = [
    {
      set,
      measure: `known as what they are, of ${found.length}`,
      found: found.filter(({ read }) => read !== null).length / found.length,
      target: 0.97,
      anchor: '',
    },
  ]
  for (const one of ['hard', 'full', 'blocked', 'soft', 'delay', 'complaint']) {
    const told = found.filter(({ read }) => read === one)
    const right = told.filter(({ classes }) => classes.includes(one)).length
    const asLabeled = told.filter(({ labeled }) => labeled.includes(one)).length
    // Where a label leaves two classes open, neither is missed.
    const sure = found.filter(({ classes }) => classes.join() === one)
    const known = sure.filter(({ read }) => read === one).length
    lines.push({
      set,
      measure: `${one}, precision of ${told.length}`,
      found: right / Math.max(1, told.length),
      target: 0.97,
      anchor: `${(asLabeled / Math.max(1, told.length)).toFixed(3)} by the labels as they are`,
    })
    lines.push({ set, measure: `${one}, recall`, found: known / Math.max(1, sure.length), target: 0.8, anchor: '' })
  }
  return lines
}

export async function replyAndBounceLines(folder: string | null): Promise<Line[]> {
  const bounces = folder === null ? null : join(folder, 'bounces')
  return [...(await replyLines()), ...(bounces !== null && existsSync(bounces) ? await bounceLines(bounces) : [])]
}
