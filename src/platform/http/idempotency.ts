// One effect per key: a request that comes again under its Idempotency-Key gets the first answer instead of a second effect.
import { createHash } from 'node:crypto'
import { type FieldError, Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { Input } from './checks/request.input.ts'
import { toProblem } from './problems.ts'

/** Whose key it is: the same text in another workspace, or of another user outside of a workspace, is another key. */
export type KeyOwner = { workspace_id: WorkspaceId } | { user_id: number }

export interface KeyedRequest {
  owner: KeyOwner
  /** Method and path pattern: the same key at another operation is another key. */
  route: string
  key: string
  /** Over the whole request: the same key with another one is a mistake of the caller. */
  fingerprint: Buffer
  /** For a body that streams: its digest, after reading what the handler left of it. */
  ofBody?: () => Promise<Buffer>
}

export interface StoredAnswer {
  status: number
  /** JSON text. */
  body: string
}

export type IdempotencyClaim =
  | {
      kind: 'mine'
      keep(answer: StoredAnswer, fingerprint: Buffer): Promise<void>
      release(): Promise<void>
      extend(): Promise<void>
    }
  | { kind: 'replay'; answer: StoredAnswer }
  /** After `wait_seconds` it has its answer, or another sign of life, or its key is free. */
  | { kind: 'running'; wait_seconds: number }
  | { kind: 'lost' }
  | { kind: 'reused' }

/** Where keys are kept: in the database, because they hold for all processes and over restarts. */
export interface KeyStore {
  reserve(request: KeyedRequest): Promise<IdempotencyClaim>
}

const HEADER = 'idempotency-key'
/** How often a request that takes long says that it is still there; several times in a lease. */
const EXTEND_MS = 4_000
/** Refusals that the same request would meet again; anything else may pass and must not be kept. */
const LASTING = new Set([400, 404, 409, 413, 422])

/** The key of the header, quoted as a structured field or bare, else the one that came in the body. */
export function keyOf(headers: Record<string, unknown>, ofBody: string | undefined): string | undefined {
  const given = headers[HEADER]
  if (typeof given === 'string') {
    const key = /^"(.*)"$/.exec(given)?.[1] ?? given
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badKey(['header', HEADER], given)
    return key
  }
  return ofBody
}

export function fingerprintOf(method: string, path: string, { query, body }: Input): Buffer {
  const parts = [method, path, query as Json, (body ?? null) as Json]
  return createHash('sha256').update(canonicalJson(parts)).digest()
}

/** The fingerprint of the request with its body, where that streams. */
export async function wholeFingerprint({ fingerprint, ofBody }: KeyedRequest): Promise<Buffer> {
  if (!ofBody) return fingerprint
  return createHash('sha256')
    .update(fingerprint)
    .update(await ofBody())
    .digest()
}

/** Runs `work` unless the key has an answer. `replayed` tells which it was. */
export async function runOnce(
  store: KeyStore,
  request: KeyedRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const reservation = await store.reserve(request)
  switch (reservation.kind) {
    case 'replay':
      return { ...reservation.answer, replayed: true }
    case 'running':
      throw new Refusal('conflict', 'A request with this idempotency key is still under way', {
        retryAfter: reservation.wait_seconds,
      })
    case 'lost':
      throw new Refusal(
        'conflict',
        'This request was answered already, and its answer is no longer kept: a person in it was erased, or the key it was sealed with changed. Nothing was done again.',
      )
    case 'reused':
      throw new Refusal('invalid', 'The idempotency key was used for another request', {
        fields: [
          {
            ...keyFault(['header', HEADER], request.key),
            type: 'idempotency_key_reused',
            msg: 'The idempotency key was used for another request',
          },
        ],
      })
    case 'mine':
      return { ...(await worked(reservation, work, request)), replayed: false }
  }
}

async function worked(
  mine: Extract<IdempotencyClaim, { kind: 'mine' }>,
  work: () => Promise<StoredAnswer>,
  request: KeyedRequest,
): Promise<StoredAnswer> {
  const beat = setInterval(() => mine.extend().catch(() => {}), EXTEND_MS).unref()
  try {
    const answer = await work()
    await mine.keep(answer, await wholeFingerprint(request))
    return answer
  } catch (error) {
    const problem = toProblem(error)
    // A body that streams and was refused is read again as fast as its first refusal is found.
    if (error instanceof Refusal && LASTING.has(problem.status) && !request.ofBody)
      await mine.keep({ status: problem.status, body: JSON.stringify(problem.body) }, request.fingerprint)
    else await mine.release()
    throw error
  } finally {
    clearInterval(beat)
  }
}

function keyFault(loc: string[], input: unknown): FieldError {
  return { loc, type: 'string_pattern_mismatch', msg: 'The key must be 1 to 255 visible ASCII characters', input }
}

function badKey(loc: string[], input: unknown): Refusal {
  const fault = keyFault(loc, input)
  return new Refusal('invalid', fault.msg, { fields: [fault] })
}
