// Wire shapes of second factors.
import { Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

const Password = Type.String({ maxLength: 1024, 'x-secret': true, description: 'The own password, again.' })
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  'x-secret': true,
  description: 'Six digits of the app, or a recovery code.',
})

export const SecondStep = Type.Object(
  {
    challenge: Type.String({ description: 'Send it with a code to POST /auth/second-factor.' }),
    expires_in: Type.Integer({ description: 'Seconds in which the code must be sent.' }),
  },
  { $id: 'SecondStep' },
)

export const SecondStepAnswer = Type.Object(
  { challenge: Type.String({ maxLength: 200, 'x-secret': true }), code: Code },
  { $id: 'SecondStepAnswer' },
)

export const SecondFactors = Type.Object(
  {
    totp: nullable(
      Type.Object({ confirmed_at: Type.String({ format: 'date-time' }) }),
      'Codes by time from an app (RFC 6238); null: not set up.',
    ),
    recovery_codes_left: Type.Integer(),
  },
  { $id: 'SecondFactors' },
)

export const TotpBegin = Type.Object({ password: Password }, { $id: 'TotpBegin' })
export const TotpBegun = Type.Object(
  {
    secret: Type.String({ description: 'For typing into the app; shown this once.' }),
    uri: Type.String({ description: 'The same as an `otpauth:` address, for a QR code.' }),
  },
  { $id: 'TotpBegun' },
)
export const TotpCode = Type.Object({ code: Code }, { $id: 'TotpCode' })
export const TotpRemove = Type.Object({ password: Password, code: Code }, { $id: 'TotpRemove' })
export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each lets you in once in place of the app; shown this once.',
    }),
  },
  { $id: 'RecoveryCodes' },
)
