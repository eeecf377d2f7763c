// What notices emit: that a person's inbox changed.
import { Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineEvent, emit } from '../../platform/events/event.ts'

export const noticeChanged = defineEvent(
  'notice.changed',
  Type.Object({ user_id: Type.Integer(), topic: Type.String() }),
  'A user received a notice, or marked one.',
)

/** Says whose inbox changed, not what is in it: every member may follow the events of a workspace. */
export const emitNotice = (tx: WorkspaceTx, user_id: number, topic: string) =>
  emit(tx, noticeChanged, { user_id, topic })
