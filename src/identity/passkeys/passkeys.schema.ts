// Wire shapes of passkeys; what browsers and authenticators exchange is that of WebAuthn, as JSON.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { Token } from '../auth.schema.ts'

const Moment = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 60, description: 'For display, for example the device.' })

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    backed_up: Type.Boolean({ description: 'Whether it is synchronised over devices.' }),
    created_at: Moment,
    last_used_at: nullable(Moment),
  },
  { $id: 'Passkey' },
)
export const PasskeyList = listOf(Passkey, 'PasskeyList')
export const PasskeyPath = Type.Object({ passkey_id: Type.String() })

export const PasskeyBegin = Type.Object(
  { password: Type.String({ maxLength: 1024, 'x-secret': true, description: 'The own password, again.' }) },
  { $id: 'PasskeyBegin' },
)

export const PasskeyOptions = Type.Object(
  { challenge: Type.String() },
  {
    $id: 'PasskeyOptions',
    additionalProperties: true,
    description: 'For `navigator.credentials`, as `PublicKeyCredential.parse…OptionsFromJSON` reads it.',
  },
)

/** Browsers write credentials, and add members with every revision of WebAuthn (Level 3, 5.1.8). */
const WRITTEN_BY_BROWSERS = { additionalProperties: true } as const

const credential = {
  id: Type.String({ maxLength: 1400 }),
  rawId: Type.String({ maxLength: 1400 }),
  type: Type.String({ maxLength: 40 }),
  clientExtensionResults: Type.Object({}, WRITTEN_BY_BROWSERS),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
}
const Text = Type.String({ maxLength: 8000 })

export const PasskeyMade = Type.Object(
  {
    name: Name,
    response: Type.Unsafe<RegistrationResponseJSON>(
      Type.Object(
        {
          ...credential,
          response: Type.Object(
            {
              clientDataJSON: Text,
              attestationObject: Text,
              transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
            },
            WRITTEN_BY_BROWSERS,
          ),
        },
        WRITTEN_BY_BROWSERS,
      ),
    ),
  },
  { $id: 'PasskeyMade' },
)

export const PasskeyShown = Type.Object(
  {
    response: Type.Unsafe<AuthenticationResponseJSON>(
      Type.Object(
        {
          ...credential,
          response: Type.Object(
            {
              clientDataJSON: Text,
              authenticatorData: Text,
              signature: Text,
              userHandle: Type.Optional(Text),
            },
            WRITTEN_BY_BROWSERS,
          ),
        },
        WRITTEN_BY_BROWSERS,
      ),
    ),
  },
  { $id: 'PasskeyShown' },
)

export const PasskeyName = Type.Object({ name: Name }, { $id: 'PasskeyName' })

export const PasskeySignedIn = Type.Object({ ...Token.properties, username: Type.String() }, { $id: 'PasskeySignedIn' })
