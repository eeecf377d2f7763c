// Which scenarios of the conformance suite apply to what, and what its answer says. Pure.

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const

export interface Result {
  scenario: string
  passed: number
  failed: number
}

/** The lines of the suite's summary. */
export function readResults(said: string): Result[] {
  return [...said.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm)].map(
    ([, scenario = '', passed, failed]) => ({
      scenario,
      passed: Number(passed),
      failed: Number(failed),
    }),
  )
}

/** What a server of tools alone is held to. Everything else asks for prompts, resources or tools of the suite by name. */
const OF_THE_PRODUCT: Record<string, readonly string[]> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
}

/** What the endpoint does not do at all, with the reason. */
const NOT_OFFERED: readonly { scenarios: RegExp; why: string }[] = [
  {
    scenarios: /^(tools-call-(sampling|elicitation)|elicitation-sep\d+-\w+)$/,
    why: 'in the revisions of 2025 a server asks its client within a session; each request stands alone here',
  },
  { scenarios: /^tasks-/, why: 'the extension for tasks: work in the background is a run or a job' },
  { scenarios: /^http-custom-header-server-validation$/, why: 'no tool takes an argument from a header' },
]
const isOffered = (scenario: string) => NOT_OFFERED.every(({ scenarios }) => !scenarios.test(scenario))

export function judge(
  results: readonly Result[],
  revision: string,
  against: 'product' | 'fixtures',
): { lines: string[]; failed: boolean } {
  const names = OF_THE_PRODUCT[revision] ?? []
  // The suite passes a scenario over by making no check in it.
  const made = results.filter(({ passed, failed }) => passed + failed > 0)
  const held = made.filter(({ scenario }) => (against === 'product' ? names.includes(scenario) : isOffered(scenario)))
  const wrong = held.filter(({ failed }) => failed > 0)
  const missing = against === 'product' ? names.filter((name) => !held.some(({ scenario }) => scenario === name)) : []
  const checks = held.reduce((sum, { passed }) => sum + passed, 0)
  const lines = [
    `${held.length - wrong.length} of ${held.length} scenarios passed, ${checks} checks`,
    ...wrong.map(({ scenario, passed, failed }) => `FAILED ${scenario}: ${passed} passed, ${failed} failed`),
    ...missing.map((name) => `NOT RUN ${name}`),
    `not held to: ${results.length - held.length} scenarios`,
  ]
  return { lines, failed: wrong.length > 0 || missing.length > 0 || held.length === 0 }
}
