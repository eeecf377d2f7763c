// The member of a body that does what the header Idempotency-Key does.
import { Type } from 'typebox'

/** Spread into the members of a body that is closed to others. No handler sees it: the key is of the request and not of the thing. */
export const IdempotencyKey = {
  idempotency_key: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'As the header Idempotency-Key.' }),
  ),
}
