// The assistant: chat as an event stream, conversations, plans that are approved once, and its settings.

import { Type } from 'typebox'
import { readSetting, saveSetting } from '../../enrichment/settings/setting.commands.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route, type RouteContext } from '../../platform/http/route.ts'
import { type EventStream, openEventStream } from '../../platform/http/sse.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { findModel } from '../../providers/models/model-vendors.ts'
import { mustReadWorkbook } from '../../records/store/workbooks.reads.ts'
import { ASSISTANT_SETTING, readChosenModel } from '../recipes/default-model.reads.ts'
import { type ToolCaller, toolsFor } from '../tools/call-tool.commands.ts'
import {
  AssistantSettings,
  AssistantSettingsUpdate,
  ChatRequest,
  ConversationDetail,
  ConversationList,
  ConversationPath,
  ConversationUpdate,
  Plan,
  PlanAct,
  PlanPath,
} from './assistant.schema.ts'
import { type ChatParts, converse } from './chat.ts'
import { addMessage, deleteConversation, openConversation, renameConversation } from './conversations.commands.ts'
import { listConversations, mustFindConversation, readConversation, readMessages } from './conversations.reads.ts'
import { historyOf } from './history.logic.ts'
import { modelFor } from './model.ts'
import { approvePlan, mustCoverWorkbooks, rejectPlan, startAutopilot, stopPlan } from './plans.commands.ts'
import { mustFindPlan, readPlansOf, shownPlan } from './plans.reads.ts'
import { NO_MODEL, openingOf } from './prompt.logic.ts'
import { undoPlan } from './run-plan.ts'

export function assistantRoutes(parts: ChatParts): Route[] {
  return [chatRoute(parts), ...conversationRoutes(parts), ...planRoutes(parts), ...settingRoutes(parts)]
}

/** It acts with the whole role of the person who talks to it, so no token may. */
const COMMON = { tag: 'Assistant', access: 'user', needs: 'workbooks.view', for_token: 'none' } as const

const callerOf = ({ scope, log }: RouteContext, signal: AbortSignal): ToolCaller => ({
  scope,
  log,
  signal,
  capabilities: null,
  via: 'assistant',
})

function chatRoute(parts: ChatParts): Route {
  const { database } = parts
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/api/assistant/chat',
    id: 'assistant_chat',
    effects: ['spends', 'reaches_out'],
    idempotent: 'header',
    limit: LIMITS.assistant,
    summary: 'Say something to the assistant',
    description:
      'The answer is a stream of server-sent events: `conversation` with its id, `reading` for tools that were used, then `answer`, `plan` or ' +
      '`error`, and `done`. It reads with your role. What changes or costs something is proposed as a plan and runs only after ' +
      '`POST /api/assistant/plans/{plan_id}/approve`. With `autopilot` it acts by itself within that grant, in the background.',
    body: ChatRequest,
    response: { 200: { media: 'text/event-stream', description: 'What the assistant does and says.' } },
    async handler(ctx, { body }, reply) {
      const { scope } = ctx
      const { message, autopilot } = body
      const opened = await database.inWorkspace(scope, async (tx) => {
        if (autopilot) await mustCoverWorkbooks(tx, autopilot)
        const workbook = body.workbook_id === undefined ? null : await mustReadWorkbook(tx, body.workbook_id)
        const conversation = await openConversation(tx, scope.principal.user_id, {
          id: body.conversation_id,
          message,
          model: body.model ?? null,
          workbook_id: workbook?.id ?? null,
        })
        await addMessage(tx, conversation.id, 'user', { text: message, told: openingOf(message, workbook) })
        const history = historyOf(await readMessages(tx, conversation.id), await readPlansOf(tx, conversation.id))
        return { conversation, history }
      })
      const { conversation, history } = opened
      const stream = openEventStream(reply)
      const send = (event: string, data: object) => stream.send({ event, data })
      send('conversation', { conversation_id: conversation.id, title: conversation.title })
      try {
        const model = await modelFor(parts, scope, body.model ?? conversation.model ?? undefined, stream.over)
        if (!model) {
          await database.inWorkspace(scope, (tx) => addMessage(tx, conversation.id, 'assistant', { text: NO_MODEL }))
          send('answer', { type: 'answer', text: NO_MODEL })
        } else if (autopilot) {
          const plan = await database.inWorkspace(scope, async (tx) => {
            const made = await startAutopilot(tx, scope.principal.user_id, conversation.id, {
              title: conversation.title,
              grant: autopilot,
            })
            await addMessage(tx, conversation.id, 'plan', { text: 'Autopilot', said: '', plan_id: made.id })
            return made
          })
          send('plan', { type: 'plan', text: 'Autopilot', plan })
        } else {
          for await (const event of converse(parts, callerOf(ctx, stream.over), conversation, model, history))
            send(event.type, event)
        }
      } catch (error) {
        tellFault(ctx, stream, error)
      }
      stream.end({ event: 'done', data: { conversation_id: conversation.id } })
      return reply
    },
  })
}

function tellFault({ log }: RouteContext, stream: EventStream, error: unknown): void {
  if (stream.over.aborted) return
  log.error({ err: error }, 'a message to the assistant failed')
  stream.send({
    event: 'error',
    data: { type: 'error', detail: 'The assistant failed on the server. Try again; the log has details.' },
  })
}

function conversationRoutes({ database }: ChatParts): Route[] {
  const one = {
    ...COMMON,
    path: '/api/assistant/conversations/:conversation_id',
    params: ConversationPath,
  } as const
  const userOf = ({ scope }: { scope: Scope }) => scope.principal.user_id
  return [
    defineRoute({
      ...COMMON,
      method: 'GET',
      path: '/api/assistant/conversations',
      id: 'list_conversations',
      summary: 'Your conversations with the assistant, last changed first',
      description: 'Each user has their own, also in a shared workspace.',
      query: Type.Object(PageQuery),
      response: { 200: ConversationList },
      handler: (ctx, { query }) => database.inWorkspace(ctx.scope, (tx) => listConversations(tx, userOf(ctx), query)),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      id: 'get_conversation',
      summary: 'A conversation with its messages and plans',
      description:
        'Oldest first. A plan proposed in a message starts only after a user approves it, unless autopilot is on.',
      response: { 200: ConversationDetail },
      handler: (ctx, { params }) =>
        database.inWorkspace(ctx.scope, (tx) => readConversation(tx, userOf(ctx), params.conversation_id)),
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      id: 'update_conversation',
      summary: 'Rename a conversation',
      description: 'Nothing else of it changes.',
      body: ConversationUpdate,
      response: { 200: ConversationDetail },
      handler: (ctx, { params, body }) =>
        database.inWorkspace(ctx.scope, async (tx) => {
          await renameConversation(tx, userOf(ctx), params.conversation_id, body.title)
          return readConversation(tx, userOf(ctx), params.conversation_id)
        }),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      id: 'delete_conversation',
      summary: 'Delete a conversation',
      description: 'With its plans. What they did stays.',
      response: { 204: null },
      exists: (ctx, { params }) =>
        database.inWorkspace(ctx.scope, (tx) => mustFindConversation(tx, userOf(ctx), params.conversation_id)),
      async handler(ctx, { params }) {
        await database.inWorkspace(ctx.scope, (tx) => deleteConversation(tx, userOf(ctx), params.conversation_id))
        return undefined
      },
    }),
  ]
}

const ofUser =
  (act: typeof rejectPlan) =>
  ({ scope }: RouteContext, tx: WorkspaceTx, id: string) =>
    act(tx, scope.principal.user_id, id)

function planRoutes(parts: ChatParts): Route[] {
  const { database } = parts
  const path = '/api/assistant/plans/:plan_id'
  const one = { ...COMMON, params: PlanPath } as const
  const acts = [
    {
      verb: 'approve',
      summary: 'Approve a plan',
      description: 'It runs in the background, once. Steps run in order; the first that is refused ends it.',
      effects: ['spends', 'reaches_out'],
      act({ scope }: RouteContext, tx: WorkspaceTx, id: string) {
        const offered = new Set(toolsFor(parts, { scope, capabilities: null }).map(({ name }) => name))
        return approvePlan(tx, scope.principal.user_id, id, (tool) => offered.has(tool))
      },
    },
    {
      verb: 'reject',
      summary: 'Reject a plan',
      description: 'It can no longer be approved.',
      effects: ['overwrites'],
      act: ofUser(rejectPlan),
    },
    {
      verb: 'stop',
      summary: 'Stop a plan or an autopilot',
      description: 'Before its next step. What is done stays, and can be undone.',
      effects: ['overwrites'],
      act: ofUser(stopPlan),
    },
  ] as const
  return [
    defineRoute({
      ...one,
      method: 'GET',
      path,
      id: 'get_assistant_plan',
      summary: 'The status of a plan',
      description: 'Each step with its state and cost, the cap of the whole, and whether it was undone.',
      response: { 200: Plan },
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) =>
          shownPlan(await mustFindPlan(tx, scope.principal.user_id, params.plan_id)),
        ),
    }),
    ...acts.map(({ verb, summary, description, effects, act }) =>
      defineRoute({
        ...one,
        method: 'POST',
        path: `${path}/${verb}`,
        id: `${verb}_assistant_plan`,
        effects,
        summary,
        description,
        idempotent: true,
        body: PlanAct,
        response: { 200: Plan },
        errors: [409],
        handler: (ctx, { params }) => database.inWorkspace(ctx.scope, (tx) => act(ctx, tx, params.plan_id)),
      }),
    ),
    defineRoute({
      ...one,
      method: 'POST',
      path: `${path}/undo`,
      id: 'undo_assistant_plan',
      summary: 'Undo what a plan did',
      description:
        'From the last step to the first. Steps that cannot be undone say why. Money that was spent stays spent.',
      idempotent: true,
      body: PlanAct,
      response: { 200: Plan },
      errors: [409],
      handler: (ctx, { params }) => undoPlan(parts, callerOf(ctx, ctx.signal), params.plan_id),
    }),
  ]
}

function settingRoutes(parts: ChatParts): Route[] {
  const { database } = parts
  const path = '/api/assistant/settings'
  const common = { tag: 'Assistant', access: 'user', path } as const
  const read = async (scope: Scope, signal: AbortSignal) => {
    const model = await database.inWorkspace(scope, readChosenModel)
    const ready = (await modelFor(parts, scope, undefined, signal)) !== undefined
    return { model: model ?? null, ready, message: ready ? null : NO_MODEL }
  }
  return [
    defineRoute({
      ...common,
      method: 'GET',
      id: 'get_assistant_settings',
      for_token: 'none',
      summary: 'The model of the assistant, and whether it can be called',
      description: '`message` says what is missing when it cannot be called.',
      needs: 'settings.view',
      response: { 200: AssistantSettings },
      handler: ({ scope, signal }) => read(scope, signal),
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      id: 'update_assistant_settings',
      summary: 'Choose the model of the assistant',
      description: 'Also used by AI columns of recipes, and by columns made from a sentence.',
      needs: 'settings.edit',
      body: AssistantSettingsUpdate,
      response: { 200: AssistantSettings },
      async handler({ scope, signal }, { body }) {
        const { model } = body
        if (model !== null && !findModel(model))
          refuse('invalid', 'This model is not of a connected vendor. Choose one of GET /api/settings/models.')
        await database.inWorkspace(scope, async (tx) => {
          const before = await readSetting(tx, ASSISTANT_SETTING)
          if ((before.model ?? null) !== model) await saveSetting(tx, ASSISTANT_SETTING, before, { model })
        })
        return read(scope, signal)
      },
    }),
  ]
}
