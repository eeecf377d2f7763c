// Compresses long JSON answers for clients that take them so; a page of rows is a fifth of its size then.
//
// Brotli and gzip near their quickest take 0.3 to 0.7 ms for 100 KB here, for a fifth to a seventh of the bytes; higher levels take
// twice as long for a tenth less. Answers that may hold a token or a secret stay as they are: beside text that an attacker
// chooses, the length of a compressed answer tells about the secret in it (BREACH). So do streams, which are no text at hand.
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { createBoundedCache } from '../../db/bounded-cache.ts'
import { bySchema } from '../checks/by-schema.ts'
import type { Route } from '../route.ts'
import { bestEncoding, type ContentEncoding } from './accept-encoding.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer may hold a secret. */
    keepsSecret?: () => boolean
  }
  interface FastifyReply {
    /** Names these bytes and no others; null where the answer is made for one caller. */
    packedAs: string | null
  }
}

/** Less goes in a few packets anyhow. */
const LEAST = 4 * 1024
/** From here on the work is done beside the event loop; below, to hand it over takes as long as to do it. */
const LONG = 128 * 1024
const JSON_TYPE = /^application\/([\w.+-]+\+)?json\b/

const BROTLI = (size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: size },
})
const GZIP = { level: 1 }
const [brotliLater, gzipLater] = [promisify(brotliCompress), promisify(gzip)]

const packNow = (bytes: Buffer, encoding: ContentEncoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(bytes, BROTLI(bytes.length)) : gzipSync(bytes, GZIP)
const packLater = (bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> =>
  encoding === 'br' ? brotliLater(bytes, BROTLI(bytes.length)) : gzipLater(bytes, GZIP)

/** What was packed is kept as long as there is room: many readers of a page get it, and packing takes as long as making it. */
const MOST = 500
const MOST_BYTES = 8 * 1024 * 1024

export function compressAnswers(app: FastifyInstance): void {
  const kept = createBoundedCache<Buffer>(MOST, MOST_BYTES)
  app.decorateReply('packedAs', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isText || payload.length < LEAST || request.routeOptions.config.keepsSecret?.()) return done()
    if (!JSON_TYPE.test(String(reply.getHeader('content-type') ?? ''))) return done()
    if (reply.hasHeader('content-encoding') || reply.hasHeader('set-cookie')) return done()
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
    const encoding = bestEncoding(request.headers['accept-encoding'])
    if (!encoding || request.method === 'HEAD') return done()
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    const name = reply.packedAs && `${encoding} ${reply.packedAs}`
    const known = name && kept.get(name)
    if (known) return done(null, known)
    const send = (packed: Buffer) => {
      if (name) kept.set(name, packed, packed.length)
      done(null, packed)
    }
    if (bytes.length < LONG) return send(packNow(bytes, encoding))
    packLater(bytes, encoding).then(send, done)
  })
}

const SECRET = /"(?:[a-z0-9]+_)*(?:token|secret|password|codes|otpauth_url)":\{/
const namesSecret = bySchema((schema: object) => SECRET.test(JSON.stringify(schema)))

/** Whether an answer of a route may hold a token or a secret: by its members' names, or because it is about signing in. */
export function mayTellSecret({ path, response }: Pick<Route, 'path' | 'response'>): boolean {
  return path.startsWith('/auth/') || Object.values(response).some((one) => one && namesSecret(one))
}
