// The routes of mailboxes, and of the SMTP configuration, which is the default mailbox.

import { Type } from 'typebox'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { readAddress } from '../keys/address.logic.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import { sendTest } from './direct-mail.ts'
import {
  Mailbox,
  MailboxList,
  MailboxUpdate,
  MailTest,
  MailTestResult,
  Preflight,
  SmtpConfig,
  SmtpConfigUpdate,
} from './mailbox.schema.ts'
import { schedulePolling } from './mailbox-schedules.writes.ts'
import { addMailbox, changeMailbox, deleteMailbox, putSmtpConfig, setMailboxState } from './mailboxes.commands.ts'
import {
  findDefaultMailbox,
  isConfigured,
  mustReadMailbox,
  readMailboxes,
  type StoredMailbox,
  showMailbox,
} from './mailboxes.reads.ts'
import { runPreflight } from './preflight.ts'

const MailboxPath = Type.Object({ mailbox_id: Type.String({ maxLength: 100 }) })

export function mailboxRoutes(parts: OutreachParts): Route[] {
  const { database, vault, dns, now } = parts
  const inScope = scopedTo(database)
  const sees = (ctx: { scope: Scope }, { params }: { params: { mailbox_id: string } }) =>
    inScope(ctx, (tx) => mustReadMailbox(tx, params.mailbox_id))
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const one = { params: MailboxPath, path: '/api/outreach/mailboxes/:mailbox_id' } as const
  const CONFIG = '/api/outreach/smtp/config'
  const show = (mailbox: StoredMailbox) => (tx: WorkspaceTx) => showMailbox(tx, mailbox, now())
  const defaultMailbox = (ctx: { scope: Scope }) =>
    inScope(
      ctx,
      async (tx) =>
        (await findDefaultMailbox(tx)) ?? refuse('conflict', 'No SMTP server is configured; enter one first'),
    )

  const preflight = async (mailbox: StoredMailbox, signal: AbortSignal) => {
    if (mailbox.email === null) return refuse('conflict', 'The mailbox has no address yet. Enter one in its settings.')
    const domain = mailbox.email.slice(mailbox.email.lastIndexOf('@') + 1)
    const { host, dkim_domain, dkim_selector } = mailbox.settings
    const items = await runPreflight(dns, { domain, host, dkim_domain, dkim_selector }, signal)
    return { domain, checked_at: now().toISOString(), items, next_cursor: null }
  }
  const test = async (ctx: { scope: Scope }, mailbox: StoredMailbox, to: string | undefined) => {
    if (!isConfigured(mailbox)) return refuse('conflict', 'Address and server of the mailbox are not entered yet')
    const address = to === undefined || to === '' ? mailbox.email : readAddress(to)?.email
    if (!address) return refuseField(['to'], 'value_error', 'Value error, this is not an e-mail address', to)
    return sendTest(parts, ctx.scope, mailbox, address)
  }

  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: CONFIG,
      id: 'get_smtp_config',
      summary: 'The SMTP server that mail leaves by',
      description: 'The default mailbox. The password is never returned.',
      response: { 200: SmtpConfig },
      handler: (ctx) => inScope(ctx, async (tx) => showConfig(await findDefaultMailbox(tx))),
    }),
    defineRoute({
      ...edit,
      method: 'PUT',
      path: CONFIG,
      id: 'put_smtp_config',
      summary: 'Set up the SMTP server that mail leaves by',
      description:
        'All members are optional. Absent and blank ones leave what is stored, the password above all. Another server needs the password again.',
      body: SmtpConfigUpdate,
      response: { 200: SmtpConfig },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          const mailbox = await putSmtpConfig(tx, vault, body)
          await schedulePolling(tx, mailbox, now())
          await wakeMailboxes(tx, [mailbox.id])
          return showConfig(mailbox)
        }),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: `${CONFIG}/test`,
      alsoAt: ['/api/outreach/smtp/test'],
      id: 'test_smtp_config',
      summary: 'Send a test message',
      description: 'Connects, logs in and sends one message, to the address of the mailbox by default.',
      body: MailTest,
      limit: LIMITS.integration_test,
      idempotent: true,
      response: { 200: MailTestResult },
      errors: [409],
      handler: async (ctx, { body }) => test(ctx, await defaultMailbox(ctx), body.to),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${CONFIG}/preflight`,
      alsoAt: ['/api/outreach/smtp/preflight'],
      id: 'smtp_preflight',
      summary: 'Check the DNS records of the sending domain',
      description:
        'SPF, DKIM, DMARC, MX and the reverse name, each with the records found and what to do. DNS that does not answer is `unknown`.',
      limit: LIMITS.integration_test,
      response: { 200: Preflight },
      errors: [409],
      handler: async (ctx) => preflight(await defaultMailbox(ctx), ctx.signal),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/mailboxes',
      id: 'list_mailboxes',
      summary: 'Mailboxes and their health',
      description: 'How much each has sent today against its limits, and what its last test and its replies say of it.',
      response: { 200: MailboxList },
      handler: (ctx) =>
        inScope(ctx, async (tx) => {
          const items: Mailbox[] = []
          for (const mailbox of await readMailboxes(tx)) items.push(await showMailbox(tx, mailbox, now()))
          return { items, next_cursor: null }
        }),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/outreach/mailboxes',
      id: 'create_mailbox',
      summary: 'Add a mailbox',
      description:
        'Passwords and keys are sealed and never answered. It sends nothing before a sequence uses it; a test message can be ' +
        'sent first.',
      body: MailboxUpdate,
      idempotent: true,
      response: { 201: Mailbox },
      errors: [409],
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          const mailbox = await addMailbox(tx, vault, body)
          await schedulePolling(tx, mailbox, now())
          await wakeMailboxes(tx, [mailbox.id])
          return show(mailbox)(tx)
        }),
    }),
    defineRoute({
      ...read,
      ...one,
      method: 'GET',
      id: 'get_mailbox',
      summary: 'One mailbox and its health',
      description: 'Its limits, what it has sent of them, and whether sending and reading work.',
      response: { 200: Mailbox },
      handler: (ctx, { params }) => inScope(ctx, async (tx) => show(await mustReadMailbox(tx, params.mailbox_id))(tx)),
    }),
    defineRoute({
      ...edit,
      ...one,
      method: 'PATCH',
      id: 'update_mailbox',
      summary: 'Change a mailbox',
      description:
        'What is absent stays; blank passwords keep the stored ones. Another server needs its password again; without a server its password is deleted.',
      exists: sees,
      body: MailboxUpdate,
      response: { 200: Mailbox },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const mailbox = await changeMailbox(tx, vault, params.mailbox_id, body)
          await schedulePolling(tx, mailbox, now())
          await wakeMailboxes(tx, [mailbox.id])
          return show(mailbox)(tx)
        }),
    }),
    defineRoute({
      ...edit,
      ...one,
      method: 'DELETE',
      id: 'delete_mailbox',
      summary: 'Delete a mailbox',
      description: 'Its threads end: no follow-up leaves from another address.',
      exists: sees,
      response: { 204: null },
      errors: [409],
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteMailbox(tx, params.mailbox_id))
        return undefined
      },
    }),
    ...(['pause', 'resume'] as const).map((act) =>
      defineRoute({
        ...edit,
        method: 'POST',
        params: MailboxPath,
        path: `/api/outreach/mailboxes/:mailbox_id/${act}`,
        id: `${act}_mailbox`,
        summary: act === 'pause' ? 'Pause a mailbox' : 'Resume a mailbox',
        description:
          act === 'pause'
            ? 'Messages in progress are finished.'
            : 'Also resets the breaker: bounces before this moment count no more.',
        exists: sees,
        response: { 200: Mailbox },
        handler: (ctx, { params }) =>
          inScope(ctx, async (tx) => {
            const mailbox = await setMailboxState(tx, params.mailbox_id, act === 'pause' ? 'paused' : 'active')
            if (act === 'resume') await wakeMailboxes(tx, [mailbox.id])
            return show(mailbox)(tx)
          }),
      }),
    ),
    defineRoute({
      ...edit,
      method: 'POST',
      params: MailboxPath,
      path: '/api/outreach/mailboxes/:mailbox_id/test',
      id: 'test_mailbox',
      summary: 'Send a test message from a mailbox',
      description: 'To the given address, at once and outside all limits; `stage` says how far it came when it failed.',
      exists: sees,
      body: MailTest,
      limit: LIMITS.integration_test,
      idempotent: true,
      response: { 200: MailTestResult },
      errors: [409],
      handler: async (ctx, { params, body }) =>
        test(ctx, await inScope(ctx, (tx) => mustReadMailbox(tx, params.mailbox_id)), body.to),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      params: MailboxPath,
      path: '/api/outreach/mailboxes/:mailbox_id/preflight',
      id: 'mailbox_preflight',
      summary: 'Check the DNS records of the domain of a mailbox',
      description:
        'SPF, DKIM, DMARC and MX as they are published now, each with what was found and what to do. What cannot be looked up is ' +
        'unknown, not wrong.',
      limit: LIMITS.integration_test,
      response: { 200: Preflight },
      errors: [409],
      handler: async (ctx, { params }) =>
        preflight(await inScope(ctx, (tx) => mustReadMailbox(tx, params.mailbox_id)), ctx.signal),
    }),
  ]
}

function showConfig(mailbox: StoredMailbox | undefined) {
  const { host = null, port = 587, use_tls = true, max_per_hour = 60 } = mailbox?.settings ?? {}
  return {
    mailbox_id: mailbox?.id ?? null,
    smtp_email: mailbox?.email ?? null,
    smtp_from_name: mailbox?.from_name ?? null,
    smtp_host: host,
    smtp_port: port,
    smtp_use_tls: use_tls,
    smtp_max_per_hour: max_per_hour,
    password_set: mailbox?.sealed_smtp_password != null,
    configured: mailbox !== undefined && isConfigured(mailbox),
    updated_at: mailbox?.updated_at.toISOString() ?? null,
  }
}
