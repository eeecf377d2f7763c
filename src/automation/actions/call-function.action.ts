// Calling a function as an action: one item, whose outputs later actions may use.
import { type Static, Type } from 'typebox'
import { nameKey } from '../../engine/values/template.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { startCall } from '../functions/calls.commands.ts'
import { readCall } from '../functions/calls.reads.ts'
import { mustFindFunction, mustReadVersion } from '../functions/functions.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { type ActionContext, defineAction, quoted } from './action.ts'

const CallFunction = Type.Object({
  function_id: Type.String({ minLength: 1, maxLength: 100, ...shownAs(SUBJECTS.function_id.form) }),
  inputs: Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 20_000 }), {
    description: 'What the function is given, by the names of its inputs. Those without a value are left out.',
  }),
  max_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'The most this call may cost.',
      ...shownAs({ title: 'Spend at most (USD)', hint: '', placeholder: 'No limit of its own' }),
    }),
  ),
})
type CallFunction = Static<typeof CallFunction>

const given = ({ inputs }: CallFunction) =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value as Json)))

const newest = async (tx: WorkspaceTx, id: string) => {
  const fn = await mustFindFunction(tx, id)
  return { ...fn, chain: await mustReadVersion(tx, fn.id, fn.version) }
}

const mostOf = ({ max_usd }: CallFunction, { left_micro }: ActionContext) =>
  Math.max(0, Math.min(microFromUsd(max_usd ?? Number.MAX_SAFE_INTEGER / 1e6), left_micro))

export const callFunctionAction = defineAction({
  kind: 'call_function',
  place: 40,
  label: 'Call a function',
  description:
    'Calls a function with values of the event; later actions use what it answers as {{actions.1.outputs.name}}.',
  for_token: 'runs:execute',
  settings: CallFunction,
  words: (_, { name }) => `call${quoted('', name('function_id')) || ' a function'}`,
  plain: ['function_id'],
  answers_from: { setting: 'function_id', member: 'outputs' },
  async check(tx, { function_id, inputs }, loc) {
    const fn = await newest(tx, function_id).catch(() =>
      refuseField([...loc, 'function_id'], 'value_error', 'Value error, there is no such function', function_id),
    )
    const known = new Set(fn.chain.inputs.map(({ name }) => nameKey(name)))
    for (const name of Object.keys(inputs))
      if (!known.has(nameKey(name)))
        refuseField([...loc, 'inputs', name], 'value_error', `Value error, the function has no input "${name}"`, name)
    for (const { name, required } of fn.chain.inputs)
      if (required && !Object.keys(inputs).some((one) => nameKey(one) === nameKey(name)))
        refuseField([...loc, 'inputs'], 'missing', `The function needs a value for "${name}"`)
  },
  async preview(tx, input) {
    const { name, chain } = await newest(tx, input.function_id)
    const values = given(input)
    const missing = chain.inputs.find(
      (one) => one.required && !Object.keys(values).some((key) => nameKey(key) === nameKey(one.name)),
    )
    const said = Object.entries(values).map(([key, value]) => `${key}: ${String(value)}`)
    return {
      text: `Would call "${name}" with ${said.join(', ').slice(0, 300) || 'nothing'}`,
      ...(missing && { problem: `The function needs a value for "${missing.name}"` }),
    }
  },
  async act(tx, input, acting) {
    const most = mostOf(input, acting)
    const { id, run_id } = await startCall(tx, acting.parts, input.function_id, {
      items: [given(input)],
      max_usd: usdFromMicro(most),
    })
    const output: JsonObject = { function_id: input.function_id, call_id: id, run_id }
    if (run_id === null) return { output }
    await tx.client.query(
      'insert into automation_causes (workspace_id, id, run_id, depth) values ($1, $2, $3, $4) on conflict do nothing',
      [tx.workspace_id, run_id, acting.run_id, acting.depth],
    )
    return { output, awaits: { run_id, reserved_micro: most } }
  },
  async result(tx, output) {
    const { status, items } = await readCall(tx, String(output.function_id), String(output.call_id))
    return { ...output, status, outputs: (items[0]?.outputs ?? {}) as JsonObject }
  },
})
