// Reads the body of an answer within limits, on the wire and after decompression.
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { NetError } from './failure.ts'

export interface BodyLimits {
  /** Bytes as they come over the wire. */
  maxWireBytes: number
  /** Bytes after decompression. */
  maxBytes: number
  /** What to do at a limit: end with `too_large`, or keep what was read so far. */
  onLimit: 'fail' | 'keep'
}

export interface BodyRead {
  body: Buffer
  /** True when a limit cut the body short. */
  truncated: boolean
}

const knownEncodings = new Set(['gzip', 'x-gzip', 'deflate', 'br'])
const maxLayers = 2

/** The codings to undo, last applied first. Throws `bad_reply` for one we did not ask for. */
function codingsOf(header: string): string[] {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse()
  if (codings.length > maxLayers || codings.some((coding) => !knownEncodings.has(coding))) {
    throw new NetError('bad_reply', 'The answer is compressed in a way we did not ask for', true)
  }
  return codings
}

function decoderFor(coding: string, first: number): Transform {
  if (coding === 'br') return zlib.createBrotliDecompress()
  if (coding !== 'deflate') return zlib.createGunzip()
  // "deflate" means zlib (RFC 9110), but some servers send it raw; zlib's first byte has method 8.
  return (first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()
}

/** Reads `source` to its end or to a limit. The source is always consumed or destroyed; rejects with the cause otherwise. */
export function readBody(source: Readable, encodingHeader: string, limits: BodyLimits): Promise<BodyRead> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const decoders: Transform[] = []
    let codings: string[] = []
    let wire = 0
    let size = 0
    let done = false

    const end = (error: unknown, truncated = false) => {
      if (done) return
      done = true
      for (const decoder of decoders) decoder.destroy()
      if (!source.readableEnded) source.destroy()
      if (error) reject(error)
      else resolve({ body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size), truncated })
    }
    const limit = () => {
      if (limits.onLimit === 'keep') return end(null, true)
      end(new NetError('too_large', `The answer is larger than ${limits.maxBytes} bytes`, true))
    }
    const collect = (chunk: Buffer) => {
      if (done) return
      const room = limits.maxBytes - size
      const part = chunk.length > room ? chunk.subarray(0, room) : chunk
      size += part.length
      chunks.push(part)
      if (part !== chunk) limit()
    }
    // Built at the first byte, since raw deflate is told apart by it.
    const startDecoders = (first: number) => {
      for (const coding of codings) {
        const decoder = decoderFor(coding, decoders.length === 0 ? first : 0x78)
        decoders.at(-1)?.pipe(decoder)
        decoder.on('error', (error) => {
          // A page whose compressed stream breaks off is as good as one that was cut at a limit.
          if (limits.onLimit === 'keep' && size > 0) end(null, true)
          else end(error)
        })
        decoders.push(decoder)
      }
      const last = decoders.at(-1)
      last?.on('data', collect)
      last?.on('end', () => end(null))
    }

    source.on('error', end)
    source.on('close', () => {
      if (!source.readableEnded) end(new Error('closed'))
    })
    try {
      codings = codingsOf(encodingHeader)
    } catch (error) {
      return end(error)
    }
    source.on('data', (chunk: Buffer) => {
      if (done) return
      wire += chunk.length
      if (codings.length === 0) return collect(chunk)
      if (decoders.length === 0) startDecoders(chunk[0] ?? 0)
      if (wire > limits.maxWireBytes) return limit()
      const head = decoders[0] as Transform
      if (head.write(chunk) || done) return
      source.pause()
      head.once('drain', () => source.resume())
    })
    source.on('end', () => {
      if (decoders.length === 0) end(null)
      else decoders[0]?.end()
    })
  })
}
