// The calls of a run made by the bare ceiling, in a process of its own as the service is: what the simulated peer lets anybody reach.
import { SIMULATED } from './simulator/catalog.ts'
import type { Stage } from './stage.ts'

/** Asks these simulated providers in order about each key, so many keys under way; the first call of each connection is made before. */
export async function bareCalls(
  stage: Stage,
  providers: readonly string[],
  keys: readonly string[],
  underWay: number,
): Promise<{ took_ms: number; calls: number }> {
  const ceiling = await stage.ceiling()
  const peer = `http://127.0.0.1:${stage.peer.port}`
  const paths = (key: string) => providers.map((provider) => pathOf(provider, key))
  async function make(asked: readonly string[]): Promise<{ took_ms: number; calls: number }> {
    const body = JSON.stringify({ peer, under_way: underWay, rows: asked.map(paths) })
    const answer = await fetch(`${ceiling}/calls`, { method: 'POST', body })
    if (!answer.ok) throw new Error(`The bare calls broke: ${await answer.text()}`)
    return answer.json() as Promise<{ took_ms: number; calls: number }>
  }
  await make(keys.slice(0, underWay).map((key) => `${key}-first`))
  return make(keys)
}

/** As the service asks it. */
function pathOf(provider: string, key: string): string {
  const lookup = SIMULATED.find(({ id }) => id === provider)
  if (!lookup) throw new Error(`There is no simulated provider ${provider}.`)
  const { query = {} } = lookup.ask({ key }, {}, {})
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return `/?${new URLSearchParams(asked)}`
}
