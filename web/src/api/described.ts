// The client made from the description: which calls there are, what each is made with and answers, and what a refusal becomes.
import createClient from 'openapi-fetch'
import { asProblem, problemOf } from './problem.ts'
import type { paths } from './schema.d.ts'

type Keys<T> = T extends readonly unknown[] ? never : T extends object ? keyof T : never
type Member<T, K> = T extends object ? (K extends keyof T ? T[K] : never) : never
type Items<T> = T extends readonly (infer Item)[] ? Item : never

/**
 * `never` for each member of the value that the declared shape lacks: the server refuses such a member. TypeScript itself looks for
 * them in fresh literals only, and not at all where the type of the value is inferred. The mapped type is not one over `keyof Value`,
 * and returns nothing of the value: inference would otherwise follow shapes that contain themselves without end.
 */
type Exact<T, Value> = unknown extends T
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly Exact<Items<T>, Item>[]
    : Value extends object
      ? { readonly [K in Extract<keyof Value, string>]?: K extends Keys<T> ? Exact<Member<T, K>, Value[K]> : never }
      : Value

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathOf<M extends Method> = { [Path in keyof paths]: paths[Path][M] extends object ? Path : never }[keyof paths]
type Content<T> = T extends { content: infer Kinds } ? Kinds[keyof Kinds] : never

type Params<Op> = Op extends { parameters: infer Places }
  ? { [Place in keyof Places as Places[Place] extends undefined ? never : Place]: Places[Place] }
  : never
type ParamsOption<Op> = Partial<Params<Op>> extends Params<Op> ? { params?: Params<Op> } : { params: Params<Op> }
type BodyOption<Op> = Op extends { requestBody: infer Body }
  ? { body: Content<Body> }
  : Op extends { requestBody?: infer Body }
    ? { body?: Content<Body> }
    : { body?: undefined }

interface Transfer {
  signal?: AbortSignal | undefined
  /** The call outlives the page. */
  keepalive?: boolean
  cache?: 'no-store'
  /** In place of JSON. */
  parseAs?: 'blob' | 'stream'
  headers?: { 'content-type': 'application/x-www-form-urlencoded' }
}

type CallOptions<Op> = ParamsOption<Op> & BodyOption<Op> & Transfer

type Declared<Op, Given> = Given & { [K in Exclude<keyof Given, keyof CallOptions<Op>>]: never } & (Given extends {
    params: infer Values
  }
    ? { params: Exact<Params<Op>, Values> }
    : unknown) &
  (Given extends { body: infer Body } ? { body: Exact<BodyOption<Op>['body'], Body> } : unknown)

type Success<Op> = Op extends { responses: infer All }
  ? { [Status in keyof All & (200 | 201 | 202 | 204)]: Content<All[Status]> }[keyof All & (200 | 201 | 202 | 204)]
  : never
type DataOf<Op, Given> = Given extends { parseAs: 'blob' }
  ? Blob
  : Given extends { parseAs: 'stream' }
    ? ReadableStream<Uint8Array>
    : Success<Op>

interface Settled<Data> {
  data?: Data
  error?: unknown
  response: Response
}

type Verb<M extends Method> = <Path extends PathOf<M>, Given extends CallOptions<paths[Path][M]>>(
  path: Path,
  ...given: object extends Given ? [Declared<paths[Path][M], Given>?] : [Declared<paths[Path][M], Given>]
) => Promise<Settled<DataOf<paths[Path][M], Given>>>

interface Api {
  GET: Verb<'get'>
  POST: Verb<'post'>
  PUT: Verb<'put'>
  PATCH: Verb<'patch'>
  DELETE: Verb<'delete'>
}

/** What was asked for, by its answer: for reports of what went wrong. */
const callOf = new WeakMap<Response, string>()

/** All calls of the description, each sent by the function. */
export function describedApi(send: (request: Request) => Promise<Response>): Api {
  const client = createClient<paths>({
    baseUrl: location.origin,
    fetch: async (request) => {
      const answer = await send(request)
      callOf.set(answer, `${request.method} ${new URL(request.url).pathname}`)
      return answer
    },
  })
  // The same calls with narrower types: those of the package let undeclared members pass.
  return client as unknown as Api
}

/** For requests without an account: no token of the signed-in user is sent. */
export const openApi = describedApi((request) => fetch(request))

/** The answer's data, or a thrown Problem: `const list = await take(api.GET('/api/workbooks'))`. */
export async function take<T>(call: Promise<Settled<T>>): Promise<T> {
  let settled: Settled<T>
  try {
    settled = await call
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw asProblem(error)
  }
  const { response, error, data } = settled
  if (response.ok) return data as T
  throw problemOf(response.status, error, response.headers, callOf.get(response))
}

/** Calls that take a file beside options. */
export type UploadPath = {
  [Path in PathOf<'post'>]: 'multipart/form-data' extends keyof BodyKinds<paths[Path]['post']>
    ? Member<BodyOption<paths[Path]['post']>['body'], 'options'> extends never
      ? never
      : Path
    : never
}[PathOf<'post'>]
type BodyKinds<Op> = Op extends { requestBody: { content: infer Kinds } } ? Kinds : never

export interface Upload<Path extends UploadPath, Options> {
  path?: Member<Params<paths[Path]['post']>, 'path'>
  file: File
  options: Options & Exact<Member<BodyOption<paths[Path]['post']>['body'], 'options'>, Options>
}
export type UploadOptions<Path extends UploadPath> = NonNullable<
  Member<BodyOption<paths[Path]['post']>['body'], 'options'>
>
export type UploadAnswer<Path extends UploadPath> = Success<paths[Path]['post']>
