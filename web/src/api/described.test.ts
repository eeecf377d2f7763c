// What the client sends, what it makes of answers, and what it does not let through the compiler.
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from './served.fixture.ts'

const asked: Request[] = []
let answer: () => Response = () => Response.json({})

beforeEach(() => {
  vi.resetModules()
  asked.length = 0
  serve(() => null)
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request)
    return answer()
  })
})

const path = { workbook_id: 'a workbook' }

test('a call carries its parameters, its body, the token and the key that makes a repeated call the same call', async () => {
  answer = () => Response.json({ id: 'w' }, { status: 201 })
  const { api, once, take } = await import('./client.ts')
  const made = await take(
    api.POST('/api/workbooks/{workbook_id}/duplicate', {
      params: { path, ...once('a key') },
      body: { name: 'Copy', rows: true },
    }),
  )
  expect(made).toEqual({ id: 'w' })
  const [request] = asked
  expect(request?.url).toBe('http://localhost/api/workbooks/a%20workbook/duplicate')
  expect(request?.headers.get('authorization')).toBe('Bearer of.this.person')
  expect(request?.headers.get('idempotency-key')).toBe('a key')
  expect(await request?.json()).toEqual({ name: 'Copy', rows: true })
})

test('a refusal names its fields, its request and what was called', async () => {
  answer = () =>
    Response.json(
      { detail: [{ loc: ['body', 'name'], msg: 'Too long', type: 'x' }] },
      { status: 422, headers: { 'x-request-id': 'r1' } },
    )
  const { api, take } = await import('./client.ts')
  const refused = take(api.PATCH('/api/workbooks/{workbook_id}', { params: { path }, body: { name: 'x' } }))
  await expect(refused).rejects.toMatchObject({
    status: 422,
    fields: { name: 'Too long' },
    requestId: 'r1',
    call: 'PATCH /api/workbooks/a%20workbook',
  })
})

test('a server that does not answer is told from one that refuses', async () => {
  answer = () => {
    throw new TypeError('fetch failed')
  }
  const { api, take } = await import('./client.ts')
  await expect(take(api.GET('/api/workbooks'))).rejects.toMatchObject({ status: 0 })
})

test('a file comes whole, and a refused one as the refusal', async () => {
  const { api, take } = await import('./client.ts')
  const call = { params: { path }, parseAs: 'blob' } as const
  answer = () => new Response('a,b\n')
  expect(await (await take(api.GET('/api/workbooks/{workbook_id}/export.csv', call))).text()).toBe('a,b\n')
  answer = () => Response.json({ detail: 'No such view' }, { status: 404 })
  await expect(take(api.GET('/api/workbooks/{workbook_id}/export.csv', call))).rejects.toMatchObject({
    status: 404,
    message: 'No such view',
  })
})

test('what the description does not declare does not compile: in a literal, in a variable, at any depth, in a query', async () => {
  const { api } = await import('./client.ts')
  const more = { name: 'Copy', more: 1 }
  const deep = { sort: [{ field: 'a', dir: 'asc' as const, more: 1 }] }
  const loose: Record<string, unknown> = {}
  const calls = [
    // @ts-expect-error -- `more` is not declared
    () => api.POST('/api/workbooks/{workbook_id}/duplicate', { params: { path }, body: { rows: true, more: 1 } }),
    // @ts-expect-error -- nor in a variable
    () => api.POST('/api/workbooks/{workbook_id}/duplicate', { params: { path }, body: more }),
    // @ts-expect-error -- nor inside
    () => api.POST('/api/workbooks/{workbook_id}/rows/query', { params: { path }, body: deep }),
    // @ts-expect-error -- nor anything at all
    () => api.PATCH('/api/workbooks/{workbook_id}', { params: { path }, body: loose }),
    // @ts-expect-error -- nor in a query
    () => api.GET('/api/workbooks', { params: { query: { limits: 1 } } }),
    // @ts-expect-error -- and what is required is not left out
    () => api.GET('/api/workbooks/{workbook_id}'),
  ]
  expect(calls).toHaveLength(6)
})
