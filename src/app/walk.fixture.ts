// A random walk over the API by several people of several workspaces while workers are killed, held to a plain model of rows, roles, money
// and history. What it does is decided by a seed, except for when an answer comes back.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { Draws } from '../../test/random.ts'
import { type Answer, addPerson, callAs, type Person, type TestService } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { must, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'
import { emailBy, FINDER } from '../enrichment/own-providers/own-provider.fixture.ts'
import { CAPABILITIES, type Capability } from '../identity/capabilities.logic.ts'
import type { WorkspaceRole } from '../platform/ctx.ts'
import { HistoryModel } from '../records/history/history-model.fixture.ts'

/** What a hit costs. */
const PRICE = 0.01
const ROLES = ['viewer', 'member', 'editor', 'editor', 'admin'] as const
const SITES = 12
const VALUES = ['x', 'y', null] as const

/** What the vendor answers of a site: its mail address, or nothing for every fourth. */
const mailAt = (site: string) => (Number(/(\d+)/.exec(site)?.[1]) % 4 === 3 ? undefined : `ann@${site}`)

interface Tenant {
  id: string
  name: string
  owner: Person
  /** Starts the runs and takes nothing back: a run is an act that undo takes back, too. */
  runner: Person
  workbook: string
  /** Of the column that asks the vendor. */
  column: string
  roles: Map<Person, WorkspaceRole>
  history: HistoryModel
  /** Of people's roles, by the act that the log of acts calls it. */
  acts: Record<string, number>
  /** Dollars that may be spent in all. */
  limit: number | null
}

/** What the vendor was asked for, by site: how often, and how often an answer with an address left it. */
class Asked {
  readonly count = new Map<string, number>()
  answer(path: string): { status?: number; body: unknown } {
    const site = new URL(path, 'http://vendor').searchParams.get('domain') ?? ''
    this.count.set(site, (this.count.get(site) ?? 0) + 1)
    const mail = mailAt(site)
    return { body: mail ? { data: { mail, seats: 3 } } : { data: {} } }
  }
  hitsOf(tenant: string): number {
    return [...this.count].reduce((sum, [site, n]) => sum + (site.startsWith(tenant) && mailAt(site) ? n : 0), 0)
  }
}

export interface WalkParts {
  service: TestService
  vendor: Vendor
  /** Of the processes that work. */
  settings: Record<string, string>
}

/** The workers of the install, in processes that can be killed. */
export class Workers {
  private processes: ChildProcess[] = []
  private readonly parts: WalkParts
  constructor(parts: WalkParts) {
    this.parts = parts
  }

  async start(): Promise<void> {
    const one = fork(new URL('./install-process.fixture.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
    this.processes.push(one)
    const { service, vendor, settings } = this.parts
    one.send({
      connection: service.database.connection,
      port: vendor.port,
      settings: { ...settings, ROLE: 'worker' },
    })
    await once(one, 'message')
  }

  /** What they held is free at once, as it is for others when their leases end. */
  async kill(): Promise<void> {
    const gone = this.processes.splice(0)
    for (const one of gone) one.kill('SIGKILL')
    await Promise.all(gone.map((one) => one.exitCode === null && one.signalCode === null && once(one, 'exit')))
    for (const table of ['queue', 'run_chunks'])
      await this.parts.service.database.asOwner(
        `update ${table} set lease_until = now() - interval '1 second' where state = 'leased'`,
      )
  }
}

let walks = 0

export class Walk {
  readonly steps: string[] = []
  private readonly parts: WalkParts
  private readonly workers: Workers
  private readonly draws: Draws
  private readonly asked = new Asked()
  private readonly tenants: Tenant[] = []
  private readonly people: Person[] = []
  private readonly number = ++walks

  constructor(parts: WalkParts, workers: Workers, seed: number) {
    this.parts = parts
    this.workers = workers
    this.draws = new Draws(seed)
    parts.vendor.says(async ({ path }) => {
      const answer = this.asked.answer(path)
      await new Promise((resolve) => setTimeout(resolve, this.asked.count.size % 5 === 0 ? 60 : 5))
      return answer
    })
  }

  async begin(): Promise<void> {
    for (const letter of ['a', 'b']) this.tenants.push(await this.addTenant(`${letter}${this.number}x`))
    for (let n = 0; n < 4; n++) this.people.push(await addPerson(this.parts.service))
    for (const tenant of this.tenants)
      for (const person of this.people)
        if (this.draws.chance(0.7)) await this.invite(tenant, tenant.owner, person, this.draws.pick(ROLES))
  }

  /** So many things that people do, with a look at everything after each. */
  async go(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const tenant = this.draws.pick(this.tenants)
      await this.act(tenant, this.draws.pick([...this.people, tenant.owner]))
      for (const one of this.tenants) await this.compareRows(one)
    }
  }

  /** Kills the workers while a run of each workspace is under way; others go on with them. */
  async crash(): Promise<void> {
    const before = this.asked.count.size
    for (const tenant of this.tenants) {
      const site = () => `${tenant.name}${this.draws.below(1000)}.example`
      const data = Array.from({ length: 8 }, () => ({ c1: 'new', c2: site() }))
      await this.addRows(tenant, tenant.owner, data)
      await this.run(tenant, tenant.runner)
    }
    await until(
      () => this.asked.count.size,
      (size) => size > before,
    )
    this.steps.push('kill the workers')
    await this.workers.kill()
    await this.workers.start()
  }

  /** Once all work is over: the money, what the cells say, what the log of acts says. */
  async settle(): Promise<void> {
    for (const tenant of this.tenants) {
      const { owner, workbook } = tenant
      const look = async () => (await this.of(owner, tenant, 'GET', `/api/workbooks/${workbook}/runs?limit=200`)).body
      await until(look, ({ items }) => items.every((run: { ended_at: string | null }) => run.ended_at !== null))
      await this.compareMoney(tenant)
      await this.compareCells(tenant)
      await this.compareActs(tenant)
    }
  }

  private async addTenant(name: string): Promise<Tenant> {
    const { service } = this.parts
    const id = await addWorkspace(service.database, name)
    const owner = await addPerson(service, id, 'owner')
    const runner = await addPerson(service, id, 'editor')
    const text = (column: string) => ({ name: column, type: 'input', input_type: 'text' })
    const columns_config = [text('Name'), text('Site')]
    const book = await must(owner.call('POST', '/api/workbooks', { name, columns_config }), 201)
    const definition = { ...FINDER, price_usd: PRICE, billing: 'on_hit', repeat_safe: false }
    const own = await must(owner.call('POST', '/api/settings/own-providers', { name, definition }), 201)
    const added = await must(owner.call('POST', `/api/workbooks/${book.id}/columns`, emailBy([own.id])), 201)
    return {
      id,
      name,
      owner,
      runner,
      workbook: book.id,
      column: added.id ?? added.items.at(-1).id,
      roles: new Map([
        [owner, 'owner'],
        [runner, 'editor'],
      ]),
      history: new HistoryModel(),
      acts: {},
      limit: null,
    }
  }

  private async act(tenant: Tenant, person: Person): Promise<void> {
    const draw = this.draws.next()
    if (draw < 0.2) return this.addRows(tenant, person, this.someData(tenant))
    if (draw < 0.4) return this.changeRows(tenant, person)
    if (draw < 0.48) return this.removeRows(tenant, person)
    if (draw < 0.62) return this.revert(tenant, person, 'undo')
    if (draw < 0.7) return this.revert(tenant, person, 'redo')
    if (draw < 0.78) return this.run(tenant, person)
    if (draw < 0.84) return this.limit(tenant, person)
    if (draw < 0.96) return this.changeRole(tenant, person)
    return this.readElsewhere(tenant, person)
  }

  private async addRows(tenant: Tenant, person: Person, rows: Record<string, string | null>[]): Promise<void> {
    const path = `/api/workbooks/${tenant.workbook}/rows`
    const body = { rows: rows.map((data) => ({ data })) }
    const added = await this.try(tenant, person, 'workbooks.edit', 'POST', path, body)
    if (!added) return
    const made = added.items.map(
      ({ row_id, position, data }: { row_id: string; position: number; data: Record<string, unknown> }) => ({
        id: row_id,
        position,
        data,
        cells: {},
      }),
    )
    tenant.history.insert(person.user_id, made)
  }

  private async changeRows(tenant: Tenant, person: Person): Promise<void> {
    const ids = this.someRows(tenant)
    if (ids.length === 0) return
    const rows = ids.map((row_id) => ({ row_id, data: this.someData(tenant)[0] as Record<string, string | null> }))
    const done = await this.try(tenant, person, 'workbooks.edit', 'PATCH', `/api/workbooks/${tenant.workbook}/rows`, {
      rows,
    })
    if (!done) return
    const writes = rows.flatMap(({ row_id: row, data }) =>
      Object.entries(data).map(([column, value]) => ({ row, column, value })),
    )
    tenant.history.edit(person.user_id, writes)
  }

  private async removeRows(tenant: Tenant, person: Person): Promise<void> {
    const row_ids = this.someRows(tenant)
    if (row_ids.length === 0) return
    const path = `/api/workbooks/${tenant.workbook}/rows`
    const done = await this.try(tenant, person, 'workbooks.edit', 'DELETE', path, { row_ids })
    if (!done) return
    expect(done.deleted, this.told()).toBe(row_ids.length)
    tenant.history.remove(person.user_id, row_ids)
  }

  private async revert(tenant: Tenant, person: Person, direction: 'undo' | 'redo'): Promise<void> {
    const path = `/api/workbooks/${tenant.workbook}/${direction}`
    if (!this.may(tenant, person, 'workbooks.edit')) {
      await this.try(tenant, person, 'workbooks.edit', 'POST', path, {})
      return
    }
    const expected = tenant.history.revert(person.user_id, direction)
    const answer = await this.of(person, tenant, 'POST', path, {})
    this.steps.push(`${person.username} ${direction} in ${tenant.name}: ${answer.status}`)
    const { cells, rows, skipped } = answer.body
    const told =
      answer.status === 409
        ? null
        : {
            cells,
            rows,
            skipped: skipped
              .map((one: { row_id: string; column_id: string }) => `${one.row_id} ${one.column_id}`)
              .sort(),
          }
    expect(told, `${this.told()}\n${answer.text}`).toEqual(
      expected && { ...expected, skipped: expected.skipped.sort() },
    )
  }

  private async run(tenant: Tenant, person: Person): Promise<void> {
    const path = `/api/workbooks/${tenant.workbook}/run`
    const by = this.may(tenant, person, 'runs.execute') ? tenant.runner : person
    if (tenant.history.rows.size > 0) await this.try(tenant, by, 'runs.execute', 'POST', path, {})
  }

  /** The money that the workspace may spend in all, now and then so little that it runs out. */
  private async limit(tenant: Tenant, person: Person): Promise<void> {
    // What is under way when a limit comes was let in before.
    await this.quiet(tenant)
    const spent = await this.spent(tenant)
    const limit_usd = this.draws.chance(0.3) ? null : Math.round((spent + this.draws.below(5) * PRICE) * 1e6) / 1e6
    const items = [{ scope: 'workspace', period: 'total', limit_usd }]
    const done = await this.try(tenant, person, 'settings.edit', 'PUT', '/api/billing/budgets', { items })
    if (done) tenant.limit = limit_usd
  }

  private async changeRole(tenant: Tenant, by: Person): Promise<void> {
    const person = this.draws.pick(this.people.filter((one) => one !== by))
    const path = `/api/workspaces/${tenant.id}/members`
    const role = this.draws.pick(ROLES)
    if (!tenant.roles.has(person)) {
      await this.invite(tenant, by, person, role)
    } else if (this.draws.chance(0.4)) {
      const gone = await this.try(tenant, by, 'members.edit', 'DELETE', `${path}/${person.user_id}`)
      if (gone) this.noteRole(tenant, person, undefined, 'member.removed')
    } else if (tenant.roles.get(person) !== role) {
      const done = await this.try(tenant, by, 'members.edit', 'PATCH', `${path}/${person.user_id}`, { role })
      if (done) this.noteRole(tenant, person, role, 'member.role_changed')
    }
  }

  private async invite(tenant: Tenant, by: Person, person: Person, role: (typeof ROLES)[number]): Promise<void> {
    const path = `/api/workspaces/${tenant.id}/invitations`
    const invitation = await this.try(tenant, by, 'members.edit', 'POST', path, { role })
    if (!invitation) return
    const accepted = await person.call('POST', `/api/invitations/${invitation.token}/accept`, {})
    expect(accepted.status, `${this.told()}\n${accepted.text}`).toBeLessThan(300)
    this.noteRole(tenant, person, role, 'invitation.accepted')
  }

  private noteRole(tenant: Tenant, person: Person, role: WorkspaceRole | undefined, act: string): void {
    if (role) tenant.roles.set(person, role)
    else tenant.roles.delete(person)
    tenant.acts[act] = (tenant.acts[act] ?? 0) + 1
  }

  /** Under the name of one workspace at the workbook of the other one. */
  private async readElsewhere(tenant: Tenant, person: Person): Promise<void> {
    const other = this.tenants.find((one) => one !== tenant) as Tenant
    const answer = await this.of(person, tenant, 'GET', `/api/workbooks/${other.workbook}`)
    this.steps.push(`${person.username} reads ${other.name} as if of ${tenant.name}: ${answer.status}`)
    expect(answer.status, this.told()).toBe(404)
  }

  private may(tenant: Tenant, person: Person, capability: Capability): boolean {
    const role = tenant.roles.get(person)
    return role !== undefined && CAPABILITIES[role].has(capability)
  }

  /** The body of the answer; undefined where the person may not, which has to be answered as the model says. */
  private async try(
    tenant: Tenant,
    person: Person,
    capability: Capability,
    method: string,
    path: string,
    body?: object,
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  ): Promise<any> {
    const answer = await this.of(person, tenant, method, path, body)
    const role = tenant.roles.get(person)
    this.steps.push(
      `${person.username}, ${role ?? 'a stranger'} in ${tenant.name}: ${method} ${path} ${JSON.stringify(body)} -> ${answer.status}`,
    )
    if (this.may(tenant, person, capability)) {
      expect(answer.status, `${this.told()}\n${answer.text}`).toBeLessThan(300)
      return answer.body ?? {}
    }
    expect(answer.status, `${this.told()}\n${answer.text}`).toBe(role ? 403 : 404)
  }

  private of(person: Person, tenant: Tenant, method: string, path: string, body?: object): Promise<Answer> {
    const { service } = this.parts
    return callAs(service, person.access_token)(method, path, body, { 'x-workspace-id': tenant.id })
  }

  private async compareRows(tenant: Tenant): Promise<void> {
    const page = await this.of(tenant.owner, tenant, 'GET', `/api/workbooks/${tenant.workbook}?page_size=500`)
    const rows = page.body.rows.map(({ row_id, data }: { row_id: string; data: object }) => [row_id, data])
    expect(rows, this.told()).toEqual(tenant.history.state().map(({ id, data }) => [id, data]))
    expect(page.body.total_rows ?? rows.length, this.told()).toBe(rows.length)
  }

  private async quiet(tenant: Tenant): Promise<void> {
    await until(
      () =>
        this.parts.service.database.asOwner('select from runs where workspace_id = $1 and ended_at is null', [
          tenant.id,
        ]),
      (open) => open.length === 0,
    )
  }

  private async spent(tenant: Tenant): Promise<number> {
    return (await this.of(tenant.owner, tenant, 'GET', `/api/workbooks/${tenant.workbook}/cost`)).body.total.spent_usd
  }

  private async compareMoney(tenant: Tenant): Promise<void> {
    const { body } = await this.of(tenant.owner, tenant, 'GET', `/api/workbooks/${tenant.workbook}/cost`)
    const { spent_usd, uncertain_usd, reserved_usd } = body.total
    const inCalls = (usd: number) => Math.round((usd / PRICE) * 1000) / 1000
    const hits = this.asked.hitsOf(tenant.name)
    const books = `${this.told()}\n${hits} hits, ${JSON.stringify(body.total)}`
    expect(reserved_usd, books).toBe(0)
    expect(inCalls(spent_usd), books).toBeLessThanOrEqual(hits)
    expect(inCalls(spent_usd + uncertain_usd), books).toBeGreaterThanOrEqual(hits)
    if (tenant.limit !== null) expect(spent_usd, books).toBeLessThanOrEqual(tenant.limit + 1e-9)
    // What was answered is never asked again, what may have been billed only by a person's wish.
    const twice = [...this.asked.count].filter(([site, n]) => site.startsWith(tenant.name) && mailAt(site) && n > 1)
    expect(
      twice.reduce((sum, [, n]) => sum + n - 1, 0),
      books,
    ).toBeLessThanOrEqual(inCalls(uncertain_usd))
  }

  /** A value is what the vendor says of the site that stands there, or it says of itself that it is out of date. */
  private async compareCells(tenant: Tenant): Promise<void> {
    const { body } = await this.of(tenant.owner, tenant, 'GET', `/api/workbooks/${tenant.workbook}?page_size=500`)
    for (const { row_id, data, enrichments } of body.rows) {
      const cell = enrichments[tenant.column]
      if (cell?.status === 'complete') expect(cell.value, `${this.told()}\n${row_id}`).toBe(mailAt(data.c2 ?? ''))
      if (cell?.status === 'not_found') expect(mailAt(data.c2 ?? ''), `${this.told()}\n${row_id}`).toBeUndefined()
    }
  }

  private async compareActs(tenant: Tenant): Promise<void> {
    const acts = await this.parts.service.database.asOwner<{ act: string; count: number }>(
      `select act, count(*)::int as count from audit_log where workspace_id = $1 
        and (act like 'member.%' or act = 'invitation.accepted') group by act`,
      [tenant.id],
    )
    expect(Object.fromEntries(acts.map(({ act, count }) => [act, count])), this.told()).toEqual(tenant.acts)
  }

  private someData(tenant: Tenant): Record<string, string | null>[] {
    return Array.from({ length: 1 + this.draws.below(3) }, () => ({
      c1: this.draws.pick(VALUES),
      c2: this.draws.chance(0.1) ? null : `${tenant.name}${this.draws.below(SITES)}.example`,
    }))
  }

  private someRows(tenant: Tenant): string[] {
    const ids = tenant.history.state().map(({ id }) => id)
    const count = 1 + this.draws.below(3)
    return [...new Set(Array.from({ length: Math.min(count, ids.length) }, () => this.draws.pick(ids)))]
  }

  private told(): string {
    return this.steps.slice(-40).join('\n')
  }
}
