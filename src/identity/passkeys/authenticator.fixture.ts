// An authenticator in software for tests: makes passkeys and answers challenges, and can be told to do it wrong.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url')

export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  /** The person was not asked. */
  unverified?: boolean
  counter?: number
  type?: string
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

export function softwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (twist: Twist, attested?: Buffer) => {
    const flags = PRESENT | (twist.unverified ? 0 : VERIFIED) | (attested ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(twist.counter ?? ++counter)
    const name = sha256(twist.rpId ?? new URL(origin).hostname)
    return Buffer.concat([name, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const credential = { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {} }

  return {
    id: b64(id),
    create({ challenge }: { challenge: string }, twist: Twist = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as [number, number][]),
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]) as never,
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(twist, attested))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, twist)),
          attestationObject: b64(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
          // Written by browsers, and not read here.
          ...({ publicKeyAlgorithm: -7, publicKey: b64(key) } as object),
        },
      }
    },
    get({ challenge }: { challenge: string }, twist: Twist = {}) {
      const data = clientData('webauthn.get', challenge, twist)
      const auth = authData(twist)
      const signature = sign('sha256', Buffer.concat([auth, sha256(data)]), privateKey)
      return {
        ...credential,
        response: { clientDataJSON: b64(data), authenticatorData: b64(auth), signature: b64(signature) },
      }
    },
  }
}
