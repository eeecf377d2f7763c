// Reads the body of an answer within limits, on the wire and after decompression.
import type { Transform } from 'node:stream'
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

const MIB = 1024 * 1024
const sizeText = (bytes: number) => (bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`)

/** Where the pieces come from. */
export interface BodyFlow {
  pause(): void
  resume(): void
}

export interface BodyReader {
  push(chunk: Buffer): void
  /** That was all. */
  end(): void
  /** No caller waits for it any more. */
  close(): void
}

/**
 * Reads a body to its end or to a limit. Tells once: what was read and whether all of it came, or what is wrong; after that nothing
 * more is wanted.
 */
export function readBody(
  encodingHeader: string,
  limits: BodyLimits,
  flow: BodyFlow,
  done: (read: BodyRead, isWhole: boolean) => void,
  fail: (error: unknown) => void,
): BodyReader {
  const codings = codingsOf(encodingHeader)
  const chunks: Buffer[] = []
  const decoders: Transform[] = []
  let wire = 0
  let size = 0
  let isOver = false
  let hasEnded = false

  const close = () => {
    isOver = true
    for (const decoder of decoders) decoder.destroy()
  }
  const finish = (truncated = false) => {
    if (isOver) return
    close()
    done({ body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size), truncated }, hasEnded)
  }
  const giveUp = (error: unknown) => {
    if (isOver) return
    close()
    fail(error)
  }
  const limit = () => {
    if (limits.onLimit === 'keep') return finish(true)
    giveUp(new NetError('too_large', `The answer is larger than ${sizeText(limits.maxBytes)}`, true))
  }
  const collect = (chunk: Buffer) => {
    if (isOver) return
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
        if (limits.onLimit === 'keep' && size > 0) finish(true)
        else giveUp(error)
      })
      decoders.push(decoder)
    }
    const last = decoders.at(-1)
    last?.on('data', collect)
    last?.on('end', () => finish())
  }

  return {
    close,
    push(chunk) {
      if (isOver) return
      wire += chunk.length
      if (codings.length === 0) return collect(chunk)
      if (decoders.length === 0) startDecoders(chunk[0] ?? 0)
      if (wire > limits.maxWireBytes) return limit()
      const head = decoders[0] as Transform
      if (head.write(chunk) || isOver) return
      flow.pause()
      head.once('drain', () => flow.resume())
    },
    end() {
      hasEnded = true
      if (decoders.length === 0) finish()
      else decoders[0]?.end()
    },
  }
}
