// Tries out an account with the vendor's cheapest harmless call, and says the result in words.
import { buildRequest, judgeStatus, readBody } from './http-ask.ts'
import type { Credentials, Integration, LookupAnswer, TestAnswer } from './kit.ts'
import { createTokens } from './oauth-tokens.ts'
import type { Tools } from './outside.ts'

const UNREADABLE = 'The answer was not understood. The vendor may have changed it; the key may still work.'

/** Never rejects. No value of the account is in the words: they are ours, with at most numbers of the vendor. */
export async function testAccount(
  integration: Integration,
  account: Credentials,
  http: Tools['http'],
  signal: AbortSignal,
  nowMs: number,
): Promise<TestAnswer> {
  const { test, name } = integration
  const opened = await createTokens().open(integration, account, { http, now: () => nowMs })
  if (!opened.ok) return refusal(name, opened.answer)
  const reply = await http(buildRequest(test.ask(opened.account), integration, opened.account), signal)
  if (!reply.ok) {
    const why = reply.reason === 'timeout' || reply.reason === 'aborted' ? 'did not answer in time' : 'was not reached'
    return { ok: false, words: `${name} ${why}. The key was not tested.` }
  }
  const settled = judgeStatus(test.statuses ?? {}, reply, nowMs)
  if (settled) return refusal(name, settled)
  const parsed = readBody(reply.body).value
  const json = parsed === undefined && reply.status >= 400 ? null : parsed
  if (json === undefined) return { ok: false, words: UNREADABLE }
  try {
    return test.read({ status: reply.status, headers: reply.headers, text: reply.body, json })
  } catch {
    return { ok: false, words: UNREADABLE }
  }
}

function refusal(name: string, answer: LookupAnswer): TestAnswer {
  if (answer.kind === 'later') return { ok: false, words: `${name} asks to come back later. The key was not tested.` }
  if (answer.kind !== 'failed') return { ok: false, words: UNREADABLE }
  // The request for a token failed: the network's message is not useful to users.
  if (!answer.message.startsWith('The provider'))
    return { ok: false, words: `${name} was not reached. The key was not tested.` }
  return { ok: false, words: answer.message.replace(/^The provider/, name) }
}
