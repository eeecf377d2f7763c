// Functions: column chains that are made once and used as columns, by calls, by rules and by programs.

import { Type } from 'typebox'
import type { Runs } from '../../enrichment/runs/run.commands.ts'
import type { Scope } from '../../platform/ctx.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { EndWork } from '../../records/workbooks/workbooks.commands.ts'
import { startCall } from './calls.commands.ts'
import { listCalls, readCall } from './calls.reads.ts'
import { addVersion, createFunction, deleteFunction, updateFunction } from './functions.commands.ts'
import { listFunctions, mustFindFunction, mustReadUse, readFunction, readVersions } from './functions.reads.ts'
import {
  CallPath,
  FunctionApplied,
  FunctionApply,
  FunctionCall,
  FunctionCallList,
  FunctionCallRequest,
  FunctionCreate,
  FunctionDetail,
  FunctionList,
  FunctionPath,
  FunctionsQuery,
  FunctionUpdate,
  FunctionUse,
  FunctionVersionList,
  UsePath,
  UseUpdate,
  VersionCreate,
} from './functions.schema.ts'
import { applyFunction, detachUse, updateUse } from './uses.commands.ts'

export interface FunctionParts extends Runs {
  cancelRuns: EndWork
}

const PATH = '/api/functions'
const ONE = `${PATH}/:function_id`
/** Items whose answers are waited for. */
const FEW = 10
const LOOK_EVERY_MS = 150

export function functionRoutes(parts: FunctionParts): Route[] {
  return [...functionRecordRoutes(parts), ...appliedRoutes(parts), ...callRoutes(parts)]
}

function functionRecordRoutes({ database, cancelRuns }: FunctionParts): Route[] {
  const common = { tag: 'Functions', access: 'user' } as const
  const reads = { ...common, needs: 'functions.view' } as const
  const edits = { ...common, needs: 'functions.edit', params: FunctionPath, exists: existsIn(database) } as const
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: PATH,
      id: 'list_functions',
      summary: 'The functions of the workspace, by name',
      description: '`q` finds part of a name.',
      query: FunctionsQuery,
      response: { 200: FunctionList },
      handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => listFunctions(tx, query)),
    }),
    defineRoute({
      ...common,
      needs: 'functions.edit',
      method: 'POST',
      path: PATH,
      id: 'create_function',
      idempotent: true,
      summary: 'Make a function',
      description:
        'Of inputs, columns and outputs, or from columns of a workbook (`from`). Its columns are checked like those of a workbook; faults are ' +
        'reported with their location.',
      body: FunctionCreate,
      response: { 201: FunctionDetail },
      errors: [409],
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => createFunction(tx, scope, body)),
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: ONE,
      id: 'get_function',
      summary: 'A function with its versions, uses and cost per item',
      description: 'What it takes and answers, where it is used and in which version, and what an item costs.',
      params: FunctionPath,
      response: { 200: FunctionDetail },
      handler: ({ scope }, { params }) => database.inWorkspace(scope, (tx) => readFunction(tx, params.function_id)),
    }),
    defineRoute({
      ...edits,
      method: 'PATCH',
      path: ONE,
      id: 'update_function',
      summary: 'Rename a function or change its description',
      description: 'Its columns are changed by publishing a version.',
      body: FunctionUpdate,
      response: { 200: FunctionDetail },
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => updateFunction(tx, params.function_id, body)),
    }),
    defineRoute({
      ...edits,
      method: 'DELETE',
      path: ONE,
      id: 'delete_function',
      summary: 'Delete a function with its versions and calls',
      description: 'Columns in workbooks that it made stay, as columns of their own.',
      response: { 204: null },
      async handler({ scope }, { params }) {
        await database.inWorkspace(scope, (tx) => deleteFunction(tx, params.function_id, cancelRuns))
        return undefined
      },
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: `${ONE}/versions`,
      id: 'add_function_version',
      idempotent: true,
      summary: 'Give a function a new version',
      description:
        'A version never changes. Workbooks that follow get the new one in the background; pinned ones keep theirs.',
      body: VersionCreate,
      response: { 201: FunctionDetail },
      errors: [409],
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => addVersion(tx, scope, params.function_id, body)),
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: `${ONE}/versions`,
      id: 'list_function_versions',
      summary: 'The versions of a function with their columns, newest first',
      description: 'A version never changes once it is published.',
      params: FunctionPath,
      response: { 200: FunctionVersionList },
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          const { id } = await mustFindFunction(tx, params.function_id)
          return { items: await readVersions(tx, id), next_cursor: null }
        }),
    }),
  ]
}

const existsIn =
  (database: FunctionParts['database']) =>
  ({ scope }: { scope: Scope }, { params }: { params: { function_id: string } }) =>
    database.inWorkspace(scope, (tx) => mustFindFunction(tx, params.function_id))

function appliedRoutes({ database }: FunctionParts): Route[] {
  const common = { tag: 'Functions', access: 'user' } as const
  const use = {
    ...common,
    needs: 'workbooks.edit',
    path: `${ONE}/uses/:function_use_id`,
    params: UsePath,
    exists: ({ scope }: { scope: Scope }, { params }: { params: { function_id: string; function_use_id: string } }) =>
      database.inWorkspace(scope, async (tx) => {
        const { id } = await mustFindFunction(tx, params.function_id)
        return mustReadUse(tx, id, params.function_use_id)
      }),
  } as const
  return [
    defineRoute({
      ...common,
      needs: 'workbooks.edit',
      method: 'POST',
      path: `${ONE}/apply`,
      id: 'apply_function',
      idempotent: true,
      summary: 'Use a function as columns of a workbook',
      description:
        'Adds its columns, with the inputs taken from the columns of `mapping`. Steps in between are hidden. One step of undo.',
      params: FunctionPath,
      exists: existsIn(database),
      body: FunctionApply,
      response: { 201: FunctionApplied },
      errors: [409],
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => applyFunction(tx, scope, params.function_id, body)),
    }),
    defineRoute({
      ...use,
      method: 'PATCH',
      id: 'update_function_use',
      summary: 'Pin a use to a version, or let it follow the newest',
      description: 'The columns of the use are rewritten when the version changes.',
      body: UseUpdate,
      response: { 200: FunctionUse },
      errors: [409],
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => updateUse(tx, scope, params.function_id, params.function_use_id, body)),
    }),
    defineRoute({
      ...use,
      method: 'DELETE',
      id: 'detach_function_use',
      summary: 'Detach a use from its function',
      description: 'The columns stay in the workbook and belong to it alone.',
      response: { 204: null },
      async handler({ scope }, { params }) {
        await database.inWorkspace(scope, (tx) => detachUse(tx, params.function_id, params.function_use_id))
        return undefined
      },
    }),
  ]
}

function callRoutes(parts: FunctionParts): Route[] {
  const { database } = parts
  const common = { tag: 'Functions', access: 'user' } as const
  return [
    defineRoute({
      ...common,
      needs: 'runs.execute',
      method: 'POST',
      path: `${ONE}/call`,
      id: 'call_function',
      effects: ['spends', 'reaches_out'],
      limit: LIMITS.function_call,
      idempotent: true,
      summary: 'Call a function for 1 to 100 items',
      description:
        'Waits for up to 10 items and returns their results (200); more items, and slow ones, run in the background (202): ' +
        'read `GET …/calls/{function_call_id}`. Budgets, `max_usd` and the cache apply as in any run.',
      params: FunctionPath,
      exists: existsIn(database),
      body: FunctionCallRequest,
      response: { 200: FunctionCall, 202: FunctionCall },
      errors: [409],
      async handler({ scope, signal }, { params, body }, reply) {
        const { wait_seconds, ...request } = body
        const { id, items } = await database.inWorkspace(scope, (tx) =>
          startCall(tx, parts, params.function_id, request),
        )
        const read = () => database.inWorkspace(scope, (tx) => readCall(tx, params.function_id, id))
        const until = Date.now() + (items <= FEW ? wait_seconds * 1000 : 0)
        let call = await read()
        while (call.status === 'running' && Date.now() < until && !signal.aborted) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
          call = await read()
        }
        if (call.status === 'running') reply.code(202)
        return call
      },
    }),
    defineRoute({
      ...common,
      needs: 'functions.view',
      method: 'GET',
      path: `${ONE}/calls`,
      id: 'list_function_calls',
      summary: 'Calls of a function, newest first',
      description: 'With how many items, their state and cost.',
      params: FunctionPath,
      query: Type.Object(PageQuery),
      response: { 200: FunctionCallList },
      handler: ({ scope }, { params, query }) =>
        database.inWorkspace(scope, async (tx) => {
          const { id } = await mustFindFunction(tx, params.function_id)
          return listCalls(tx, id, query)
        }),
    }),
    defineRoute({
      ...common,
      needs: 'functions.view',
      method: 'GET',
      path: `${ONE}/calls/:function_call_id`,
      id: 'get_function_call',
      summary: 'The status of a call, with the results so far',
      description: 'Items are in the order of the request, each with its own status.',
      params: CallPath,
      response: { 200: FunctionCall },
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) => readCall(tx, params.function_id, params.function_call_id)),
    }),
  ]
}
