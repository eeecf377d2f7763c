// Promises of comments: members talk at a row or cell, mentions reach people, and what is said goes with the row.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { idempotencyKeys } from '../../platform/limits/idempotency-keys.ts'
import { wrappingKey } from '../../platform/secrets/master.ts'
import { sweepHistory } from '../history/retention.ts'
import { replaceRoutes } from '../replace/replace.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { commentRoutes } from './comments.routes.ts'

let database: TestDatabase
let app: FastifyInstance
let workspace: WorkspaceId
let as: (role: 'viewer' | 'member' | 'editor' | 'admin', user?: number) => Caller

beforeAll(async () => {
  database = await openTestDatabase()
  const routes = [...workbookRoutes(database), ...replaceRoutes(database), ...commentRoutes(database, () => new Date())]
  app = await buildTestApp(routes, undefined, { keys: idempotencyKeys(database, wrappingKey(Buffer.alloc(32, 7))) })
  workspace = await addWorkspace(database)
  as = (role, user = 1) => callerOf(app, `${workspace}@${user}`, role)
  await database.asOwner(
    `insert into users (id, username, password_hash) overriding system value select n, 'user' || n, 'x' from generate_series(1, 3) n
     on conflict (id) do update set username = excluded.username`,
  )
  await database.asOwner(
    `insert into memberships (workspace_id, user_id, role) select $1, n, 'member' from generate_series(1, 3) n on conflict do nothing`,
    [workspace],
  )
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

async function addWorkbook() {
  const columns_config = [
    { name: 'Company', type: 'input' },
    { name: 'Site', type: 'input' },
  ]
  const { body } = await as('editor').post('/api/workbooks', { name: 'Companies', columns_config })
  const path = `/api/workbooks/${body.id}`
  const made = await as('editor').post(`${path}/rows`, {
    rows: [{ data: { Company: 'Acme' } }, { data: { Company: 'Bolt' } }],
  })
  const [row, other] = made.body.items.map(({ row_id }: { row_id: string }) => row_id)
  const list = async (query = '') => (await as('viewer').get(`${path}/comments${query}`)).body.items
  const begin = (text: string, more: object = {}, user = 1) =>
    as('member', user).post(`${path}/comments`, { row_id: row, text, ...more })
  return { id: body.id, path, row, other, list, begin }
}

test('members begin threads and reply, viewers read them, and only the author changes a text', async () => {
  const { path, row, list, begin } = await addWorkbook()
  const { status, body: thread } = await begin(' Is this the holding? ', { column_id: 'c1' })
  expect(status).toBe(201)
  expect(thread).toMatchObject({
    row_id: row,
    column_id: 'c1',
    resolved_at: null,
    comments: [{ text: 'Is this the holding?' }],
  })
  expect(thread.comments[0].author).toEqual({ user_id: 1, name: 'user1' })
  const replies = `${path}/comments/${thread.id}/replies`
  const answered = await as('member', 2).post(replies, { text: 'Yes' })
  const [first, second] = answered.body.comments
  expect((await as('viewer').post(replies, { text: 'No' })).status).toBe(403)
  expect((await as('editor', 2).patch(`${replies}/${first.id}`, { text: 'Mine' })).status).toBe(403)
  expect(
    (await as('member', 2).patch(`${replies}/${second.id}`, { text: 'Yes, since 2020' })).body.comments[1],
  ).toMatchObject({
    text: 'Yes, since 2020',
    edited_at: expect.any(String),
  })
  expect((await list())[0].comments.map(({ text }: { text: string }) => text)).toEqual([
    'Is this the holding?',
    'Yes, since 2020',
  ])
  expect((await begin('   ')).status).toBe(422)
  expect((await begin('x', { column_id: 'c9' })).status).toBe(422)
  expect((await begin('x', { row_id: thread.id })).status).toBe(404)
})

test('a thread is resolved and opened again, and marks tell where open ones are', async () => {
  const { path, row, other, list, begin } = await addWorkbook()
  const { body: cell } = await begin('One', { column_id: 'c2' })
  await begin('Two', { column_id: 'c2' })
  await begin('Three', { row_id: other })
  const marks = async () => (await as('viewer').get(`${path}/comments/marks`)).body
  expect(await marks()).toEqual({
    items: [
      { row_id: other, column_id: null, threads: 1 },
      { row_id: row, column_id: 'c2', threads: 2 },
    ],
    is_complete: true,
  })
  const done = await as('member', 2).patch(`${path}/comments/${cell.id}`, { resolved: true })
  expect(done.body).toMatchObject({ resolved_at: expect.any(String), resolved_by: { user_id: 2, name: 'user2' } })
  expect((await marks()).items[1].threads).toBe(1)
  expect((await list()).length).toBe(2)
  expect((await list('?state=resolved')).map(({ id }: { id: string }) => id)).toEqual([cell.id])
  expect((await list(`?state=all&row_id=${row}`)).length).toBe(2)
  await as('member').patch(`${path}/comments/${cell.id}`, { resolved: false })
  expect((await list()).length).toBe(3)
})

test('one thread is read by itself, also when it is resolved', async () => {
  const { path, list, begin } = await addWorkbook()
  const { body: thread } = await begin('Old', { column_id: 'c1' })
  await as('member').patch(`${path}/comments/${thread.id}`, { resolved: true })
  const read = (id: string) => as('viewer').get(`${path}/comments/${id}`)
  expect((await read(thread.id)).body).toEqual((await list('?state=all'))[0])
  expect((await read('unknown')).status).toBe(404)
})

test('a mention reaches the inbox of the member once, with a link, and never its author', async () => {
  const { id, path, begin } = await addWorkbook()
  const { body: thread } = await begin('@user2 and @user1: look')
  const notices = () =>
    database.asOwner<{ user_id: number; title: string; link: string }>(
      `select user_id, title, link from notices where workspace_id = $1 and link like $2`,
      [workspace, `/workbooks/${id}%`],
    )
  expect(await notices()).toMatchObject([
    { user_id: 2, title: expect.stringContaining('“Companies”'), link: `/workbooks/${id}?comments=${thread.id}` },
  ])
  const one = `${path}/comments/${thread.id}/replies/${thread.comments[0].id}`
  await as('member').patch(one, { text: '@user2 and @user3: look' })
  expect((await notices()).map(({ user_id }) => user_id)).toEqual([2, 3])
})

test('authors delete what they wrote, admins anything, and a thread goes with its last comment', async () => {
  const { path, list, begin } = await addWorkbook()
  const { body: thread } = await begin('One')
  const replies = `${path}/comments/${thread.id}/replies`
  const { body } = await as('member', 2).post(replies, { text: 'Two' })
  const [first, second] = body.comments
  expect((await as('editor', 3).delete(`${replies}/${first.id}`)).status).toBe(403)
  expect((await as('member', 2).delete(`${replies}/${second.id}`)).status).toBe(204)
  expect((await as('admin', 3).delete(`${replies}/${first.id}`)).status).toBe(204)
  expect(await list('?state=all')).toEqual([])
  const lines = await database.asOwner(`select 1 from audit_log where workspace_id = $1 and act = 'comment.deleted'`, [
    workspace,
  ])
  expect(lines).toHaveLength(1)
})

test('threads of a deleted row or column are out of sight, come back with it, and are gone when undo is', async () => {
  const { path, row, list, begin } = await addWorkbook()
  await begin('On the row')
  await begin('On the cell', { column_id: 'c2' })
  const editor = as('editor')
  await editor.delete(`${path}/columns/c2`)
  expect((await list()).length).toBe(1)
  await editor.post(`${path}/undo`, {})
  expect((await list()).length).toBe(2)
  await editor.delete(`${path}/rows`, { row_ids: [row] })
  expect(await list()).toEqual([])
  await editor.post(`${path}/undo`, {})
  expect((await list()).length).toBe(2)
  await editor.delete(`${path}/rows`, { row_ids: [row] })
  const later = new Date(Date.now() + 31 * 86_400_000)
  await sweepHistory(database, workspace, later, new AbortController().signal)
  const left = await database.asOwner('select 1 from workbook_threads where workspace_id = $1 and row_id = $2', [
    workspace,
    row,
  ])
  expect(left).toEqual([])
})

test('what is sent again under its key is done once: a thread, a reply, a replacement', async () => {
  const { path, list, begin } = await addWorkbook()
  const member = as('member')
  const key = (n: number) => ({ idempotency_key: `again-${n}` })
  const { status, body: thread } = await begin('One', key(1))
  expect(status).toBe(201)
  expect((await begin('One', key(1))).body.id).toBe(thread.id)
  for (let time = 0; time < 2; time++)
    await member.post(`${path}/comments/${thread.id}/replies`, { text: 'Two', ...key(2) })
  expect((await list()).map(({ comments }: { comments: unknown[] }) => comments.length)).toEqual([2])
  const twice = { find: 'Acme', replace_with: 'AcmeAcme', ...key(3) }
  for (let time = 0; time < 2; time++) await as('editor').post(`${path}/rows/replace`, twice)
  expect((await as('viewer').get(path)).body.rows[0].data.c1).toBe('AcmeAcme')
})

test('viewers only read, and marks of a row that is deleted are out of sight with it', async () => {
  const { path, row, begin } = await addWorkbook()
  const viewer = as('viewer')
  expect((await viewer.post(`${path}/comments`, { row_id: row, text: 'No' })).status).toBe(403)
  const { body: thread } = await begin('One')
  const comment = `${path}/comments/${thread.id}/replies/${thread.comments[0].id}`
  expect((await viewer.patch(`${path}/comments/${thread.id}`, { resolved: true })).status).toBe(403)
  expect((await viewer.patch(comment, { text: 'No' })).status).toBe(403)
  expect((await viewer.delete(comment)).status).toBe(403)
  const marks = async () => (await viewer.get(`${path}/comments/marks`)).body.items
  expect(await marks()).toHaveLength(1)
  await as('editor').delete(`${path}/rows`, { row_ids: [row] })
  expect(await marks()).toEqual([])
  await as('editor').post(`${path}/undo`, {})
  expect(await marks()).toHaveLength(1)
})

test('a deletion by an admin is audited with its author and without its text', async () => {
  const { id, path, begin } = await addWorkbook()
  const { body: thread } = await begin('Secret words', {}, 2)
  const [comment] = thread.comments
  await as('admin', 3).delete(`${path}/comments/${thread.id}/replies/${comment.id}`)
  const [line] = await database.asOwner<{ line: object }>(
    `select to_jsonb(a) as line from audit_log a where workspace_id = $1 and act = 'comment.deleted' and object_id = $2`,
    [workspace, id],
  )
  expect(line?.line).toMatchObject({ before: { comment_id: comment.id, author_id: 2 } })
  expect(JSON.stringify(line)).not.toContain('Secret words')
})

test('a list has the newest comments of a thread, and the thread has all of them page by page', async () => {
  const { path, list, begin } = await addWorkbook()
  const { body: thread } = await begin('1')
  const replies = `${path}/comments/${thread.id}/replies`
  for (let n = 2; n <= 7; n++) await as('member').post(replies, { text: String(n) })
  const [shown] = await list()
  const texts = (comments: { text: string }[]) => comments.map(({ text }) => text)
  expect(texts(shown.comments)).toEqual(['3', '4', '5', '6', '7'])
  expect(shown.comment_count).toBe(7)
  const { body: first } = await as('viewer').get(`${replies}?limit=4`)
  const { body: rest } = await as('viewer').get(`${replies}?limit=4&cursor=${first.next_cursor}`)
  expect(texts([...first.items, ...rest.items])).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(rest.next_cursor).toBeNull()
})
