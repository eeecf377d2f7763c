// The routes of sequences: write, preview, start, pause and resume them.

import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { sequenceChanged } from '../outreach.events.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import { previewSequence, readWorst } from './preview.reads.ts'
import {
  PreviewRequest,
  Sequence,
  SequenceCreate,
  SequenceList,
  SequencePath,
  SequencePreview,
  SequencesQuery,
  SequenceUpdate,
  WorstPreviews,
} from './sequence.schema.ts'
import {
  createSequence,
  deleteSequence,
  pauseSequence,
  readSteps,
  startSequence,
  updateSequence,
} from './sequences.commands.ts'
import { mustReadSequence, readSequencePage, showSequence } from './sequences.reads.ts'

const PATH = '/api/outreach/sequences'

export function sequenceRoutes({ database, publicUrl }: OutreachParts): Route[] {
  const inScope = scopedTo(database)
  const sees = (ctx: { scope: Scope }, { params }: { params: { seq_id: string } }) =>
    inScope(ctx, (tx) => mustReadSequence(tx, params.seq_id))
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const one = { path: `${PATH}/:seq_id`, params: SequencePath } as const
  const changed = async (tx: WorkspaceTx, id: string) => {
    const shown = await showSequence(tx, id, publicUrl)
    await emit(tx, sequenceChanged, { sequence_id: id, status: shown.status })
    return shown
  }
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: PATH,
      id: 'list_sequences',
      summary: 'Sequences, newest first',
      description: 'With state and counts of each; `status` filters.',
      query: SequencesQuery,
      response: { 200: SequenceList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readSequencePage(tx, query, publicUrl)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: PATH,
      id: 'create_sequence',
      summary: 'Create a sequence',
      description: 'As a draft: nothing leaves until it is started. Settings that are absent have their defaults.',
      body: SequenceCreate,
      idempotent: true,
      response: { 201: Sequence },
      handler: (ctx, { body }) => inScope(ctx, async (tx) => changed(tx, await createSequence(tx, body))),
    }),
    defineRoute({
      ...read,
      ...one,
      method: 'GET',
      id: 'get_sequence',
      summary: 'One sequence',
      description: 'Its steps and settings, how many leads are where, and `problems` that keep it from starting.',
      response: { 200: Sequence },
      handler: (ctx, { params }) => inScope(ctx, (tx) => showSequence(tx, params.seq_id, publicUrl)),
    }),
    defineRoute({
      ...edit,
      ...one,
      method: 'PATCH',
      id: 'update_sequence',
      summary: 'Change a sequence',
      description:
        'What is absent stays; `steps` are replaced whole, and keep their figures by their ids. An active one must stay fit to be sent (409). Messages that are planned follow a changed window, start date or time zone.',
      exists: sees,
      body: SequenceUpdate,
      response: { 200: Sequence },
      errors: [409],
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await updateSequence(tx, params.seq_id, body, publicUrl)
          const shown = await changed(tx, params.seq_id)
          if (shown.status === 'active') await wakeMailboxes(tx, shown.settings.mailbox_ids)
          return shown
        }),
    }),
    defineRoute({
      ...edit,
      ...one,
      method: 'DELETE',
      id: 'delete_sequence',
      summary: 'Delete a sequence',
      description: 'With its enrollments and messages; suppressions stay. An active one is refused (409).',
      exists: sees,
      response: { 204: null },
      errors: [409],
      async handler(ctx, { params }) {
        await inScope(ctx, async (tx) => {
          await deleteSequence(tx, params.seq_id)
          await emit(tx, sequenceChanged, { sequence_id: params.seq_id, status: 'deleted' })
        })
        return undefined
      },
    }),
    ...(['start', 'resume'] as const).map((act) =>
      defineRoute({
        ...edit,
        method: 'POST',
        path: `${PATH}/:seq_id/${act}`,
        params: SequencePath,
        id: `${act}_sequence`,
        effects: ['sends', 'reaches_out'],
        summary: act === 'start' ? 'Start a sequence' : 'Resume a paused sequence',
        description:
          act === 'start'
            ? 'Refused (409) with every reason at once, as `problems`: no mailbox, no lawful basis, no postal address, no way to unsubscribe, a template that cannot be read.'
            : 'Also resets the breaker: bounces and complaints before this moment count no more.',
        exists: sees,
        response: { 200: Sequence },
        errors: [409],
        handler: (ctx, { params }) =>
          inScope(ctx, async (tx) => {
            const { settings } = await startSequence(
              tx,
              params.seq_id,
              publicUrl,
              act === 'start' ? 'started' : 'resumed',
            )
            await wakeMailboxes(tx, settings.mailbox_ids)
            return changed(tx, params.seq_id)
          }),
      }),
    ),
    defineRoute({
      ...edit,
      method: 'POST',
      path: `${PATH}/:seq_id/pause`,
      params: SequencePath,
      id: 'pause_sequence',
      summary: 'Pause a sequence',
      description: 'A message whose body is already being sent is finished; no other message is sent.',
      exists: sees,
      response: { 200: Sequence },
      errors: [409],
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await pauseSequence(tx, params.seq_id)
          return changed(tx, params.seq_id)
        }),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${PATH}/:seq_id/preview`,
      params: SequencePath,
      id: 'preview_sequence',
      summary: 'What the sequence would send to a lead',
      description:
        'Every step as it would be written for the lead given, or for a sample. Nothing is sent, planned or kept.',
      query: Type.Object({ lead_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      response: { 200: SequencePreview },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => previewSequence(tx, await mustReadSequence(tx, params.seq_id), query.lead_id)),
    }),
    defineRoute({
      ...read,
      method: 'POST',
      path: `${PATH}/:seq_id/preview`,
      params: SequencePath,
      id: 'preview_steps',
      summary: 'The same with steps that are not saved yet',
      description: 'Nothing is stored.',
      body: PreviewRequest,
      response: { 200: SequencePreview },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) =>
          previewSequence(
            tx,
            await mustReadSequence(tx, params.seq_id),
            body.lead_id,
            body.steps && readSteps(body.steps),
          ),
        ),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${PATH}/:seq_id/preview/worst`,
      params: SequencePath,
      id: 'worst_previews',
      summary: 'The ten leads whose messages have the most problems',
      description: 'Of the enrolled leads, at most 2,000; of the newest leads when none is enrolled.',
      response: { 200: WorstPreviews },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => readWorst(tx, await mustReadSequence(tx, params.seq_id))),
    }),
  ]
}
