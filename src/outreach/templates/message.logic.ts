// A message for one lead: subject and text rendered from a variant, with the footer that the law wants.
import type { JsonObject } from '../../kernel/json.ts'
import { isVariable, oneLine, type Sender, valuesOf } from './lead-values.logic.ts'
import { type ParsedTemplate, parseTemplate, pickBySeed, renderTemplate, variablesOf } from './template.logic.ts'

export interface MessageTemplate {
  subject: string
  body: string
}

export interface MessageText {
  subject: string
  text: string
  /** Why it cannot be sent: variables without value, mistakes in the template. Empty: it can. */
  problems: string[]
  missing: string[]
}

export interface Footer {
  postal_address: string
  unsubscribe_url: string
}

/** What is wrong with a template for every lead alike. */
export function templateProblems({ subject, body }: MessageTemplate): string[] {
  return [
    { name: 'Subject', source: subject },
    { name: 'Text', source: body },
  ].flatMap(({ name, source }) => {
    const { nodes, problems } = parseTemplate(source)
    const unknown = variablesOf(nodes).filter((variable) => !isVariable(variable))
    return [
      ...problems.map((problem) => `${name}: ${problem}`),
      ...unknown.map((variable) => `${name}: there is no variable {{${variable}}}`),
    ]
  })
}

/** A wording that goes to many is parsed once, as long as it is the same object. */
const parsed = new WeakMap<MessageTemplate, { subject: ParsedTemplate; body: ParsedTemplate }>()

function parsedOf(wording: MessageTemplate) {
  let known = parsed.get(wording)
  if (!known) {
    known = { subject: parseTemplate(wording.subject), body: parseTemplate(wording.body) }
    parsed.set(wording, known)
  }
  return known
}

/** `seed` decides between wordings; a follow-up in the same thread passes the subject of the first message. */
export function renderMessage(
  wording: MessageTemplate,
  lead: JsonObject,
  sender: Sender,
  seed: string,
  threadSubject: string | null = null,
): MessageText {
  const value = valuesOf(lead, sender)
  const { subject, body } = parsedOf(wording)
  const shown = renderTemplate(subject.nodes, value, pickBySeed(`${seed} subject`))
  const text = renderTemplate(body.nodes, value, pickBySeed(`${seed} body`))
  const missing = [...new Set([...(threadSubject === null ? shown.missing : []), ...text.missing])]
  const line = threadSubject === null ? oneLine(shown.text).slice(0, 500) : replySubject(threadSubject)
  const problems = [
    ...(threadSubject === null ? subject.problems : []),
    ...body.problems,
    ...missing.map((name) => `{{${name}}} has no value`),
  ]
  if (line === '') problems.push('The subject is empty')
  if (text.text.trim() === '') problems.push('The text is empty')
  return { subject: line, text: text.text.trim(), problems, missing }
}

/** The text of a task for a person, with what is known of the lead; what is not known is left out. */
export function renderNote(note: string, lead: JsonObject, sender: Sender, seed: string): string {
  return renderTemplate(parseTemplate(note).nodes, valuesOf(lead, sender), pickBySeed(seed)).text
}

export const replySubject = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** The text as it is sent: with an unsubscribe link and the sender, below a line. */
export function withFooter(text: string, { postal_address, unsubscribe_url }: Footer): string {
  const lines = ['', '--', `Unsubscribe: ${unsubscribe_url}`, ...postal_address.split('\n').map((line) => line.trim())]
  return `${text.trimEnd()}\n${lines.filter((line, at) => at === 0 || line !== '').join('\n')}\n`
}

const LINK = /\bhttps?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?]/g

/** The same text as HTML: paragraphs, line breaks and links, and nothing that the text does not say. */
export function htmlOf(text: string): string {
  const escaped = (part: string) =>
    part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
  const inline = (part: string) => {
    let out = ''
    let at = 0
    for (const match of part.matchAll(LINK)) {
      out += escaped(part.slice(at, match.index))
      out += `<a href="${escaped(match[0])}">${escaped(match[0])}</a>`
      at = match.index + match[0].length
    }
    return out + escaped(part.slice(at))
  }
  const paragraphs = text.trim().split(/\n{2,}/)
  return `<!doctype html><html><body>${paragraphs.map((one) => `<p>${one.split('\n').map(inline).join('<br>')}</p>`).join('')}</body></html>`
}
