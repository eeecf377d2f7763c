// What `npm run provider:verify -- <lookup>` runs: asks the live vendor once with a key of yours, and puts it on record when it answers as declared.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Outcome } from '../src/engine/waterfall/outcome.ts'
import { createHttpClient } from '../src/platform/net/client.ts'
import { publicOnly } from '../src/platform/net/egress.ts'
import { createPageReader } from '../src/platform/net/pages.ts'
import { createTools } from '../src/platform/net/tools.ts'
import { lookupById } from '../src/providers/catalog.ts'
import { callLookup, pollLookup } from '../src/providers/kit/call.ts'
import { integrationOf, type Lookup } from '../src/providers/kit/kit.ts'
import { createTokens } from '../src/providers/kit/oauth-tokens.ts'
import type { Tools } from '../src/providers/kit/outside.ts'

/** Where the account of a lookup is read from: `HUNTER_API_KEY` for the field `api_key` of `hunter`. */
export function variableOf(integrationId: string, field: string): string {
  return `${integrationId}_${field}`.replace(/-/g, '_').toUpperCase()
}

/** The account in the environment, with the defaults of the form; `missing` names the variables that are not set. */
export function accountFrom(lookup: Lookup, environment: Record<string, string | undefined>) {
  const integration = integrationOf(lookup)
  const account: Record<string, string> = {}
  const missing: string[] = []
  for (const { name, required, default: usual } of integration?.fields ?? []) {
    const variable = variableOf(integration?.id ?? '', name)
    const value = environment[variable]?.trim() || usual
    if (value) account[name] = value
    else if (required && !lookup.keyless) missing.push(variable)
  }
  return { account, missing }
}

/** What the live vendor says; an answer that is fetched later is waited for. */
export async function askLive(
  lookup: Lookup,
  inputs: Record<string, string>,
  account: Record<string, string>,
  tools: Tools,
  wait: (ms: number) => Promise<unknown>,
): Promise<Outcome> {
  const options = { account, tokens: createTokens() }
  const signal = new AbortController().signal
  let { outcome } = await callLookup(lookup, inputs, tools, signal, options)
  const until = tools.now() + (('ask' in lookup && lookup.poll?.max_wait_ms) || 0)
  while (outcome.kind === 'pending' && outcome.poll && 'ask' in lookup && tools.now() < until) {
    await wait(outcome.poll.after_ms)
    outcome = (await pollLookup(lookup, outcome.poll.handle, tools, signal, options)).outcome
  }
  return outcome
}

/** The file of what was verified, with this lookup verified on this day. */
export function recorded(source: string, id: string, day: string): string {
  const entries = new Map([...source.matchAll(/^ {2}'([^']+)': '([^']+)',$/gm)].map((one) => [one[1], one[2]]))
  entries.set(id, day)
  const lines = [...entries]
    .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'))
    .map(([one, on]) => `  '${one}': '${on}',\n`)
  return source.replace(/(VERIFIED[^=]*= )\{[\s\S]*\}/, `$1{\n${lines.join('')}}`)
}

/** The result in words, and whether that proves the declaration. */
export function verdictOn(lookup: Lookup, outcome: Outcome): { ok: boolean; words: string } {
  switch (outcome.kind) {
    case 'found':
      return { ok: true, words: `${lookup.id} answers as declared: ${Object.keys(outcome.values).join(', ')}` }
    case 'not_found':
      return {
        ok: false,
        words: 'It found nothing, which proves little. Give inputs that have an answer: name=value …',
      }
    case 'later':
      return { ok: false, words: `The vendor asks to come back in ${Math.ceil(outcome.retry_in_ms / 1000)} s.` }
    case 'pending':
      return { ok: false, words: 'The vendor has not answered yet, or brings its answer to a running service only.' }
    case 'failed':
      return { ok: false, words: `${outcome.class}: ${outcome.message}` }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [id = '', ...given] = process.argv.slice(2)
  const lookup = lookupById(id)
  const { account, missing } = lookup ? accountFrom(lookup, process.env) : { account: {}, missing: [] }
  if (!lookup) console.error(`There is no lookup "${id}". docs/PROVIDERS.md lists them all.`)
  else if (missing.length > 0) console.error(`Set ${missing.join(' and ')} to what the vendor gave you.`)
  if (!lookup || missing.length > 0) process.exit(1)
  const pairs = given.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])
  const inputs = pairs.length > 0 ? Object.fromEntries(pairs) : { ...lookup.sample.inputs }
  const client = createHttpClient({ policy: publicOnly, userAgent: 'Millrace (verifying a provider)' })
  const pages = createPageReader({
    client,
    policy: publicOnly,
    robotsToken: 'Millrace',
    now: () => new Date(),
  })
  const tools = createTools({ client, pages, now: Date.now })
  const outcome = await askLive(lookup, inputs, account, tools, (ms) => new Promise((done) => setTimeout(done, ms)))
  const { ok, words } = verdictOn(lookup, outcome)
  console.log(words)
  if (ok) {
    const path = fileURLToPath(new URL('../src/providers/kit/verified.ts', import.meta.url))
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(path, recorded(await readFile(path, 'utf8'), id, day))
    console.log('Put on record in src/providers/kit/verified.ts; now run `npm run generate`.')
  }
  await client.close()
  process.exitCode = ok ? 0 : 1
}
