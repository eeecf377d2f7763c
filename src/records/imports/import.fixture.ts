// For tests of imports: files sent as a browser sends them, and the jobs that a worker would do.

import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun, workOff } from '../../platform/queue/run.fixture.ts'
import { importJobs } from './import.jobs.ts'

interface Parts {
  app: FastifyInstance
  database: TestDatabase
  workspaceId: WorkspaceId
  caller: Caller
}

/** Imports into one workbook. */
export function importsInto(workbookId: string, { app, database, workspaceId, caller }: Parts) {
  const at = (importId: string, path = '') => `/api/workbooks/${workbookId}/imports/${importId}${path}`

  const handlers = (of = database) => importJobs({ database: of, now: () => new Date() })

  /** Works off the jobs that plan imports or commit them; `of` may break off, as a process that is killed does. */
  async function work(name: 'workbook.plan_import' | 'workbook.import', of: TestDatabase = database) {
    try {
      await workOff(
        database,
        handlers(of).filter(({ kind }) => kind.name === name),
      )
    } catch (error) {
      // As when its lease has run out.
      await database.asOwner("update queue set state = 'ready', worker_id = null where kind = $1", [name])
      throw error
    }
  }

  /** Sweeps what an import has left, as a worker would later. */
  async function sweep(import_id: string, whole: boolean) {
    const job = testRun({ workspace_id: workspaceId })
    await handlers()
      .find(({ kind }) => kind.name === 'import.sweep')
      ?.work({ import_id, whole } as never, job)
  }

  async function upload(content: string | Buffer, options: object = {}, path = 'import/preview') {
    const form = new FormData()
    form.set('options', JSON.stringify(options))
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'leads.csv')
    const whole = new Response(form)
    const type = whole.headers.get('content-type') ?? ''
    const answer = await app.inject({
      method: 'POST',
      url: `/api/workbooks/${workbookId}/${path}`,
      headers: { authorization: `Bearer editor@${workspaceId}`, 'content-type': type },
      payload: Buffer.from(await whole.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json(), text: answer.body }
  }

  async function plan(content: string, options: object = {}) {
    const { body } = await upload(content, options)
    expect((await caller.post(at(body.import_id, '/plan'), { options })).status).toBe(202)
    await work('workbook.plan_import')
    return (await caller.get(at(body.import_id))).body
  }

  async function commit(importId: string) {
    const begun = await caller.post(at(importId, '/commit'))
    expect(begun.status, begun.text).toBe(202)
    await work('workbook.import')
    return (await caller.get(at(importId))).body
  }

  return { at, work, sweep, upload, plan, commit }
}
