// What signals emit.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'

const maybe = (schema: ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>) =>
  Type.Union([schema, Type.Null()])

export const signalCreated = defineEvent(
  'signal.created',
  Type.Object({
    signal_id: Type.String(),
    signal_type: Type.String({ description: 'Such as `hiring` or `funding`.' }),
    lead_id: maybe(Type.Integer()),
    watch_id: maybe(Type.String()),
    company: maybe(Type.String()),
    title: Type.String(),
    summary: Type.String(),
    strength: Type.Integer(),
    evidence_url: maybe(Type.String()),
    occurred_at: Type.String(),
  }),
  'A watch or a scan found something new.',
)

export const signalChanged = defineEvent(
  'signal.changed',
  Type.Object({ signal_ids: Type.Array(Type.String()), status: Type.String() }),
  'Signals were marked; lists at most 500 ids.',
)
