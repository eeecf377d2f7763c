// Reads a text that is shipped with the app, which is no operation of the API.

export async function readOwnFile(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(`${path} could not be read (${answer.status})`)
  return answer.text()
}
