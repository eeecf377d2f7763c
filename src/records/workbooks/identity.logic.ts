// The identity of a row: one column's value in a normal form, by which an import knows rows it has seen before.
import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readEmailDomain, readWebDomain } from '../../providers/domain.ts'
import { readPhone } from '../../providers/phone.ts'

export const NORMALISERS = ['text', 'domain', 'email', 'phone'] as const
export type Normaliser = (typeof NORMALISERS)[number]

/** Kept with the workbook from the first import that names one. */
export interface Identity {
  column_id: string
  normaliser: Normaliser
}

/** An index entry has an end: a longer value is known by its hash. */
const MAX_VALUE = 300

/**
 * The key of a row; null when the column is blank or holds nothing of the kind, since rows without an identity are never
 * the same. Keys of different identities differ, so that changing the identity cannot mistake one for the other.
 */
export function identityKey(identity: Identity, data: JsonObject): string | null {
  const key = normalKey(identity.normaliser, data[identity.column_id])
  return key === null ? null : `${identity.column_id}:${identity.normaliser}:${key}`
}

/** A value in its normal form, short enough for an index; null when it is blank or nothing of the kind. */
export function normalKey(normaliser: Normaliser, value: Json | undefined): string | null {
  const normal = normalise(normaliser, value)
  if (normal === null || normal.length <= MAX_VALUE) return normal
  return createHash('sha256').update(normal).digest('base64url')
}

function normalise(normaliser: Normaliser, value: Json | undefined): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (text === '') return null
  switch (normaliser) {
    case 'text':
      return text
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.replace(/^mailto:/, '')) ? text.replace(/^mailto:/, '') : null
    case 'domain': {
      const reading = text.includes('@') ? readEmailDomain(text) : readWebDomain(text)
      return reading.ok ? (reading.domain ?? reading.host) : null
    }
    case 'phone': {
      const reading = readPhone(text)
      return typeof reading === 'string' ? text.replace(/\D/g, '') || null : reading.e164
    }
  }
}
