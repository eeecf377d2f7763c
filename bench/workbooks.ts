// Workbooks as the scenarios need them, and their runs.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './api.ts'

export interface Workbook {
  id: string
  /** Column ids in the order given. */
  columns: string[]
}

interface Column {
  id: string
  name: string
}

export const keyColumn = { type: 'input', name: 'Key', input_type: 'text' }
export const asks = (provider: string, name = provider) => ({
  type: 'enrichment',
  name,
  provider,
  output: 'description',
  inputs: { key: '{{Key}}' },
})
export const asksInTurn = (providers: string[], name = 'Waterfall') => ({
  type: 'waterfall',
  name,
  output: 'description',
  steps: providers.map((provider) => ({ provider, inputs: { key: '{{Key}}' } })),
})

export async function createWorkbook(api: Api, columns: object[], name = 'Measured'): Promise<Workbook> {
  const made = await api.send<{ id: string; columns_config: Column[] }>('POST', '/api/workbooks', {
    name,
    columns_config: columns,
  })
  return { id: made.id, columns: made.columns_config.map((column) => column.id) }
}

const A_CALL = 1000
let keys = 0

/** Keys nobody has asked for yet. */
export function freshKeys(count: number): string[] {
  keys++
  return Array.from({ length: count }, (_, n) => `k${keys}-${n}`)
}

export async function addKeys(api: Api, workbook: Workbook, names: string[]): Promise<void> {
  for (let at = 0; at < names.length; at += A_CALL)
    await api.send('POST', `/api/workbooks/${workbook.id}/rows`, {
      rows: names.slice(at, at + A_CALL).map((key) => ({ data: { Key: key } })),
    })
}

export interface Run {
  run_id: string
  status: string
  rows: number
  cells: number
  done: number
  counts: Record<string, number>
  cost_usd: number
  ended_at: string | null
}

/** Runs to its end, looked at every so many milliseconds; milliseconds from the request to the commit that ended it. */
export async function runToEnd(
  api: Api,
  workbook: Workbook,
  request: object = {},
  every = 100,
): Promise<Run & { took_ms: number }> {
  const begun = Date.now()
  const run = await startRun(api, workbook, request)
  const ended = await awaitEnd(api, workbook, run.run_id, 300, every)
  return { ...ended, took_ms: Date.parse(ended.ended_at ?? '') - begun }
}

export function startRun(api: Api, workbook: Workbook, request: object = {}): Promise<{ run_id: string }> {
  return api.send('POST', `/api/workbooks/${workbook.id}/run`, request)
}

export function readRun(api: Api, workbook: Workbook, runId: string): Promise<Run> {
  return api.get(`/api/workbooks/${workbook.id}/runs/${runId}`)
}

/** @throws when it has not ended after `within` seconds. */
export async function awaitEnd(api: Api, workbook: Workbook, runId: string, within = 300, every = 100): Promise<Run> {
  for (const end = Date.now() + within * 1000; ; ) {
    const run = await readRun(api, workbook, runId)
    if (run.ended_at) return run
    if (Date.now() > end) throw new Error(`The run had not ended after ${within} s: ${JSON.stringify(run)}`)
    await sleep(every)
  }
}

export async function setPerformance(api: Api, settings: Record<string, number>): Promise<void> {
  await api.send('PUT', '/api/settings/enrichment-perf', settings)
}
