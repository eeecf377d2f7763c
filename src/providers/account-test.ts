// Tries out an account with the vendor's cheapest harmless call, and says what came of it in words.
import { buildRequest, judgeStatus, parseBody } from './http-ask.ts'
import type { Account, Integration, TestAnswer, Tools } from './kit.ts'

const UNREADABLE = 'The answer was not understood. The vendor may have changed it; the key may still work.'

/** Never rejects. No value of the account is in the words: they are ours, with at most numbers of the vendor. */
export async function testAccount(
  integration: Integration,
  account: Account,
  http: Tools['http'],
  signal: AbortSignal,
  nowMs: number,
): Promise<TestAnswer> {
  const { test, name } = integration
  const reply = await http(buildRequest(test.ask, integration, account), signal)
  if (!reply.ok) {
    const why = reply.reason === 'timeout' || reply.reason === 'aborted' ? 'did not answer in time' : 'was not reached'
    return { ok: false, words: `${name} ${why}. The key was not tested.` }
  }
  const settled = judgeStatus(test.statuses ?? {}, reply, nowMs)
  if (settled?.kind === 'later') return { ok: false, words: `${name} asks to come back later. The key was not tested.` }
  if (settled?.kind === 'failed') return { ok: false, words: settled.message.replace(/^The provider/, name) }
  const json = parseBody(reply.body)
  if (settled || json === undefined) return { ok: false, words: UNREADABLE }
  try {
    return test.read({ status: reply.status, headers: reply.headers, text: reply.body, json })
  } catch {
    return { ok: false, words: UNREADABLE }
  }
}
