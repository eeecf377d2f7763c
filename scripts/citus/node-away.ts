// What two workspaces hear whose nodes differ, while one of the nodes is stopped and started and rows are sent to both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Ask, check, until } from './processes.ts'

type Who = 'stays' | 'goes'
interface Sender {
  /** What was answered as stored. */
  stored: string[]
  /** Statuses of the others, with what was said. */
  refused: string[]
  close(): Promise<void>
}

const LOOKS = 20
const shell = async (command: string) =>
  (await once(spawn('sh', ['-c', command], { stdio: 'inherit' }), 'close'))[0] === 0

/** Sends rows one by one until closed. */
async function sendRows(ask: Ask, name: string): Promise<Sender & { at: string }> {
  const columns_config = [{ name: 'Number', type: 'input' }]
  const made = await ask('POST', '/api/workbooks', { name, columns_config })
  const at = `/api/workbooks/${made.body.id}`
  const stored: string[] = []
  const refused: string[] = []
  let isOpen = true
  const sending = (async () => {
    for (let n = 0; isOpen; n++) {
      const sent = await ask('POST', `${at}/rows`, { rows: [{ data: { Number: `${name} ${n}` } }] })
      if (sent.status < 300) stored.push(`${name} ${n}`)
      else refused.push(`${sent.status} ${sent.text}`)
    }
  })()
  return {
    at,
    stored,
    refused,
    async close() {
      isOpen = false
      await sending
    },
  }
}

async function missing(ask: Ask, { at, stored }: Sender & { at: string }): Promise<string[]> {
  const { text } = await ask('GET', `${at}/export.csv`)
  const there = new Set(text.split(/\r?\n/).map((line) => line.split(',')[0]?.replaceAll('"', '')))
  return stored.filter((value) => !there.has(value))
}

/** Stops and starts the node by CITUS_STOP and CITUS_START. */
export async function nodeAway(ask: Record<Who, Ask>, books: Record<Who, string>): Promise<void> {
  const { CITUS_STOP, CITUS_START } = process.env
  if (!CITUS_STOP || !CITUS_START) return console.log('left out: what a stopped node does (CITUS_STOP and CITUS_START)')
  const look = (who: Who) => ask[who]('GET', `/api/workbooks/${books[who]}`)
  const before = await look('goes')
  const goes = await sendRows(ask.goes, 'goes')
  const stays = await sendRows(ask.stays, 'stays')
  await until(async () => (Math.min(goes.stored.length, stays.stored.length) > 5 ? true : undefined))
  let isStarted = false
  try {
    check('a node is stopped while rows are sent', await shell(CITUS_STOP))
    const wrong: string[] = []
    const others: string[] = []
    for (let n = 0; n < LOOKS; n++) {
      const [gone, other] = await Promise.all([look('goes'), look('stays')])
      if (gone.status !== 503) wrong.push(`${gone.status} ${gone.text}`)
      if (other.status !== 200) others.push(`${other.status} ${other.text}`)
    }
    check('its workspaces are answered 503', wrong.length === 0, wrong.slice(0, 3))
    check('the others notice nothing', others.length === 0, others.slice(0, 3))
    isStarted = await shell(CITUS_START)
    check('it is started', isStarted)
  } finally {
    // What is dropped at the end lies on that node, too.
    if (!isStarted) await shell(CITUS_START)
  }
  const after = await until(async () => {
    const seen = await look('goes')
    return seen.status === 200 ? seen : undefined
  })
  const held = goes.stored.length
  await until(async () => (goes.stored.length > held ? true : undefined))
  await goes.close()
  await stays.close()
  check('rows are sent to the others all the time', stays.refused.length === 0, stays.refused.slice(0, 3))
  const strange = goes.refused.filter((one) => !one.startsWith('503'))
  check('what is sent to it is taken or answered 503', strange.length === 0, strange.slice(0, 3))
  check(
    'and nothing is lost',
    JSON.stringify(after.body.rows) === JSON.stringify(before.body.rows),
    after.text.slice(0, 300),
  )
  const lost = [...(await missing(ask.goes, goes)), ...(await missing(ask.stays, stays))]
  check('nor a row that was taken meanwhile', lost.length === 0, lost.slice(0, 3))
  const [workbook, csv] = await Promise.all([
    ask.goes('GET', `${goes.at}?page=1&page_size=1`),
    ask.goes('GET', `${goes.at}/export.csv`),
  ])
  const lie = csv.text.trim().split(/\r?\n/).length - 1
  check('and rows are counted as they lie', workbook.body.workbook?.total_rows === lie, { lie, told: workbook.body })
}
