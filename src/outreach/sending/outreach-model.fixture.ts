// A plain model of outreach: who may be written to, how often and when. It names what has to leave, what may, and what may not.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface ModelLead {
  id: number
  email: string
  domain: string
  zone: string | null
  country: string | null
  isDead: boolean
  isErased: boolean
  /** Another lead of the same person, once they were merged. */
  merged: ModelLead | null
  /** What the mail server says to its address. */
  answer: 'takes' | 'unknown' | 'busy'
}

/** Days and hours of the sequence: all of them, none, or those of some hours in the zone of the recipient. */
export type ModelWindow = { kind: 'always' } | { kind: 'never' } | { kind: 'hours'; from: number; until: number }

export interface ModelSequence {
  number: number
  id: string
  delays: number[]
  isActive: boolean
  allowsOthers: boolean
  window: ModelWindow
  perDay: number | null
  newPerDay: number | null
}

export interface ModelEnrollment {
  id: string
  lead: ModelLead
  sequence: ModelSequence
  order: number
  state: 'running' | 'paused' | 'ended'
  /** The service may have ended it meanwhile or not: the moment at which it looked decides. */
  isSure: boolean
  /** Of the message that comes next, from 0. */
  step: number
  /** Its message is not sent before the first and is due by the second. */
  from: number
  by: number
}

interface Sent {
  at: number
  sequence: ModelSequence
  isFirst: boolean
}

/** Of a suppression: reasons about the person count for all addresses of merged leads. */
export type ModelReason = 'manual' | 'unsubscribe' | 'bounce'

export const hourIn = (zone: string | null, at: number) =>
  Number(
    new Intl.DateTimeFormat('en-US', { timeZone: zone ?? 'UTC', hour: 'numeric', hourCycle: 'h23' }).format(
      new Date(at),
    ),
  )

/** Times are of the walk: what the clock of the machine shows, and all the time that the walk let pass. */
export class OutreachModel {
  readonly leads: ModelLead[] = []
  readonly sequences: ModelSequence[] = []
  readonly enrollments: ModelEnrollment[] = []
  readonly suppressed = new Map<string, ModelReason>()
  readonly blockedCountries = new Set<string>()
  mailbox = { isActive: true, perHour: 1_000, perDay: null as number | null }
  private passed = 0
  private readonly sent: Sent[] = []

  now(): number {
    return Date.now() + this.passed
  }

  pass(hours: number): void {
    this.passed += hours * HOUR_MS
  }

  /** Whether the window is open by the clock of the machine, which the walk does not move. */
  isOpen({ window }: ModelSequence, lead: ModelLead, at = Date.now()): boolean {
    if (window.kind !== 'hours') return window.kind === 'always'
    const hour = hourIn(lead.zone, at)
    return hour >= window.from && hour < window.until
  }

  private opensBy(sequence: ModelSequence, lead: ModelLead, from: number): number {
    if (sequence.window.kind === 'never') return Number.POSITIVE_INFINITY
    for (let at = from - this.passed; at < from - this.passed + 2 * DAY_MS; at += HOUR_MS / 4)
      if (this.isOpen(sequence, lead, at)) return at + this.passed
    return Number.POSITIVE_INFINITY
  }

  private plan(enrollment: ModelEnrollment, step: number): void {
    const { sequence, lead } = enrollment
    enrollment.step = step
    enrollment.from = this.now() + (sequence.delays[step] as number) * HOUR_MS
    enrollment.by = this.opensBy(sequence, lead, enrollment.from)
  }

  isSuppressed(lead: ModelLead): boolean {
    if (lead.isErased || this.suppressed.has(lead.email) || this.suppressed.has(lead.domain)) return true
    const other = lead.merged && this.suppressed.get(lead.merged.email)
    return other !== null && other !== undefined && other !== 'bounce'
  }

  /** Undefined where it cannot be known. */
  mayEnroll(sequence: ModelSequence, lead: ModelLead): boolean | undefined {
    if (lead.isDead || lead.isErased || this.isSuppressed(lead)) return false
    const same = this.enrollments.filter((one) => one.lead === lead || (lead.merged && one.lead === lead.merged))
    if (same.some((one) => one.sequence === sequence)) return false
    const elsewhere = same.filter((one) => one.sequence !== sequence)
    if (!sequence.allowsOthers && elsewhere.some(({ state, isSure }) => state !== 'ended' && isSure)) return false
    if (lead.country !== null && this.blockedCountries.has(lead.country)) return false
    return !sequence.allowsOthers && elsewhere.some(({ isSure }) => !isSure) ? undefined : true
  }

  enroll(id: string, sequence: ModelSequence, lead: ModelLead): void {
    const order = this.enrollments.length
    const one: ModelEnrollment = { id, lead, sequence, order, state: 'running', isSure: true, step: 0, from: 0, by: 0 }
    this.plan(one, 0)
    this.enrollments.push(one)
  }

  suppress(value: string, reason: ModelReason): void {
    if (this.suppressed.get(value) !== 'unsubscribe') this.suppressed.set(value, reason)
    for (const one of this.enrollments) if (this.isSuppressed(one.lead)) one.state = 'ended'
  }

  /** One person is written to once by a sequence: by the enrollment that it wrote to first, else by the first one. */
  merge(one: ModelLead, other: ModelLead): void {
    one.merged = other
    other.merged = one
    for (const sequence of this.sequences) {
      const same = this.enrollments
        .filter(({ lead, sequence: of }) => of === sequence && (lead === one || lead === other))
        .sort((a, b) => Number(a.step === 0) - Number(b.step === 0) || a.order - b.order)
      for (const late of same.slice(1)) late.state = 'ended'
    }
    for (const enrollment of this.enrollments)
      if ((enrollment.lead === one || enrollment.lead === other) && this.isSuppressed(enrollment.lead))
        enrollment.state = 'ended'
  }

  /** A person wrote: their sequence is over, and others to them and to their colleagues wait for someone to decide. */
  reply(enrollment: ModelEnrollment): void {
    enrollment.state = 'ended'
    const { lead } = enrollment
    for (const one of this.enrollments)
      if (one !== enrollment && one.state === 'running')
        if (one.lead === lead || one.lead === lead.merged || one.lead.domain === lead.domain) one.state = 'paused'
  }

  erase(lead: ModelLead): void {
    lead.isErased = true
    for (const one of this.enrollments) if (one.lead === lead) one.state = 'ended'
  }

  blockCountry(country: string, isBlocked: boolean): void {
    if (isBlocked) this.blockedCountries.add(country)
    else this.blockedCountries.delete(country)
    for (const one of this.enrollments) if (one.lead.country === country && one.state === 'running') one.isSure = false
  }

  /** Why its next message may not leave now; null: it may. */
  whyNot(one: ModelEnrollment): string | null {
    const { lead, sequence } = one
    if (one.state !== 'running') return `the enrollment is ${one.state}`
    if (!this.mailbox.isActive) return 'the mailbox is paused'
    if (!sequence.isActive) return 'the sequence is paused'
    if (lead.isDead) return 'the lead is dead'
    if (this.isSuppressed(lead)) return 'the recipient is suppressed'
    if (lead.country !== null && this.blockedCountries.has(lead.country)) return 'the country is blocked'
    if (!this.isOpen(sequence, lead)) return 'the window is closed'
    if (one.from > this.now()) return 'it is not due'
    if (this.isMailboxFull()) return 'the mailbox sent as many as it may'
    if (this.isSequenceFull(sequence, one.step === 0)) return 'the sequence sent as many as it may'
    return null
  }

  /** The service took it to the recipient. */
  leave(one: ModelEnrollment): void {
    this.sent.push({ at: this.now(), sequence: one.sequence, isFirst: one.step === 0 })
    if (one.step + 1 < one.sequence.delays.length) this.plan(one, one.step + 1)
    else {
      one.step++
      one.state = 'ended'
    }
  }

  /** After the sender looked and nothing more left: those that should have. */
  overdue(): ModelEnrollment[] {
    const now = this.now()
    const left = this.enrollments.filter(
      (one) => one.isSure && one.by < now && one.lead.answer === 'takes' && this.whyNot(one) === null,
    )
    // What was looked at and could not leave yet is due again with the next opening, or the next day of the sequence.
    const tomorrow = this.dayStart() + DAY_MS + this.passed
    for (const one of this.enrollments.filter(({ state, by }) => state === 'running' && by < now)) {
      if (!this.isOpen(one.sequence, one.lead)) one.by = this.opensBy(one.sequence, one.lead, now)
      else if (this.isSequenceFull(one.sequence, one.step === 0)) one.by = tomorrow
    }
    return left
  }

  private dayStart(): number {
    return new Date().setUTCHours(0, 0, 0, 0)
  }

  private isMailboxFull(): boolean {
    const { perHour, perDay } = this.mailbox
    const inHour = this.sent.filter(({ at }) => at > this.now() - HOUR_MS).length
    return inHour >= perHour || (perDay !== null && this.today().length >= perDay)
  }

  private isSequenceFull(sequence: ModelSequence, isFirst: boolean): boolean {
    const own = this.today().filter((one) => one.sequence === sequence)
    const firsts = own.filter((one) => one.isFirst)
    return (
      (sequence.perDay !== null && own.length >= sequence.perDay) ||
      (isFirst && sequence.newPerDay !== null && firsts.length >= sequence.newPerDay)
    )
  }

  private today(): Sent[] {
    return this.sent.filter(({ at }) => at - this.passed >= this.dayStart())
  }
}
