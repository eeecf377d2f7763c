// A random walk of people, recipients and time over outreach, held to a plain model: what may leave leaves, and nothing else does.
import { expect } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { Draws } from '../../../test/random.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { decideLeadPair } from '../../records/entities/decide.commands.ts'
import { writeSettings } from '../../records/entities/entities.commands.ts'
import { matchJob } from '../../records/entities/match.jobs.ts'
import { LEADS_MERGED } from '../../records/entities/merged.jobs.ts'
import { eraseLead } from '../../records/leads/erasure/erase.commands.ts'
import { enqueueDirtyRows } from '../../records/store/dirty-rows/dirty-rows.commands.ts'
import { leadMatching } from '../../records/store/dirty-rows/dirty-rows.jobs.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { openSink, openStage, type Sink, type Stage } from '../outreach.fixture.ts'
import { eraseFromOutreach, FORGET_IN_OUTREACH } from '../replies/erase.commands.ts'
import { receiveMail } from '../replies/receive.commands.ts'
import { mergedJob } from './merged.handlers.ts'
import {
  hourIn,
  type ModelLead,
  type ModelSequence,
  type ModelWindow,
  OutreachModel,
} from './outreach-model.fixture.ts'
import { readMail } from './parsed.fixture.ts'

const ERASING = { erasers: [eraseFromOutreach], tables: FORGET_IN_OUTREACH }
const COUNTRIES = [
  { country: 'Germany', zone: 'Europe/Berlin', code: 'DE' },
  { country: 'Japan', zone: 'Asia/Tokyo', code: 'JP' },
  { country: null, zone: null, code: null },
] as const
const LEADS = 20
const COMPANIES = 5
/** In hours: never so that what is due falls on the moment of a look. */
const PAUSES = [61 / 60, 6.1, 25.3, 50.7]

/** A message that was taken by the recipient's server. */
interface Letter {
  sequence: number
  step: number
  to: string
  message_id: string
  link: string
}

export class OutreachWalk {
  readonly steps: string[] = []
  letters = 0
  private readonly draws: Draws
  private readonly model = new OutreachModel()
  private readonly sent: Letter[] = []
  private readonly pairs: [ModelLead, ModelLead][] = []
  private readonly stage: Stage
  private readonly sink: Sink
  private readonly database: TestDatabase
  /** By address: what the mail server knows. */
  private readonly answers: Map<string, ModelLead>
  private mailboxPath = ''
  /** How many messages of the server were compared. */
  private compared = 0

  private constructor(
    parts: { stage: Stage; sink: Sink; database: TestDatabase; answers: Map<string, ModelLead> },
    seed: number,
  ) {
    this.stage = parts.stage
    this.sink = parts.sink
    this.database = parts.database
    this.answers = parts.answers
    this.draws = new Draws(seed)
  }

  static async open(database: TestDatabase, seed: number): Promise<OutreachWalk> {
    const answers = new Map<string, ModelLead>()
    const sink = await openSink({
      onRcptTo({ address }, _session, done) {
        const refuse = (responseCode: number, text: string) => done(Object.assign(new Error(text), { responseCode }))
        const answer = answers.get(address)?.answer
        if (answer === 'unknown') refuse(550, '5.1.1 No such user here')
        else if (answer === 'busy') refuse(451, '4.3.2 Come back later')
        else done()
      },
    })
    const stage = await openStage(database)
    const walk = new OutreachWalk({ stage, sink, database, answers }, seed)
    await walk.begin()
    return walk
  }

  async close(): Promise<void> {
    await this.stage.close()
    await this.sink.close()
  }

  /** So many things that happen, and after each a look at what left. */
  async go(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      await this.act()
      await this.deliver()
    }
  }

  private async begin(): Promise<void> {
    const { stage } = this
    await stage.sendThrough(this.sink.port)
    const [mailbox] = (await stage.admin.get('/api/outreach/mailboxes')).body.items
    this.mailboxPath = `/api/outreach/mailboxes/${mailbox.id}`
    await this.ask('patch', this.mailboxPath, { time_zone: 'UTC' })
    // One bad address of few says nothing here.
    await this.ask('put', '/api/outreach/settings', { bounce_rate_limit: 1, complaint_rate_limit: 1 })
    for (let n = 0; n < LEADS; n++) await this.addLead(n)
    for (const number of [0, 2]) this.pairs.push(await this.addSame(number))
    await stage.in((tx) =>
      enqueueDirtyRows(tx, leadMatching, tx.workspace_id, { lead_ids: this.pairs.flat().map(({ id }) => id) }),
    )
    await stage.in((tx) => writeSettings(tx, { auto_merge: false, merge_threshold: 0.5, review_threshold: 0.01 }))
    await matchJob(this.database).work({}, testRun({ workspace_id: stage.workspace }))
    for (const delays of [[0, 24], [0, 12, 48], [0]]) await this.addSequence(delays)
  }

  private async addLead(n: number, more: Record<string, unknown> = {}): Promise<ModelLead> {
    const place = COUNTRIES[n % COUNTRIES.length] as (typeof COUNTRIES)[number]
    const domain = `company${n % COMPANIES}.example`
    const email = `p${n}@${domain}`
    const data = { kind: 'person', contact_person: `Person Number${n}`, company: `Company ${n}`, email }
    const id = await this.stage.addLead({ ...data, ...(place.country && { country: place.country }), ...more })
    const answer = n === 5 ? 'unknown' : n === 6 ? 'busy' : 'takes'
    const { zone, code: country } = place
    const lead: ModelLead = { id, email, domain, zone, country, isDead: false, isErased: false, merged: null, answer }
    this.answers.set(email, lead)
    this.model.leads.push(lead)
    return lead
  }

  /** A second lead of the same person, at another address. */
  private async addSame(number: number): Promise<[ModelLead, ModelLead]> {
    const one = this.model.leads[number] as ModelLead
    const same = {
      linkedin_url: `https://www.linkedin.com/in/same-${number}`,
      contact_person: `Wilhelmina Quill${number}`,
      company: `Company ${number}`,
    }
    await this.sql(`update leads set data = data || $2 where workspace_id = $1 and id = $3`, same, one.id)
    const other = await this.addLead(LEADS + 1 + number, same)
    return [one, other]
  }

  private async addSequence(delays: number[]): Promise<void> {
    const number = this.model.sequences.length
    const allowsOthers = number === 2
    const id = await this.stage.startSequence({
      name: `Sequence ${number}`,
      steps: delays.map((delay_hours, step) => ({
        delay_hours,
        subject: `Letter ${number}-${step}`,
        body: 'Dear {{first_name}}, we read about {{company}}.',
      })),
      settings: { use_recipient_time_zone: true, allow_other_sequences: allowsOthers },
    })
    const window: ModelWindow = { kind: 'always' }
    this.model.sequences.push({
      number,
      id,
      delays,
      isActive: true,
      allowsOthers,
      window,
      perDay: null,
      newPerDay: null,
    })
  }

  private act(): Promise<void> {
    const { draws } = this
    const draw = draws.next()
    if (draw < 0.3) return this.enroll()
    if (draw < 0.48) return this.pass()
    if (draw < 0.5) return this.suppress()
    if (draw < 0.52) return this.unsuppress()
    if (draw < 0.54) return this.unsubscribe()
    if (draw < 0.61) return this.reply()
    if (draw < 0.71) return this.resume()
    if (draw < 0.73) return this.stop()
    if (draw < 0.78) return this.limitMailbox()
    if (draw < 0.82) return this.limitSequence()
    if (draw < 0.87) return this.changeWindow()
    if (draw < 0.91) return this.pauseSequence()
    if (draw < 0.94) return this.pauseMailbox()
    if (draw < 0.95) return this.die()
    if (draw < 0.96) return this.erase()
    if (draw < 0.99) return this.merge()
    return this.blockCountry()
  }

  private async enroll(): Promise<void> {
    const sequence = this.draws.pick(this.model.sequences)
    const leads = [...new Set(Array.from({ length: 1 + this.draws.below(4) }, () => this.draws.pick(this.model.leads)))]
    this.note(`enroll ${leads.map(({ email }) => email)} in ${sequence.number}`)
    const answer = await this.stage.enroll(
      sequence.id,
      leads.map(({ id }) => id),
    )
    if (leads.every(({ isErased }) => isErased)) return expect(answer.status, this.told()).toBe(404)
    expect(answer.status, `${this.told()}\n${answer.text}`).toBe(200)
    const blocked = new Set(answer.body.blocked.map(({ lead_id }: { lead_id: number }) => lead_id))
    const { items } = (await this.stage.admin.get(`/api/outreach/sequences/${sequence.id}/enrollments?limit=200`)).body
    for (const lead of leads) {
      // One after the other: two leads of one person are not both enrolled.
      const may = this.model.mayEnroll(sequence, lead)
      if (may !== undefined) expect(blocked.has(lead.id), `${this.told()}\n${lead.email}: ${answer.text}`).toBe(!may)
      const stored = items.find(({ lead_id }: { lead_id: number }) => lead_id === lead.id)
      if (!blocked.has(lead.id)) this.model.enroll(stored.id, sequence, lead)
    }
  }

  /** As if all so far had happened earlier. */
  private async pass(): Promise<void> {
    const hours = this.draws.pick(PAUSES)
    this.note(`${hours} hours pass`)
    const by = `${hours} hours`
    await this.sql('update send_slots set at = at - $2::interval where workspace_id = $1', by)
    await this.sql(
      `update outbound_messages set due_at = due_at - $2::interval, sent_at = sent_at - $2::interval, ended_at = ended_at - $2::interval
         where workspace_id = $1`,
      by,
    )
    await this.sql('update mailboxes set next_send_at = null, retry_at = null where workspace_id = $1')
    this.model.pass(hours)
  }

  private async suppress(): Promise<void> {
    const lead = this.draws.pick(this.model.leads)
    const value = this.draws.chance(0.15) ? lead.domain : lead.email
    this.note(`suppress ${value}`)
    await this.ask('post', '/api/outreach/suppressions', { value }, 201)
    this.model.suppress(value, 'manual')
  }

  private async unsuppress(): Promise<void> {
    const { items } = (await this.stage.admin.get('/api/outreach/suppressions?limit=200')).body
    const open = items.filter(
      ({ can_delete, value }: { can_delete: boolean; value: string | null }) => can_delete && value,
    )
    if (open.length === 0) return
    const { id, value } = this.draws.pick(open as { id: string; value: string }[])
    this.note(`take ${value} from the suppressions`)
    await this.ask('delete', `/api/outreach/suppressions/${id}`, undefined, 204)
    this.model.suppressed.delete(value)
  }

  private async unsubscribe(): Promise<void> {
    if (this.sent.length === 0) return
    const letter = this.draws.pick(this.sent)
    this.note(`${letter.to} unsubscribes`)
    expect((await this.stage.anyone.post(letter.link)).status, this.told()).toBe(200)
    this.model.suppress(letter.to, 'unsubscribe')
  }

  private async reply(): Promise<void> {
    const letter = this.draws.pick(this.sent)
    const enrollment = letter && this.enrollmentOf(letter)
    if (!enrollment || enrollment.lead.isErased) return
    this.note(`${letter.to} replies to ${letter.sequence}-${letter.step}`)
    const raw = Buffer.from(
      `From: ${letter.to}\r\nTo: ann@sender.test\r\nSubject: Re: Letter\r\nIn-Reply-To: ${letter.message_id}\r\n\r\nTell me more, ${this.steps.length}.\r\n`,
    )
    const received = { raw, mail: await readMail(raw), is_cut: false, received_at: new Date() }
    const { stage } = this
    const taken = await stage.in(async (tx) => {
      const mailbox = await findDefaultMailbox(tx)
      return mailbox && receiveMail(tx, await stage.parts.keys.of(tx), mailbox, received, new Date())
    })
    expect(taken, this.told()).toBe('reply')
    this.model.reply(enrollment)
  }

  private async resume(): Promise<void> {
    const paused = this.model.enrollments.filter(
      ({ state, isSure, lead }) => state === 'paused' && isSure && !lead.isDead,
    )
    if (paused.length === 0) return
    const one = this.draws.pick(paused)
    this.note(`resume ${one.lead.email} in ${one.sequence.number}`)
    await this.ask('post', `/api/outreach/enrollments/${one.id}/resume`)
    one.state = 'running'
    one.by = Math.max(one.by, this.model.now())
  }

  private async stop(): Promise<void> {
    const open = this.model.enrollments.filter(({ state }) => state !== 'ended')
    if (open.length === 0) return
    const one = this.draws.pick(open)
    this.note(`stop ${one.lead.email} in ${one.sequence.number}`)
    await this.ask('post', `/api/outreach/enrollments/${one.id}/stop`)
    one.state = 'ended'
  }

  private async limitMailbox(): Promise<void> {
    const max_per_hour = this.draws.pick([0, 2, 4, 1_000])
    const max_per_day = this.draws.pick([1, 5, null])
    this.note(`the mailbox may send ${max_per_hour} an hour, ${max_per_day} a day`)
    await this.ask('patch', this.mailboxPath, { max_per_hour, max_per_day })
    Object.assign(this.model.mailbox, { perHour: max_per_hour, perDay: max_per_day })
  }

  private async limitSequence(): Promise<void> {
    const sequence = this.draws.pick(this.model.sequences)
    const max_per_day = this.draws.pick([1, 3, null])
    const max_new_per_day = this.draws.pick([0, 2, null])
    this.note(`${sequence.number} may send ${max_per_day} a day, ${max_new_per_day} of them first ones`)
    await this.set(sequence, { max_per_day, max_new_per_day })
    Object.assign(sequence, { perDay: max_per_day, newPerDay: max_new_per_day })
  }

  private async changeWindow(): Promise<void> {
    const sequence = this.draws.pick(this.model.sequences)
    const window = this.draws.pick([{ kind: 'always' }, { kind: 'never' }, this.someHours()] satisfies ModelWindow[])
    this.note(`${sequence.number} is open ${JSON.stringify(window)}`)
    const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    const [from, until] = window.kind === 'hours' ? [window.from, window.until] : [0, 24]
    // Not the days of the week: tomorrow may come during the walk.
    const start_date = window.kind === 'never' ? '2099-01-01' : null
    await this.set(sequence, { window_start: clock(from), window_end: clock(until), start_date })
    sequence.window = window
  }

  /** Open now in one of the zones of recipients, and shut in others. */
  private someHours(): ModelWindow {
    const hour = hourIn(this.draws.pick(COUNTRIES).zone, Date.now())
    return { kind: 'hours', from: Math.max(0, hour - 2), until: Math.min(24, hour + 3) }
  }

  private async pauseSequence(): Promise<void> {
    const sequence = this.draws.pick(this.model.sequences)
    const act = sequence.isActive ? 'pause' : 'resume'
    this.note(`${act} ${sequence.number}`)
    // None starts without a mailbox that can send.
    if (act === 'resume' && !this.model.mailbox.isActive)
      return this.ask('post', `/api/outreach/sequences/${sequence.id}/${act}`, undefined, 409)
    await this.ask('post', `/api/outreach/sequences/${sequence.id}/${act}`)
    sequence.isActive = !sequence.isActive
  }

  private async pauseMailbox(): Promise<void> {
    const act = this.model.mailbox.isActive && this.draws.chance(0.5) ? 'pause' : 'resume'
    this.note(`${act} the mailbox`)
    await this.ask('post', `${this.mailboxPath}/${act}`)
    this.model.mailbox.isActive = act === 'resume'
  }

  private async die(): Promise<void> {
    const lead = this.draws.pick(this.model.leads)
    this.note(`${lead.email} is marked as dead`)
    await this.sql(`update leads set data = data || '{"status": "dead"}' where workspace_id = $1 and id = $2`, lead.id)
    lead.isDead = true
    for (const one of this.model.enrollments) if (one.lead === lead) one.isSure = false
  }

  private async erase(): Promise<void> {
    const alone = this.model.leads.filter((lead) => !lead.isErased && !this.pairs.flat().includes(lead))
    const lead = this.draws.pick(alone)
    this.note(`erase ${lead.email}`)
    await this.stage.in((tx) => eraseLead(tx, lead.id, ERASING))
    this.model.erase(lead)
  }

  private async merge(): Promise<void> {
    const pair = this.pairs.find(([one]) => one.merged === null)
    if (!pair) return
    const [one, other] = pair
    this.note(`merge ${one.email} with ${other.email}`)
    const [found] = await this.sql<{ id: number }>(
      `select p.id from entity_pairs p join entity_records l on l.workspace_id = $1 and l.id = p.left_id
         join entity_records r on r.workspace_id = $1 and r.id = p.right_id
       where p.workspace_id = $1 and array[l.lead_id, r.lead_id] @> $2::bigint[]`,
      [one.id, other.id],
    )
    expect(found, 'the matcher proposes leads of one profile').toBeDefined()
    await this.stage.in((tx) => decideLeadPair(tx, Number(found?.id), 'merge'))
    const tickets = await this.sql<{ payload: never }>(
      'delete from queue where workspace_id = $1 and kind = $2 returning payload',
      LEADS_MERGED.name,
    )
    for (const { payload } of tickets)
      await mergedJob(this.stage.parts).work(payload, testRun({ workspace_id: this.stage.workspace }))
    this.model.merge(one, other)
  }

  private async blockCountry(): Promise<void> {
    const { code } = this.draws.pick(COUNTRIES.filter((one) => one.code !== null))
    const isBlocked = !this.model.blockedCountries.has(code)
    this.note(`${isBlocked ? 'block' : 'allow'} ${code}`)
    this.model.blockCountry(code, isBlocked)
    const items = [...this.model.blockedCountries].map((country) => ({ country, action: 'block' }))
    await this.ask('put', '/api/outreach/country-rules', { items })
  }

  /** What the real sender hands over now, against the model. */
  private async deliver(): Promise<void> {
    await this.stage.deliver({ connections: 2 })
    const fresh = this.sink.messages.slice(this.compared)
    this.compared = this.sink.messages.length
    for (const { to, raw } of fresh) {
      const letter = await readLetter(raw, to[0] ?? '')
      this.note(`  ${letter.to} gets ${letter.sequence}-${letter.step}`)
      const one = this.enrollmentOf(letter)
      expect(one?.step, `${this.told()}\nnot the next message of an enrollment`).toBe(letter.step)
      if (!one) continue
      expect(this.model.whyNot(one), this.told()).toBeNull()
      this.model.leave(one)
      this.sent.push(letter)
      this.letters++
    }
    await this.noteRefusals()
    const overdue = this.model.overdue().map(({ lead, sequence, step }) => `${lead.email} ${sequence.number}-${step}`)
    expect(overdue, `${this.told()}\nshould have left`).toEqual([])
  }

  /** A server that does not know an address suppresses it. */
  private async noteRefusals(): Promise<void> {
    const rows = await this.sql<{ address: string }>(
      `select address from outbound_messages where workspace_id = $1 and state = 'failed' and bounced = 'hard'`,
    )
    for (const { address } of rows) {
      expect(this.answers.get(address)?.answer, this.told()).toBe('unknown')
      if (!this.model.suppressed.has(address)) this.model.suppress(address, 'bounce')
    }
    for (const one of this.model.enrollments) if (one.lead.answer === 'busy') one.isSure = false
  }

  private enrollmentOf(letter: Letter) {
    return this.model.enrollments.find(
      ({ lead, sequence }) => lead.email === letter.to && sequence.number === letter.sequence,
    )
  }

  private async set(sequence: ModelSequence, settings: object): Promise<void> {
    await this.ask('patch', `/api/outreach/sequences/${sequence.id}`, { settings })
  }

  private async ask(
    method: 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
    status = 200,
  ): Promise<void> {
    const answer = await this.stage.admin[method](path, body)
    expect(answer.status, `${this.told()}\n${path}: ${answer.text}`).toBe(status)
  }

  private sql<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.database.asOwner<T>(text, [this.stage.workspace, ...values])
  }

  private note(step: string): void {
    this.steps.push(step)
  }

  private told(): string {
    return this.steps.slice(-60).join('\n')
  }
}

async function readLetter(raw: string, to: string): Promise<Letter> {
  const mail = await readMail(raw)
  const [, sequence, step] = /Letter (\d)-(\d)/.exec(mail.subject ?? '') ?? []
  const link = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return {
    sequence: Number(sequence),
    step: Number(step),
    to,
    message_id: mail.messageId ?? '',
    link: link.slice(1, -1).replace('https://outreach.test', ''),
  }
}
