// For tests of imports: files sent as a browser sends them, and the jobs that a worker would do.

import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
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

  /** Works on a job of the import, as a worker would. */
  async function work(name: 'import.plan' | 'import.commit' | 'import.sweep', importId: string, more: object = {}) {
    const kind = importJobs({ database, now: () => new Date() }).find((one) => one.kind.name === name)
    const job = testRun({ workspace_id: workspaceId })
    await kind?.work({ import_id: importId, ...more } as never, job)
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
    await work('import.plan', body.import_id)
    return (await caller.get(at(body.import_id))).body
  }

  async function commit(importId: string) {
    const begun = await caller.post(at(importId, '/commit'))
    expect(begun.status, begun.text).toBe(202)
    await work('import.commit', importId)
    return (await caller.get(at(importId))).body
  }

  return { at, work, upload, plan, commit }
}
