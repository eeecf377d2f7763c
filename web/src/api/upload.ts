// Sends a form with files and tells how far the upload is, which fetch cannot.
import { currentWorkspace } from './client.ts'
import type { Upload, UploadAnswer, UploadOptions, UploadPath } from './described.ts'
import { asProblem, Problem, problemOf } from './problem.ts'
import { session } from './session.ts'

interface Watch {
  /** 0..1 of the bytes sent. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export async function upload<Path extends UploadPath, Options extends UploadOptions<Path>>(
  path: Path,
  { file, options, path: places }: Upload<Path, Options>,
  watch: Watch = {},
): Promise<UploadAnswer<Path>> {
  const form = new FormData()
  // Options first: the server knows how to read the file before its bytes arrive.
  form.append('options', JSON.stringify(options))
  form.append('file', file, file.name)
  const at = addressOf(path, Object(places))
  const token = await session.token()
  try {
    return await post(at, form, token, watch)
  } catch (error) {
    if (asProblem(error).status !== 401) throw error
    return await post(at, form, await session.renew(token), watch)
  }
}

const addressOf = (path: string, places: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])))

function post<T>(path: string, form: FormData, token: string, { onProgress, signal }: Watch): Promise<T> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest()
    call.open('POST', path)
    call.setRequestHeader('authorization', `Bearer ${token}`)
    call.setRequestHeader('accept', 'application/json')
    const workspace = currentWorkspace()
    if (workspace) call.setRequestHeader('x-workspace-id', workspace)
    call.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    call.onload = () => {
      let body: unknown = null
      try {
        body = JSON.parse(call.responseText)
      } catch {
        body = call.responseText
      }
      const headers = new Headers()
      for (const name of ['x-request-id', 'retry-after']) {
        const value = call.getResponseHeader(name)
        if (value) headers.set(name, value)
      }
      if (call.status >= 200 && call.status < 300) done(body as T)
      else fail(problemOf(call.status, body, headers, `POST ${path}`))
    }
    call.onerror = () =>
      fail(new Problem({ status: 0, detail: 'The connection broke during the upload', call: `POST ${path}` }))
    call.onabort = () => fail(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}
