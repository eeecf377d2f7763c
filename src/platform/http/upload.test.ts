import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineRoute, type Route } from './route.ts'
import { ann, toyServer } from './toy-server.fixture.ts'
import { uploadParts } from './upload.ts'

const upload: Route = defineRoute({
  method: 'POST',
  path: '/api/upload',
  id: 'upload',
  tag: 'Things',
  summary: 'Upload',
  access: 'user',
  upload: true,
  response: { 200: Type.Object({ parts: Type.Array(Type.String()), peak: Type.Integer() }) },
  handler: async (ctx) => {
    const read = readAll(ctx.raw)
    read.catch((error: unknown) => outcome(error))
    return read
  },
})

let outcome: (error: unknown) => void = () => {}

async function readAll(request: FastifyRequest) {
  const parts: string[] = []
  let peak = 0
  for await (const part of uploadParts(request)) {
    if (part.kind === 'field') parts.push(`${part.name}=${part.value}`)
    else {
      let size = 0
      for await (const chunk of part.stream) {
        size += chunk.length
        peak = Math.max(peak, chunk.length)
      }
      parts.push(`${part.name}:${part.filename ?? ''}:${part.media}:${size}`)
    }
  }
  return { parts, peak }
}

const BOUNDARY = 'b0undary'
const multipart = { ...ann, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, content: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n`
const end = `--${BOUNDARY}--\r\n`

describe('an upload', () => {
  it('gives fields and files in order, far beyond the limit of other bodies, in small pieces', async () => {
    const app = await toyServer({ routes: [upload] })
    const payload = `${field('name', 'ü')}${file('a.csv', 'x'.repeat(8_000_000))}${field('last', '1')}${end}`
    const chunks = Readable.from(payload.match(/.{1,65536}/gs) ?? [])
    const answer = await app.inject({ method: 'POST', url: '/api/upload', headers: multipart, payload: chunks })
    expect(answer.json().parts).toEqual(['name=ü', 'file:a.csv:text/csv:8000000', 'last=1'])
    expect(answer.json().peak).toBeLessThan(1_000_000)
  })

  it('takes the file itself as the body', async () => {
    const app = await toyServer({ routes: [upload] })
    const headers = { ...ann, 'content-type': 'text/csv' }
    const answer = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: 'a,b\n1,2\n' })
    expect(answer.json().parts).toEqual(['file::text/csv:8'])
  })

  it('is refused without a token, without a type, and when it is broken off', async () => {
    const app = await toyServer({ routes: [upload] })
    const post = (headers: Record<string, string>, payload: string) =>
      app.inject({ method: 'POST', url: '/api/upload', headers, payload })
    expect((await post({ 'content-type': 'text/csv' }, 'a')).statusCode).toBe(401)
    expect((await post(ann, '')).statusCode).toBe(415)
    for (const broken of [file('a.csv', 'abc'), field('a', 'b'), 'nonsense']) {
      const answer = await post(multipart, broken)
      expect([broken, answer.statusCode]).toEqual([broken, 400])
    }
    for (const boundary of ['', `; boundary=${'b'.repeat(500)}`]) {
      const type = { ...ann, 'content-type': `multipart/form-data${boundary}` }
      expect((await post(type, field('a', 'b') + end)).statusCode).toBe(400)
    }
  })

  it('ends for the handler when its sender goes away in the middle', async () => {
    const app = await toyServer({ routes: [upload] })
    await app.listen({ port: 0, host: '127.0.0.1' })
    for (const type of [multipart['content-type'], 'text/csv']) {
      const seen = new Promise<unknown>((resolve) => {
        outcome = resolve
      })
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      const head = `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ann\r\ncontent-type: ${type}\r\n`
      socket.write(`${head}content-length: 100000\r\n\r\n${file('a.csv', 'abc')}`)
      await once(app.server, 'request')
      socket.destroy()
      expect(await seen).toMatchObject({ code: 'bad_request' })
    }
  })
})
