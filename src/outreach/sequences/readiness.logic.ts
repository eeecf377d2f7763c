// What keeps a sequence from starting: every reason at once, each with what to do.
import { templateProblems } from '../templates/message.logic.ts'
import type { SequenceSettings, SequenceStep } from './sequence.schema.ts'

export interface SendingSetup {
  mailboxes: readonly { id: string; usable: boolean }[]
  postal_address: string | null
  public_url: string | null
}

export interface StartProblem {
  code:
    | 'no_steps'
    | 'no_mailbox'
    | 'no_consent_basis'
    | 'no_postal_address'
    | 'no_unsubscribe'
    | 'template'
    | 'no_variant'
    | 'no_subject'
    | 'window'
  message: string
}

/** Why recipients could not unsubscribe; null: they can. Mail clients send one click to an address with HTTPS only (RFC 8058). */
export function unsubscribeProblem(publicUrl: string | null): string | null {
  if (publicUrl === null)
    return 'Links to unsubscribe would lead nowhere: the operator has to set PUBLIC_URL to the address of this service.'
  return publicUrl.startsWith('https://')
    ? null
    : 'One click could not unsubscribe: mail clients need an address with HTTPS. The operator has to set PUBLIC_URL to one that begins with https://.'
}

export function startProblems(
  { steps, settings }: { steps: readonly SequenceStep[]; settings: SequenceSettings },
  ready: SendingSetup,
): StartProblem[] {
  const problems: StartProblem[] = []
  const add = (code: StartProblem['code'], message: string) => problems.push({ code, message })
  const emails = steps.filter(({ kind }) => kind === 'email')
  if (emails.length === 0) add('no_steps', 'The sequence has no message. Add a step.')
  const allowed = ready.mailboxes.filter(
    ({ id }) => settings.mailbox_ids.length === 0 || settings.mailbox_ids.includes(id),
  )
  if (!allowed.some(({ usable }) => usable))
    add('no_mailbox', 'No mailbox can send for it. Set one up, or resume one that is stopped.')
  if (settings.consent_basis === null)
    add('no_consent_basis', 'The lawful basis is not chosen. Choose it in the settings of the sequence.')
  if (!ready.postal_address)
    add('no_postal_address', 'The postal address of the sender is missing. Enter it in the outreach settings.')
  const unsubscribing = unsubscribeProblem(ready.public_url)
  if (unsubscribing !== null) add('no_unsubscribe', unsubscribing)
  if (settings.days.length === 0 || settings.window_end === settings.window_start)
    add('window', 'The sending window never opens. Choose days, and an end other than the start.')
  steps.forEach((step, at) => {
    if (step.kind !== 'email') return
    const name = `Step ${at + 1}`
    if (!step.variants.some(({ weight }) => weight > 0)) add('no_variant', `${name} has no variant that is sent.`)
    const opensThread = !step.same_thread || !steps.slice(0, at).some(({ kind }) => kind === 'email')
    for (const { subject, body, weight } of step.variants) {
      if (weight === 0) continue
      if (opensThread && subject.trim() === '') add('no_subject', `${name} begins a conversation and has no subject.`)
      if (body.trim() === '') add('template', `${name} has no text.`)
      for (const problem of templateProblems({ subject, body })) add('template', `${name}: ${problem}.`)
    }
  })
  return problems
}

/** Chooses by weight: the same enrollment gets the same variant at every call. */
export function chooseVariant<V extends { weight: number }>(
  variants: readonly V[],
  pick: (count: number) => number,
): V | undefined {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return undefined
  let at = pick(total)
  return variants.find(({ weight }) => {
    at -= weight
    return at < 0
  })
}
