// The ways in beside the HTTP operations, with hostile input made by the same seed: tools of MCP, the command line, mails.
import { setTimeout as sleep } from 'node:timers/promises'
import { runWords } from '../src/app/cli/terminal.fixture.ts'
import { readMail, textOf } from '../src/outreach/bounces/mail-reading.ts'
import { readReport } from '../src/outreach/bounces/report.logic.ts'
import { classifyReply } from '../src/outreach/replies/classify.logic.ts'
import { EXTREMES, hostileMail, makerOf, wireText } from './fuzz.ts'
import type { Random } from './random.ts'
import type { Schema } from './sample.ts'

/** The outcome of one hostile call. */
export interface Knock {
  /** What was sent, for people. */
  sent: string
  outcome: 'done' | 'refused'
  /** One sentence for what must not be. */
  fault?: string | undefined
}

/** Words that PostgreSQL, Node and our own code say to each other, and never to a caller. */
const INSIDE =
  /byte sequence|invalid input syntax|violates \w+[- ]?\w* constraint|relation "|does not exist at|duplicate key value|syntax error at|null value in column|out of range for type|Cannot read propert|is not a function|is not iterable|Maximum call stack|^ +at \S+ \(/m

/** A command that takes longer is a hang. */
const HANG_MS = 30_000

interface ListedTool {
  name: string
  inputSchema: Schema & { $defs?: Record<string, Schema> }
}

interface Answer {
  error?: { code: number; message: string }
  result?: { isError?: boolean; content?: { text: string }[]; tools?: ListedTool[] }
}

const INTERNAL_ERROR = -32603

async function sendMcp(url: string, token: string, method: string, params: string) {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.startsWith('text/event-stream') ? dataOf(text) : text
  let read: Answer = {}
  try {
    read = JSON.parse(json)
  } catch {
    // Told by the caller.
  }
  return { status: answer.status, text, answer: read }
}

const dataOf = (stream: string) => /^data: (.*)$/m.exec(stream)?.[1] ?? ''

/** Every tool that the token may use, `times` each; `watch` is told each call. */
export async function knockAtTools(
  {
    url,
    token,
    ids,
    random,
    times,
  }: { url: string; token: string; ids: Record<string, string>; random: Random; times: number },
  watch: (knock: () => Promise<Knock>) => Promise<void>,
): Promise<void> {
  const listed = await sendMcp(url, token, 'tools/list', '{}')
  const tools = listed.answer.result?.tools ?? []
  if (tools.length === 0) throw new Error(`No tools are listed: ${listed.text.slice(0, 300)}`)
  for (const { name, inputSchema } of tools) {
    const { pick, chance, fitting, spoil } = makerOf(random, inputSchema.$defs ?? {}, ids)
    for (let n = 0; n < times; n++) {
      const args = { ...(fitting(inputSchema) as Record<string, unknown>) }
      for (const member of Object.keys(args)) if (ids[member] && chance(0.8)) args[member] = ids[member]
      const hostile = hostileArguments(args)
      await watch(async () => {
        const text = wireText(hostile)
        const {
          status,
          text: said,
          answer,
        } = await sendMcp(url, token, 'tools/call', `{"name":"${name}","arguments":${text}}`)
        const words = answer.error?.message ?? answer.result?.content?.[0]?.text ?? said
        const isRefused = status >= 400 || answer.error !== undefined || answer.result?.isError === true
        const sent = `tool ${name} ${text.slice(0, 800)}`
        return {
          sent,
          outcome: isRefused ? 'refused' : 'done',
          fault: faultOf(status, answer, isRefused ? words : '', hostile),
        }
      })
    }

    function hostileArguments(args: Record<string, unknown>): unknown {
      const names = Object.keys(args)
      if (chance(0.05)) return pick(EXTREMES)
      if (chance(0.2)) return { ...args, not_declared: pick(EXTREMES) }
      if (names.length > 0 && chance(0.4)) return { ...args, [pick(names)]: pick(EXTREMES) }
      return spoil(args)
    }
  }
}

function faultOf(status: number, { error, result }: Answer, words: string, sent: unknown): string | undefined {
  if (status >= 500) return `MCP fails with ${status} ${words.slice(0, 200)}`
  if (!error && !result) return `MCP gives no answer that can be read (${status}): ${words.slice(0, 200)}`
  if (error?.code === INTERNAL_ERROR) return `MCP tells an internal error: ${words.slice(0, 200)}`
  if (INSIDE.test(words)) return `MCP tells what is inside: ${words.slice(0, 300)}`
  const isUndeclared = typeof sent === 'object' && sent !== null && 'not_declared' in sent
  if (isUndeclared && !error && !result?.isError) return 'MCP takes an argument that its tool does not declare'
  return undefined
}

/** Would begin to serve, or wait for its input. */
const LEFT_OUT = new Set(['serve'])

/** Every command, `times` each, against the install at `url`; those of this machine find no database. */
export async function knockAtCommands(
  {
    url,
    token,
    ids,
    random,
    times,
  }: { url: string; token: string; ids: Record<string, string>; random: Random; times: number },
  watch: (knock: () => Promise<Knock>) => Promise<void>,
): Promise<void> {
  const environment = { DATA_DIR: '/nonexistent/millrace-fuzz', MILLRACE_URL: url, MILLRACE_TOKEN: token }
  const { pick, chance } = makerOf(random, {}, ids)
  const words = [
    '',
    '-',
    '--',
    '\0',
    'a\0b',
    '--limit',
    '--limit=1e400',
    '--max-usd=NaN',
    '--json',
    '--url=\0',
    '--not-declared',
    '-zzz',
  ]
  const junk = () =>
    pick([
      ...words,
      ...Object.values(ids),
      '\ud800',
      '[['.repeat(10_000),
      '9'.repeat(400),
      '../../etc/passwd',
      '{"a":1}',
      '--workspace=a\0b',
    ])
  const help = await runWords(['--help'], environment)
  const names = [...help.out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*)/gm)].map(([, name]) => name as string)
  for (const name of names.filter((one) => !LEFT_OUT.has(one)))
    for (let n = 0; n < times; n++) {
      const args = Array.from({ length: Math.floor(random() * 4) }, junk)
      if (chance(0.5)) args.push('--not-declared')
      await watch(async () => {
        const sent = `millrace ${name} ${JSON.stringify(args).slice(0, 500)}`
        const done = runWords([...name.split(' '), ...args], environment)
        const ended = await Promise.race([done, sleep(HANG_MS, undefined, { ref: false })])
        if (!ended) return { sent, outcome: 'refused', fault: 'The command does not end' }
        const { code, err, out } = ended
        const fault =
          code === undefined
            ? 'The command goes on running'
            : INSIDE.test(err)
              ? `The command line tells what is inside: ${err.slice(0, 300)}`
              : code !== 0 && err.trim() === '' && out.trim() === ''
                ? `The command ends with ${code} and no word`
                : undefined
        return { sent, outcome: code === 0 ? 'done' : 'refused', fault }
      })
    }
}

/** Mails as a mailbox would hand them over, read without a database. */
export async function knockWithMails(
  { random, times }: { random: Random; times: number },
  watch: (knock: () => Promise<Knock>) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < times; n++) {
    const raw = hostileMail(random)
    await watch(async () => {
      const sent = `mail ${JSON.stringify(raw).slice(0, 800)}`
      try {
        const mail = await readMail(Buffer.from(raw))
        if (!mail) return { sent, outcome: 'refused' }
        readReport(mail)
        readReport(mail, true)
        const text = textOf(mail)
        classifyReply({ ...mail, text }, new Date(Date.UTC(2026, 0, 31)))
        const isStorable = !text.includes('\0') && text.isWellFormed()
        return { sent, outcome: 'done', fault: isStorable ? undefined : 'A mail gives text that cannot be stored' }
      } catch (error) {
        return { sent, outcome: 'refused', fault: `A mail cannot be read: ${(error as Error).message.slice(0, 200)}` }
      }
    })
  }
}
