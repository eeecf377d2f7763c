// Several people in one workbook, each served by another process: they see each other, what the others write, and no other user.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import {
  addPerson,
  type Call,
  callAs,
  type Session,
  startTestService,
  type TestService,
} from '../../test/running-install.ts'

let first: TestService
let second: TestService
beforeAll(async () => {
  const settings = { LIMITS: 'off', ROLE: 'api', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
  first = await startTestService(settings)
  second = await startTestService(settings, { database: first.database })
})
afterAll(async () => {
  await second?.close()
  await first?.close()
})

interface Frame {
  id: string | undefined
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: events of every type
  data: any
}

interface Stream {
  frames: Frame[]
  /** Waits for a frame that satisfies. */
  until(wanted: (frame: Frame) => boolean): Promise<Frame>
  cut(): void
}

async function listen(service: TestService, { access_token }: Session, lastEventId?: string): Promise<Stream> {
  const ending = new AbortController()
  const headers = { authorization: `Bearer ${access_token}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
  const answer = await fetch(`${service.url}/api/events`, { headers, signal: ending.signal })
  if (answer.status !== 200) throw new Error(await answer.text())
  const frames: Frame[] = []
  let waiting: (() => void)[] = []
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text.slice(0, end))?.[1]
        const data = field('data')
        if (data !== undefined) frames.push({ id: field('id'), event: field('event') ?? '', data: JSON.parse(data) })
        text = text.slice(end + 2)
      }
      for (const look of waiting.splice(0)) look()
    }
  }
  read().catch(() => {})
  return {
    frames,
    async until(wanted) {
      for (;;) {
        const found = frames.find(wanted)
        if (found) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    cut() {
      waiting = []
      ending.abort()
    },
  }
}

interface Stage {
  ann: Session
  bob: Session
  annCalls: Call
  bobCalls: Call
  book: string
  row: string
}

async function setUp(): Promise<Stage> {
  const workspace = await addWorkspace(first.database)
  const ann = await addPerson(first, workspace, 'editor')
  const bob = await addPerson(first, workspace, 'viewer')
  const annCalls = callAs(first, ann.access_token)
  const bobCalls = callAs(second, bob.access_token)
  const columns_config = [{ name: 'Company', type: 'input', input_type: 'text' }]
  const book = (await annCalls('POST', '/api/workbooks', { name: 'Makers', columns_config })).body.id
  const rows = await annCalls('POST', `/api/workbooks/${book}/rows`, { rows: [{ data: { c1: 'Acme' } }] })
  return { ann, bob, annCalls, bobCalls, book, row: rows.body.items[0].row_id }
}

const names = ({ data }: Frame) => data.people.map(({ name }: { name: string }) => name)

describe('two people at two processes of one install', () => {
  test('hear all that the other did after the first answer they read, however late they begin to follow', async () => {
    const { bob, annCalls, book } = await setUp()
    const read = await fetch(`${second.url}/api/workbooks`, {
      headers: { authorization: `Bearer ${bob.access_token}` },
    })
    const since = read.headers.get('event-position') ?? ''
    expect(since).toMatch(/^\d+$/)
    await read.arrayBuffer()
    expect((await annCalls('POST', `/api/workbooks/${book}/rows`, { rows: [{ data: { c1: 'Later' } }] })).status).toBe(
      201,
    )
    const bobHears = await listen(second, bob, since)
    const heard = await bobHears.until(({ event }) => event === 'rows.created')
    expect(heard.data.workbook_id).toBe(book)
    expect(bobHears.frames.some(({ event }) => event === 'reset')).toBe(false)
    bobHears.cut()
  })

  test('see where the other is, and that they have left, in answers and in the stream', async () => {
    const { ann, bob, annCalls, bobCalls, book, row } = await setUp()
    const annHears = await listen(first, ann)
    const bobHears = await listen(second, bob)
    const cell = { row_id: row, column_id: 'c1' }
    const alone = await annCalls('POST', `/api/workbooks/${book}/presence`, { tab: 'a', cell, is_editing: true })
    expect([alone.status, alone.body.count, alone.body.people]).toEqual([
      200,
      1,
      [{ user_id: ann.user_id, name: ann.username, tab: 'a', at: { cell, to: null, is_editing: true } }],
    ])
    await bobCalls('POST', `/api/workbooks/${book}/presence`, { tab: 'b' })
    const both = [ann.username, bob.username]
    const heard = await bobHears.until((frame) => frame.event === 'presence' && frame.data.people.length === 2)
    expect(names(heard)).toEqual(both)
    expect(heard.data.people[0].at).toEqual({ cell, to: null, is_editing: true })
    expect(heard.id).toBeUndefined()
    await annHears.until((frame) => frame.event === 'presence' && frame.data.people.length === 2)
    await bobCalls('POST', `/api/workbooks/${book}/presence`, { tab: 'b', left: true })
    const before = annHears.frames.length
    await annHears.until((frame) => annHears.frames.indexOf(frame) >= before && frame.event === 'presence')
    const after = await annCalls('POST', `/api/workbooks/${book}/presence`, { tab: 'a' })
    expect(after.body.people.map(({ name }: { name: string }) => name)).toEqual([ann.username])
    annHears.cut()
    bobHears.cut()
  })

  test('see what the other writes, and who it was', async () => {
    const { ann, bob, annCalls, book, row } = await setUp()
    const bobHears = await listen(second, bob)
    await bobHears.until((frame) => frame.event === 'ready')
    await annCalls('PATCH', `/api/workbooks/${book}/rows/${row}/cells/c1`, { value: 'Acme Corp' })
    const heard = await bobHears.until((frame) => frame.event === 'rows.updated')
    expect(heard.data).toMatchObject({ workbook_id: book, row_ids: [row], actor: { user_id: ann.user_id } })
    bobHears.cut()
  })

  test('miss nothing when the connection is cut and comes back at the other process', async () => {
    const { bob, annCalls, book, row } = await setUp()
    const before = await listen(second, bob)
    const { id } = await before.until((frame) => frame.event === 'ready')
    before.cut()
    const write = (value: string) => annCalls('PATCH', `/api/workbooks/${book}/rows/${row}/cells/c1`, { value })
    for (let n = 0; n < 5; n++) await write(`Acme ${n}`)
    const after = await listen(first, bob, id)
    await write('Acme at last')
    const written = () => after.frames.filter(({ event }) => event === 'rows.updated').length
    await expect.poll(written).toBe(6)
    const ids = after.frames.flatMap((frame) => (frame.event === 'rows.updated' ? [Number(frame.id)] : []))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    after.cut()
  })

  test('are told to look again when what they missed is no longer kept', async () => {
    const { bob, annCalls, book, row } = await setUp()
    const before = await listen(second, bob)
    const { id } = await before.until((frame) => frame.event === 'ready')
    before.cut()
    const path = `/api/workbooks/${book}/rows/${row}/cells/c1`
    await annCalls('PATCH', path, { value: 'Missed' })
    const sought = "select 1 from events where type = 'rows.updated' and payload ->> 'workbook_id' = $1"
    const missed = async () => (await first.database.asOwner(sought, [book])).length
    await expect.poll(missed).toBe(1)
    // As house-keeping does it two hours later.
    await first.database.asOwner('delete from events')
    const after = await listen(first, bob, id)
    await after.until((frame) => frame.event === 'reset')
    await annCalls('PATCH', path, { value: 'Heard' })
    await after.until((frame) => frame.event === 'rows.updated')
    expect(after.frames.filter(({ event }) => event === 'rows.updated')).toHaveLength(1)
    after.cut()
  })

  test('are not seen from another workspace, and cannot look into it', async () => {
    const here = await setUp()
    const there = await setUp()
    const spy = await listen(second, there.bob)
    await there.bobCalls('POST', `/api/workbooks/${there.book}/presence`, { tab: 'b' })
    const foreign = await there.annCalls('POST', `/api/workbooks/${here.book}/presence`, { tab: 'x' })
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Workbook not found"}'])
    const seen = await here.annCalls('POST', `/api/workbooks/${here.book}/presence`, { tab: 'a' })
    expect(seen.body.count).toBe(1)
    // What comes after it in the same stream was told later, so nothing of the other place is still on its way.
    await there.annCalls('POST', `/api/workbooks/${there.book}/presence`, { tab: 'c' })
    await spy.until((frame) => frame.event === 'presence' && frame.data.people.length === 2)
    expect(spy.frames.filter(({ data }) => data.workbook_id === here.book)).toEqual([])
    spy.cut()
  })
})
