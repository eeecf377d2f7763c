// Reacher: verifies addresses on a server that people run themselves, so at no price per call.

import { type EmailVerdict, type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import type { HttpLookup, Integration } from '../kit/kit.ts'
import { record, text } from '../kit/reply-values.ts'
import { EMAIL } from '../kit/vendor-inputs.ts'
import { keyed, serviceAddress, UNREADABLE } from '../kit/vendor-terms.ts'

export const reacher: Integration = {
  id: 'reacher',
  name: 'Reacher',
  kind: 'email',
  docs_url: 'https://docs.reacher.email/self-hosting/install',
  fields: [
    serviceAddress('Where your Reacher server answers, such as https://reacher.example.com.'),
    {
      name: 'secret',
      label: 'Secret',
      secret: true,
      required: false,
      help: 'What RCH__HEADER_SECRET of the server is set to, if anything.',
    },
  ],
  auth: { in: 'header', field: 'secret', name: 'x-reacher-secret' },
  test: {
    ask: ({ base_url }) => ({ method: 'GET', url: `${base_url}/version` }),
    read({ json }) {
      const version = text(record(json).version)
      return version ? { ok: true, words: `Reacher ${version} answers.` } : UNREADABLE
    },
  },
}

const WORDS: VerdictWords = { safe: 'valid', risky: 'risky', invalid: 'invalid', unknown: 'unknown' }

export const reacherVerifier: HttpLookup = {
  ...keyed(reacher),
  id: 'reacher-email-verifier',
  label: 'Reacher email verifier',
  description:
    'Asks a Reacher server of your own whether mail to an address would arrive; no other service sees the address.',
  docs_url: 'https://docs.reacher.email/self-hosting/install',
  license: 'inferred',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: 0, rule: 'free' },
  repeat_free: true,
  limits: { concurrency: 10 },
  timeout_ms: 60_000,
  has: ['is_reachable', 'misc{}', 'smtp{}'],
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'safe' } },
  ask: ({ email }, { base_url }) => ({
    method: 'POST',
    url: `${base_url}/v0/check_email`,
    json: { to_email: email ?? '' },
  }),
  read({ json }) {
    const { is_reachable, misc, smtp } = record(json)
    const raw = text(is_reachable)
    const finer: [string, EmailVerdict] | undefined =
      raw === 'invalid' || raw === 'unknown'
        ? undefined
        : record(misc).is_disposable === true
          ? ['disposable', 'disposable']
          : record(misc).is_role_account === true
            ? ['role account', 'role']
            : record(smtp).is_catch_all === true
              ? ['catch-all', 'catch_all']
              : undefined
    return verdictOf(
      'Reacher',
      finer ? `${raw} (${finer[0]})` : raw,
      WORDS[raw ?? ''] && (finer?.[1] ?? WORDS[raw ?? '']),
    )
  },
}
