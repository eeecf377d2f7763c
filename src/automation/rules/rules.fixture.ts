// For tests of rules: a whole service with its workers, a workspace with an admin, and waiting for what comes of an event.

import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { addPerson, type Call, callAs, startTestService, type TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'

/** With the `database` of another one it is a further process of the same install. */
export const startRules = (more: Record<string, string> = {}, database?: TestDatabase): Promise<TestService> =>
  startTestService({ LIMITS: 'off', EGRESS_ALLOW: '127.0.0.1', ...more }, database && { database })

export interface Stage {
  workspace_id: WorkspaceId
  user_id: number
  call: Call
  /** The body of an answer with the status that is expected. */
  must(method: string, path: string, body?: unknown, status?: number): ReturnType<typeof bodyOf>
  rule(rule: object): Promise<string>
  /** The runs of a rule once there are so many that ended, oldest first. */
  ended(ruleId: string, count: number): Promise<RunShown[]>
  run(id: string): ReturnType<typeof bodyOf>
  workbook(columns: object[], rows?: object[]): Promise<{ id: string; rows: string[] }>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const bodyOf = async (answer: Promise<{ body: any }>) => (await answer).body

export interface RunShown {
  id: string
  status: string
  title: string
  object: string
  reason: string | null
  error: string | null
  depth: number
  event_key: string
}

export async function addStage(service: TestService): Promise<Stage> {
  const workspace_id = await addWorkspace(service.database)
  const { access_token, user_id } = await addPerson(service, workspace_id, 'admin')
  const call = callAs(service, access_token)
  const must: Stage['must'] = async (method, path, body, status) => {
    const answer = await call(method, path, body)
    if (status === undefined ? answer.status >= 300 : answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const stage: Stage = {
    workspace_id,
    user_id,
    call,
    must,
    rule: async (rule) => (await must('POST', '/api/automations', { name: 'Test', ...rule }, 201)).id,
    run: (id) => must('GET', `/api/automations/runs/${id}`),
    async ended(ruleId, count) {
      const over = (items: RunShown[]) => items.filter(({ status }) => ['done', 'failed', 'skipped'].includes(status))
      const look = async (): Promise<RunShown[]> =>
        (await must('GET', `/api/automations/runs?automation_id=${ruleId}&limit=500`)).items
      return over(await until(look, (items) => over(items).length >= count)).reverse()
    },
    async workbook(columns_config, rows = []) {
      const { id } = await must('POST', '/api/workbooks', { name: 'Companies', columns_config }, 201)
      if (rows.length === 0) return { id, rows: [] }
      const added = await must('POST', `/api/workbooks/${id}/rows`, { rows: rows.map((data) => ({ data })) })
      return { id, rows: added.items.map(({ row_id }: { row_id: string }) => row_id) }
    },
  }
  return stage
}

export const TEXT = (name: string) => ({ name, type: 'input', input_type: 'text' })
