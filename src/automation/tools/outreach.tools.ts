// Tools for outreach: sequences, enrolling leads, and drafts that wait for approval.
import { Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { Cursor, Free, Limit, MaxUsd, Notice, One, one, type ResultPage, Shown, shown } from './parts.schema.ts'
import { defineTool, type Tool, UNTRUSTED } from './tool.ts'

const Id = Type.String({ maxLength: 100 })

export const OUTREACH_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_sequences',
    title: 'List sequences',
    description: 'Sequences of messages with their status and figures.',
    capability: 'sequences:enroll',
    kind: 'read',
    operations: ['list_sequences'],
    input: Type.Object({ limit: Limit(), cursor: Cursor }),
    output: Shown,
    run: async ({ operate }, query) => shown(await operate<ResultPage>('list_sequences', { query })),
  }),
  defineTool({
    name: 'enroll_leads',
    title: 'Enroll leads',
    description:
      'Enrolls leads in a sequence and lists those held back, with the reason. consent_source says where the right to write to them ' +
      'comes from. Use dry_run first: it enrolls none.',
    capability: 'sequences:enroll',
    kind: 'spend',
    operations: ['enroll_leads'],
    input: Type.Object({
      sequence_id: Id,
      lead_ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 100 }),
      consent_source: Type.String({ maxLength: 500, default: '' }),
      include_unverified: Type.Boolean({
        default: false,
        description: 'Only if asked for.',
      }),
      dry_run: Type.Boolean({ default: false }),
    }),
    output: Free,
    says: ({ lead_ids, include_unverified }) =>
      `Enroll ${(lead_ids as unknown[]).length} leads into the sequence, which will write to them${include_unverified ? ', to unverified addresses too' : ''}`,
    run: ({ operate }, { sequence_id, ...body }) =>
      operate<JsonObject>('enroll_leads', { params: { seq_id: sequence_id }, body }),
  }),
  defineTool({
    name: 'list_drafts',
    title: 'List drafts',
    description: 'Messages that wait for approval, or were approved, rejected or sent.',
    capability: 'sequences:enroll',
    kind: 'read',
    operations: ['list_drafts'],
    input: Type.Object({
      status: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['pending', 'approved', 'rejected', 'sent'] })),
      limit: Limit(),
      cursor: Cursor,
    }),
    output: Shown,
    run: async ({ operate }, query) => shown(await operate<ResultPage>('list_drafts', { query })),
  }),
  defineTool({
    name: 'list_enrollments',
    title: 'List enrollments',
    description: 'The leads of a sequence with their enrollment_id, and how far each is.',
    capability: 'sequences:enroll',
    kind: 'read',
    operations: ['list_enrollments'],
    input: Type.Object({ sequence_id: Id, limit: Limit(), cursor: Cursor }),
    output: Shown,
    run: async ({ operate }, { sequence_id, ...query }) =>
      shown(await operate<ResultPage>('list_enrollments', { params: { seq_id: sequence_id }, query })),
  }),
  defineTool({
    name: 'create_draft',
    title: 'Draft a message',
    description:
      'Drafts the next message of an enrollment by the model of the outreach settings, for at most max_usd; from the template where no model is ' +
      'chosen. It waits in list_drafts until a person approves it, and sends nothing.',
    capability: 'runs:execute',
    kind: 'spend',
    operations: ['create_draft'],
    input: Type.Object({
      enrollment_id: Type.String({ maxLength: 100, description: 'From list_enrollments.' }),
      instructions: Type.Optional(Type.String({ maxLength: 5_000, description: 'Wishes for this message.' })),
      max_usd: MaxUsd,
    }),
    output: One,
    says: ({ max_usd }) =>
      `Draft the next message, which waits for approval${max_usd === undefined ? '' : `, for at most $${max_usd}`}`,
    run: async ({ operate }, body) => one(await operate<JsonObject>('create_draft', { body })),
  }),
  defineTool({
    name: 'edit_draft',
    title: 'Edit a draft',
    description: 'Changes subject or text of a draft that still waits for approval. It sends nothing.',
    capability: 'sequences:enroll',
    kind: 'write',
    operations: ['update_draft'],
    input: Type.Object({
      draft_id: Id,
      subject: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 50_000 })),
    }),
    output: One,
    says: () => 'Edit a draft that waits for approval',
    run: async ({ operate }, { draft_id, ...body }) =>
      one(await operate<JsonObject>('update_draft', { params: { draft_id }, body })),
  }),
  defineTool({
    name: 'reject_draft',
    title: 'Reject a draft',
    description: 'It is never sent, and its enrollment stops.',
    capability: 'sequences:enroll',
    kind: 'write',
    operations: ['reject_draft'],
    input: Type.Object({ draft_id: Id }),
    output: One,
    says: () => 'Reject the draft, which stops its enrollment',
    run: async ({ operate }, params) => one(await operate<JsonObject>('reject_draft', { params })),
  }),
  defineTool({
    name: 'approve_draft',
    title: 'Approve a draft',
    description:
      'Approves one draft: it is sent in the window of its sequence. Only when a person has asked for exactly this.',
    capability: 'outreach:send',
    kind: 'spend',
    operations: ['approve_draft'],
    input: Type.Object({ draft_id: Id }),
    output: Type.Object({ notice: Notice, item: Free }),
    says: () => 'Approve the draft, which sends it',
    async run({ operate }, { draft_id }) {
      return { notice: UNTRUSTED, item: await operate<JsonObject>('approve_draft', { params: { draft_id } }) }
    },
  }),
]
