// What identity emits, declared once for the API description and docs/events.md.
import { Type } from 'typebox'
import { defineEvent } from '../platform/events/event.ts'

export const IDENTITY_EVENTS = [
  defineEvent(
    'integration.updated',
    Type.Object({ integration_id: Type.String() }),
    'The credentials of an integration or a secret changed, or were tested.',
  ),
]
