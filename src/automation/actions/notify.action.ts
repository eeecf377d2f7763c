// Tells people of the workspace, by a notice in their inbox.
import { Type } from 'typebox'
import { notify } from '../../identity/notices/notices.commands.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { defineAction } from './action.ts'

const Notify = Type.Object({
  to: Type.Union([
    Type.String({ enum: ['admins', 'editors', 'members'] }),
    Type.Array(Type.Integer(), { minItems: 1, maxItems: 100, description: 'Members by user id.' }),
  ]),
  title: Type.String({ minLength: 1, maxLength: 300, ...shownAs({ wide: true }) }),
  text: Type.Optional(Type.String({ maxLength: 5_000, ...shownAs({ editor: 'multiline' }) })),
  severity: Type.Unsafe<'info' | 'warning' | 'error'>({
    type: 'string',
    enum: ['info', 'warning', 'error'],
    default: 'info',
  }),
})

const describeRecipients = (to: string | number[]) =>
  typeof to === 'string' ? `all ${to}` : `${to.length} ${to.length === 1 ? 'person' : 'people'}`

export const notifyAction = defineAction({
  kind: 'notify',
  place: 80,
  label: 'Notify people',
  description: 'Adds a notice to their inbox; mail and chat follow the settings of each user.',
  settings: Notify,
  words: ({ to }) => `notify ${describeRecipients(to)}`,
  plain: ['to', 'severity'],
  preview: async (_, { to, title }) => ({ text: `Would tell ${describeRecipients(to)}: ${title ?? ''}` }),
  async act(tx, { to, title, text, severity }, { run_id, object, facts, now }) {
    const shown = String(title ?? '').trim()
    if (shown === '') refuse('conflict', 'The title of the notice is blank: its variables have no value')
    const link = linkOf(object, facts)
    await notify(
      tx,
      {
        topic: 'rules' as const,
        severity,
        to: to as 'admins' | number[],
        title: shown,
        ...(text !== undefined && { text: String(text ?? '') }),
        ...(link !== null && { link }),
        key: `automation:${run_id}:${shown}`,
      },
      now,
    )
    return { output: { told: describeRecipients(to) } }
  },
})

function linkOf(object: string, { workbook }: JsonObject): string | null {
  if (object.startsWith('lead:')) return `/leads?lead=${object.slice(5)}`
  if (workbook !== null && typeof workbook === 'object' && !Array.isArray(workbook))
    return `/workbooks/${String(workbook.id)}`
  return null
}
