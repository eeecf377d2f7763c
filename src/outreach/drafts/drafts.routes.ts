// The routes of drafts: the approval queue.

import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { createDraft } from './create-draft.commands.ts'
import { Draft, DraftCreate, DraftList, DraftPath, DraftsQuery, DraftUpdate } from './draft.schema.ts'
import { approveDraft, editDraft, rejectDraft } from './drafts.commands.ts'
import { mustReadDraft, readDrafts } from './drafts.reads.ts'

const PATH = '/api/outreach/drafts'

export function draftRoutes(parts: OutreachParts): Route[] {
  const { database } = parts
  const inScope = scopedTo(database)
  const sees = (ctx: { scope: Scope }, { params }: { params: { draft_id: string } }) =>
    inScope(ctx, (tx) => mustReadDraft(tx, params.draft_id))
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const one = { path: `${PATH}/:draft_id`, params: DraftPath } as const
  const acts = [
    {
      act: 'approve',
      summary: 'Approve a draft',
      description: 'It is sent when its delay is over, exactly as it is.',
      run: (tx: WorkspaceTx, id: string) => approveDraft(tx, id),
    },
    {
      act: 'reject',
      summary: 'Reject a draft',
      description: 'It is never sent, and its enrollment stops.',
      run: (tx: WorkspaceTx, id: string) => rejectDraft(tx, id),
    },
    {
      act: 'send',
      summary: 'Approve a draft and send it now',
      description: 'As soon as the window and the limits allow.',
      run: (tx: WorkspaceTx, id: string) => approveDraft(tx, id, true),
    },
  ] as const
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: PATH,
      id: 'list_drafts',
      summary: 'Messages that wait for approval, the next due first',
      description: 'Written by a template, a model or a user; a draft of a model is never sent without approval.',
      query: DraftsQuery,
      response: { 200: DraftList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readDrafts(tx, query)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: PATH,
      id: 'create_draft',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Draft the next message of an enrollment',
      description:
        'By the model of the outreach settings, from the facts of the lead, each sentence with the facts it uses; from the ' +
        'template where no model is chosen. A draft of a model is never sent without approval.',
      limit: LIMITS.column_try,
      body: DraftCreate,
      idempotent: true,
      response: { 201: Draft },
      errors: [404, 409],
      handler: (ctx, { body }) => createDraft(parts, ctx.scope, body, ctx.signal),
    }),
    defineRoute({
      ...read,
      ...one,
      method: 'GET',
      id: 'get_draft',
      summary: 'One draft',
      description: 'With what a model based it on, where one wrote it.',
      response: { 200: Draft },
      handler: (ctx, { params }) => inScope(ctx, (tx) => mustReadDraft(tx, params.draft_id)),
    }),
    defineRoute({
      ...edit,
      ...one,
      method: 'PATCH',
      id: 'update_draft',
      for_token: 'sequences:enroll',
      summary: 'Edit a draft',
      description: 'Members that are absent stay. Only one that still waits for approval can be edited.',
      exists: sees,
      body: DraftUpdate,
      response: { 200: Draft },
      errors: [409],
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => editDraft(tx, params.draft_id, body)),
    }),
    ...acts.map(({ act, summary, description, run }) =>
      defineRoute({
        ...edit,
        method: 'POST',
        path: `${PATH}/:draft_id/${act}`,
        params: DraftPath,
        id: `${act}_draft`,
        for_token: act === 'reject' ? 'sequences:enroll' : 'outreach:send',
        effects: act === 'approve' ? ['sends', 'reaches_out'] : ['overwrites'],
        summary,
        description,
        exists: sees,
        response: { 200: Draft },
        errors: [409],
        handler: (ctx, { params }) => inScope(ctx, (tx) => run(tx, params.draft_id)),
      }),
    ),
  ]
}
