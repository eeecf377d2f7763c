// Subscribers of the event stream: none misses an event, how late events are, and coming back after a cut.
import { type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../api.ts'
import { quantile } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { createWorkbook, keyColumn } from '../workbooks.ts'

const SUBSCRIBERS = 1_000
const PER_SECOND = 10
const SECONDS = 10
const LATEST_MS = 250

interface Reader {
  ids: number[]
  delays: number[]
  ready: Promise<void>
  cut(): void
}

export async function events({ api }: Stage): Promise<Finding[]> {
  const workbook = await createWorkbook(api, [keyColumn], 'Watched')
  const readers: Reader[] = []
  for (let n = 0; n < SUBSCRIBERS; n += 50) {
    const some = Array.from({ length: 50 }, () => subscribe(api, workbook.id))
    await Promise.all(some.map((reader) => reader.ready))
    readers.push(...some)
  }
  const total = PER_SECOND * SECONDS
  const leaver = readers.pop() as Reader
  let back: Reader | undefined
  for (let n = 0; n < total; n++) {
    const next = sleep(1000 / PER_SECOND)
    await api.send('PATCH', `/api/workbooks/${workbook.id}`, { description: `Number ${n}` })
    if (n === Math.floor(total / 3)) leaver.cut()
    if (n === Math.floor(total / 2)) back = subscribe(api, workbook.id, leaver.ids.at(-1))
    await next
  }
  await sleep(1_500)
  const truth = JSON.stringify(longest(readers))
  const complete = readers.filter(
    (reader) => reader.ids.length === total && JSON.stringify(reader.ids) === truth,
  ).length
  const resumed = JSON.stringify([...leaver.ids, ...(back?.ids ?? [])]) === truth
  const delays = readers.flatMap((reader) => reader.delays).sort((a, b) => a - b)
  const p99 = quantile(delays, 0.99)
  for (const reader of [...readers, ...(back ? [back] : [])]) reader.cut()
  return [
    {
      what: `events, ${number(SUBSCRIBERS)} subscribers, ${PER_SECOND} a second: subscribers that got all ${total} in order`,
      measured: `${number(complete)} of ${number(readers.length)}`,
      bar: 'all',
      pass: complete === readers.length,
    },
    {
      what: 'the same: from the write to the subscriber, p99',
      measured: ms(p99),
      beside: `p50 ${ms(quantile(delays, 0.5))}`,
      bar: `≤ ${LATEST_MS} ms`,
      pass: p99 <= LATEST_MS,
    },
    {
      what: 'the same: cut and back by Last-Event-ID',
      measured: resumed ? 'no gap, no repeat' : 'a gap or a repeat',
      bar: 'no gap, no repeat',
      pass: resumed,
    },
  ]
}

function longest(readers: readonly Reader[]): number[] {
  return readers.reduce((most, { ids }) => (ids.length > most.length ? ids : most), [] as number[])
}

function subscribe(api: Api, workbookId: string, after?: number): Reader {
  const ids: number[] = []
  const delays: number[] = []
  let request: ClientRequest | undefined
  const ready = new Promise<void>((resolve, reject) => {
    request = get(
      `${api.url}/api/events?workbook_id=${workbookId}`,
      { agent: false, headers: { ...api.headers, ...(after !== undefined && { 'last-event-id': String(after) }) } },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`GET /api/events: ${response.statusCode}`))
        let text = ''
        response.setEncoding('utf8')
        response.on('error', () => {})
        response.on('data', (chunk: string) => {
          const frames = (text + chunk).split('\n\n')
          text = frames.pop() ?? ''
          for (const frame of frames) {
            if (/^event: ready$/m.test(frame)) resolve()
            if (!/^event: workbook\.updated$/m.test(frame)) continue
            ids.push(Number(/^id: (\d+)$/m.exec(frame)?.[1]))
            delays.push(Date.now() - Date.parse(/"ts":"([^"]+)"/.exec(frame)?.[1] ?? ''))
          }
        })
      },
    )
    request.on('error', reject)
  })
  ready.catch(() => {})
  return { ids, delays, ready, cut: () => request?.destroy() }
}
