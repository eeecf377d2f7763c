// The fixtures of the conformance suite that ask the client for something in the middle of a call (revision 2026-07-28).
import {
  MissingRequiredClientCapabilityError,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Context = Pick<ServerContext, 'mcpReq'> & { codec?: RequestStateCodec }
type Answer = Record<string, unknown>
type Act = (args: Record<string, string>, context: Context) => Answer | Promise<Answer>
type Given = Record<string, { content?: Record<string, unknown>; roots?: { uri: string }[] } | undefined>

const said = (words: string) => ({ content: [{ type: 'text', text: words }] })
const given = ({ mcpReq }: Context) => (mcpReq.inputResponses ?? {}) as Given
const asks = (inputRequests: object, requestState?: string) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState !== undefined && { requestState }),
})

const elicit = (message: string, name: string, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] },
  },
})
const sample = (question: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens: 100 },
})
const ROOTS = { method: 'roots/list', params: {} }

const sealed = (context: Context, step: string) => (context.codec as RequestStateCodec).mint({ step }, context as never)
const stepOf = ({ mcpReq }: Context) => mcpReq.requestState<{ step: string }>()?.step

const name = (context: Context, key: string): string | undefined => {
  const content = given(context)[key]?.content
  return typeof content?.name === 'string' ? content.name : undefined
}

export const INPUT_TOOLS: Record<string, Act> = {
  test_input_required_result_elicitation(_, context) {
    const answer = name(context, 'user_name')
    return answer === undefined ? asks({ user_name: elicit('What is your name?', 'name') }) : said(`Hello, ${answer}!`)
  },
  test_input_required_result_sampling(_, context) {
    const answer = given(context).capital_question
    if (!answer) return asks({ capital_question: sample('What is the capital of France?') })
    return said(String(answer.content?.text))
  },
  test_input_required_result_list_roots(_, context) {
    const answer = given(context).client_roots
    return answer ? said(`Roots: ${answer.roots?.map(({ uri }) => uri).join(', ')}`) : asks({ client_roots: ROOTS })
  },
  async test_input_required_result_request_state(_, context) {
    if (stepOf(context) === 'confirm' && given(context).confirm) return said('state-ok')
    return asks({ confirm: elicit('Please confirm', 'ok', 'boolean') }, await sealed(context, 'confirm'))
  },
  async test_input_required_result_multiple_inputs(_, context) {
    const { user_name, greeting, client_roots } = given(context)
    if (stepOf(context) === 'all' && user_name && greeting && client_roots) return said('All three were given')
    return asks(
      {
        user_name: elicit('What is your name?', 'name'),
        greeting: sample('Generate a greeting'),
        client_roots: ROOTS,
      },
      await sealed(context, 'all'),
    )
  },
  async test_input_required_result_multi_round(_, context) {
    const step = stepOf(context)
    const { step1, step2 } = given(context)
    if (step === 'second' && step2) return said('Both steps are done')
    if (step === 'first' && step1)
      return asks({ step2: elicit('Step 2: What is your favorite color?', 'color') }, await sealed(context, 'second'))
    return asks({ step1: elicit('Step 1: What is your name?', 'name') }, await sealed(context, 'first'))
  },
  async test_input_required_result_tampered_state(_, context) {
    if (stepOf(context) === 'confirm') return said('The state is as it was given')
    return asks({ confirm: elicit('Please confirm', 'ok', 'boolean') }, await sealed(context, 'confirm'))
  },
  test_input_required_result_capabilities(_, context) {
    const can = capabilitiesOf(context)
    return asks({
      ...(can.sampling !== undefined && { question: sample('What is the capital of France?') }),
      ...(can.elicitation !== undefined && { user_name: elicit('What is your name?', 'name') }),
    })
  },
  /** @throws MissingRequiredClientCapabilityError when the client does not offer sampling */
  test_missing_capability(_, context) {
    if (capabilitiesOf(context).sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return said('The client offers sampling')
  },
  test_streaming_elicitation(_, context) {
    const answer = name(context, 'user_name')
    return answer === undefined ? asks({ user_name: elicit('What is your name?', 'name') }) : said(`Hello, ${answer}!`)
  },
}

export function inputOfPrompt(_: unknown, context: Context): Answer {
  const answer = given(context).user_context
  if (!answer) return asks({ user_context: elicit('What context should the prompt use?', 'context') })
  const content = { type: 'text', text: `Use this context: ${String(answer.content?.context)}` }
  return { messages: [{ role: 'user', content }] }
}

function capabilitiesOf({ mcpReq }: Context): Record<string, unknown> {
  const key = 'io.modelcontextprotocol/clientCapabilities'
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined
  return (envelope?.[key] ?? mcpReq._meta?.[key] ?? {}) as Record<string, unknown>
}
