// What belongs to others, named in a tool or in an action of a rule, is like what does not exist: refused in the same words, and nothing is done.
// Requests are held to it in laws.test.ts. All are taken from their registries, so that a new one is held to it by itself.
import type { TObject } from 'typebox'
import { describe, expect, test } from 'vitest'
import { COUNTED } from '../../test/counted-state.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { callAs } from '../../test/running-install.ts'
import { addTenant, type Ids, UNKNOWN } from '../../test/tenant.ts'
import { ACTIONS } from '../automation/actions/registry.ts'
import { connectTo, sampleFor } from '../automation/mcp/mcp.fixture.ts'
import { TOOLS } from '../automation/tools/registry.ts'
import { TOOL_CAPABILITIES } from '../identity/api-tokens/token-capabilities.logic.ts'

// No worker, so that what is asked changes only what it changes itself.
const { service } = await openTenant({ LIMITS: 'off', ROLE: 'api' })
const ours = await addTenant(service, 'Ours')
const theirs = await addTenant(service, 'Theirs')
const call = callAs(service, ours.owner.access_token)
const made = await call('POST', '/api/mcp/tokens', { name: 'Test', capabilities: TOOL_CAPABILITIES })
const { client } = await connectTo(service, made.body.token)
const countState = () => service.database.asOwner(COUNTED)

/** Under other names than in paths. */
const ALSO: Record<string, keyof Ids> = { sequence_id: 'seq_id', target_workbook_id: 'workbook_id' }
/** Columns are numbered in each workbook, so those of others have the same ids. */
const NUMBERED = ['column_id']
/** Filled in when the action is done. */
const TEMPLATES = ['lead_id']

interface Named {
  kind: string
  member: string
  id: keyof Ids
  input: TObject
}

function namedIn(kind: string, input: TObject): Named[] {
  return Object.keys(input.properties).flatMap((member) => {
    const one = member.replace(/s$/, '')
    const id = ALSO[one] ?? one
    return id in UNKNOWN && /_id$/.test(one) && !NUMBERED.includes(one)
      ? [{ kind, member, id: id as keyof Ids, input }]
      : []
  })
}

/** What fits the schema, with ids of ours wherever it names something, but for one member. */
function valuesNaming({ input, member, id }: Named, ids: Ids): Record<string, unknown> {
  const values = sampleFor({ input })
  const shaped = (name: string, value: string) => {
    const text = JSON.stringify(input.properties[name])
    const one = /"type":"(integer|number)"/.test(text) ? Number(value) : value
    return /"type":"array"/.test(text) ? [one] : one
  }
  for (const name of Object.keys(values)) {
    const own = ours.ids[(ALSO[name.replace(/s$/, '')] ?? name.replace(/s$/, '')) as keyof Ids]
    if (/_ids?$/.test(name) && own !== undefined) values[name] = shaped(name, own)
  }
  if ('max_usd' in input.properties) values.max_usd = 1
  values[member] = shaped(member, ids[id])
  return values
}

/** Words without the id itself. */
const wordsOf = (answer: unknown, ids: Ids, id: keyof Ids) =>
  JSON.stringify(answer).replaceAll(new RegExp(`\\b${ids[id]}\\b`, 'g'), 'ID')

const inTools = TOOLS.flatMap((tool) => namedIn(tool.name, tool.input))
const inActions = ACTIONS.flatMap(({ kind, settings }) => namedIn(kind, settings)).filter(
  ({ member }) => !TEMPLATES.includes(member),
)

describe('a tool', () => {
  test.each(inTools)('$kind answers to $member of others like to one that does not exist', async (named) => {
    const use = async (ids: Ids) => {
      const answer = await client.callTool({ name: named.kind, arguments: valuesNaming(named, ids) })
      return wordsOf([answer.isError ?? false, answer.content], ids, named.id)
    }
    const before = await countState()
    const [foreign, unknown] = [await use(theirs.ids), await use(UNKNOWN)]
    expect(foreign).toBe(unknown)
    expect(foreign).not.toMatch(/-32603|Internal/)
    expect(await countState()).toEqual(before)
  })
})

describe('an action of a rule', () => {
  test.each(
    inActions,
  )('$kind that names $member of others is no rule, like with one that does not exist', async (named) => {
    const trigger = { kind: 'lead.created' }
    const save = async (ids: Ids) => {
      const actions = [{ kind: named.kind, ...valuesNaming(named, ids) }]
      const { status, text } = await call('POST', '/api/automations', { name: 'Test', trigger, actions })
      return [status, wordsOf(text, ids, named.id)]
    }
    const before = await countState()
    const [foreign, unknown] = [await save(theirs.ids), await save(UNKNOWN)]
    expect(foreign).toEqual(unknown)
    expect(foreign[0], String(foreign[1])).toBe(422)
    expect(await countState()).toEqual(before)
  })
})

test('most of them name something', () => {
  expect(inTools.length).toBeGreaterThan(30)
  expect(inActions.length).toBeGreaterThan(3)
})
