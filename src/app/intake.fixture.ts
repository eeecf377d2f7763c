// For tests of all ways by which rows and leads come in: the ways, and people who use them.
import { addWorkspace } from '../../test/database.ts'
import { addPerson, type Call, callAs, type TestService } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { must, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'

/** The service, and the vendor behind `api.example.com`. */
export interface IntakeStage {
  service: TestService
  api: Vendor
}

export interface Newcomer extends IntakeStage {
  call: Call
  workspace_id: string
  /** Workbooks of theirs are synced with leads. */
  syncs?: boolean
  upload(path: string, body: Buffer | string, type: string): ReturnType<typeof fetch>
}

export async function newcomerTo(stage: IntakeStage): Promise<Newcomer> {
  const { service } = stage
  const workspace_id = await addWorkspace(service.database)
  const { access_token } = await addPerson(service, workspace_id, 'admin')
  const authorization = `Bearer ${access_token}`
  return {
    ...stage,
    workspace_id,
    call: callAs(service, access_token),
    upload: (path, body, type) =>
      fetch(`${service.url}${path}`, { method: 'POST', headers: { authorization, 'content-type': type }, body }),
  }
}

export type Values = { [name: string]: string }

export const httpSource = { url: 'http://api.example.com/people', items_path: 'items' }

/** The result of a delivery: how many records were taken and refused, why, and the job that did it, where there is one. */
export interface Delivered {
  created: number
  rejected: number
  reasons: string[]
  job_id: string | null
  /** Takes all of it back. */
  undo: () => Promise<unknown>
  /** Names of the companies that are stored. */
  names: () => Promise<string[]>
}

export const csvOfAll = (records: readonly Values[]) => {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const line = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  return [line(names), ...records.map((record) => line(names.map((name) => record[name] ?? '')))].join('\n')
}

async function jobEnd({ call }: Newcomer, id: string) {
  const look = () => must(call('GET', `/api/jobs/${id}`), 200)
  return until(look, ({ status }) => !['pending', 'running'].includes(status))
}

export async function rejectsOf({ call }: Newcomer, id: string): Promise<{ reason: string; record: object }[]> {
  return (await must(call('GET', `/api/jobs/${id}/rejected?limit=500`), 200)).items
}

export async function byJob(at: Newcomer, id: string, names: Delivered['names']): Promise<Delivered> {
  const { status, error, counts } = await jobEnd(at, id)
  if (status !== 'done') throw new Error(`the job is ${status}: ${error}`)
  const { created = 0, rejected = 0 } = counts
  const reasons = (await rejectsOf(at, id)).map(({ reason }) => reason)
  const undo = () => must(at.call('POST', `/api/jobs/${id}/undo`, {}), 200)
  return { created, rejected, reasons, job_id: id, undo, names }
}

export const leadNames =
  ({ call }: Newcomer) =>
  async () =>
    (await must(call('GET', '/api/leads?limit=100'), 200)).items
      .map(({ company }: { company: string }) => company)
      .sort()

export async function plainBook({ call, syncs = false }: Newcomer): Promise<string> {
  const columns_config = ['Company', 'Domain'].map((name) => ({ name, type: 'input', input_type: 'text' }))
  const book = { name: 'W', columns_config, sync_to_leads: syncs }
  return `/api/workbooks/${(await must(call('POST', '/api/workbooks', book), 201)).id}`
}

const rowNames =
  ({ call }: Newcomer, path: string) =>
  async () => {
    const { rows, workbook } = await must(call('GET', `${path}?page_size=100`), 200)
    const { id } = workbook.columns_config.find(({ name }: { name: string }) => name === 'Company')
    return rows.map(({ data }: { data: Values }) => data[id] ?? '').sort()
  }

/** By its act: that of a token is in no user's own line. */
const undoRows =
  ({ call }: Newcomer, path: string) =>
  async () => {
    const { items } = await must(call('GET', `${path}/activity`), 200)
    const { id } = items.find(({ kind }: { kind: string }) => ['import', 'ingest'].includes(kind))
    return must(call('POST', `${path}/undo`, { change_id: id }), 200)
  }

/** How several records come in. */
export const DELIVERIES: { [entry: string]: (at: Newcomer, records: readonly Values[]) => Promise<Delivered> } = {
  'a CSV file of leads': async (at, records) => {
    const answer = await at.upload('/api/leads/import', csvOfAll(records), 'text/csv')
    const { job_id } = (await answer.json()) as { job_id: string }
    return byJob(at, job_id, leadNames(at))
  },
  'leads as JSON rows': async (at, rows) => {
    const { job_id } = await must(at.call('POST', '/api/leads/import', { rows }), 200)
    return byJob(at, job_id, leadNames(at))
  },
  'leads collected from a source': async (at, items) => {
    at.api.says(() => ({ body: { items } }))
    const job = await must(
      at.call('POST', '/api/jobs', { source: 'http-api', query: httpSource, max_leads: 10_000 }),
      201,
    )
    return byJob(at, job.job_id, leadNames(at))
  },
  'a file into a workbook': async (at, records) => {
    const path = await plainBook(at)
    const answer = await at.upload(`${path}/import`, csvOfAll(records), 'text/csv')
    const result = (await answer.json()) as { created: number; rejected: number; rejected_rows: { reason: string }[] }
    const { created, rejected, rejected_rows } = result
    const reasons = rejected_rows.map(({ reason }) => reason)
    return { created, rejected, reasons, job_id: null, undo: undoRows(at, path), names: rowNames(at, path) }
  },
  'a file into a workbook by its plan': async (at, records) => {
    const path = await plainBook(at)
    const stored = await at.upload(`${path}/import/preview`, csvOfAll(records), 'text/csv')
    const { import_id } = (await stored.json()) as { import_id: string }
    await must(at.call('POST', `${path}/imports/${import_id}/plan`, { options: {} }), 202)
    const look = () => must(at.call('GET', `${path}/imports/${import_id}`), 200)
    await until(look, ({ state }) => state === 'planned')
    await must(at.call('POST', `${path}/imports/${import_id}/commit`, {}), 202)
    return byJob(at, import_id, rowNames(at, path))
  },
  'ingest into a workbook': async (at, records) => {
    const path = await plainBook(at)
    const { token } = await must(at.call('POST', `${path}/ingest-token`, {}), 201)
    const { body } = await callAs(at.service, token)('POST', `${path}/rows/ingest`, records)
    const reasons = body.rows.flatMap(({ reason }: { reason: string | null }) => reason ?? [])
    const { created, rejected } = body
    return { created, rejected, reasons, job_id: null, undo: undoRows(at, path), names: rowNames(at, path) }
  },
  'a source of a workbook': async (at, items) => {
    at.api.says(() => ({ body: { items } }))
    const path = await plainBook(at)
    const columns: [string, string][] = [
      ['Company', 'c1'],
      ['Domain', 'c2'],
    ]
    const mapping = columns.map(([field, column_id]) => ({ field, target: { kind: 'column', column_id } }))
    const source = { adapter: 'http-api', settings: httpSource, mapping, max_rows: 20_000 }
    const { id } = await must(at.call('POST', `${path}/sources`, source), 201)
    const { job_id } = await must(at.call('POST', `${path}/sources/${id}/run`, {}), 202)
    return byJob(at, job_id, rowNames(at, path))
  },
}
