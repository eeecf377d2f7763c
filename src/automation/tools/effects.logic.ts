// What a tool does, from what its operations declare: the hints for clients, and whether a call needs a cap.
import type { Acts, Operations } from '../../platform/http/operations.ts'
import type { Tool } from './tool.ts'

/** The four hints of MCP. A client may ask its user, repeat a call or run it by itself because of them. */
export interface Hints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

type Declared = Pick<Operations, 'actsOf'>

const actsOf = ({ operations: ids }: Pick<Tool, 'operations'>, operations: Declared): Acts[] =>
  ids.map((id) => operations.actsOf(id))

const isRead = ({ method, effects }: Acts) => method === 'GET' || effects.includes('reads')
/** What PUT and PATCH replace is gone, and so are money and what was sent. */
const harms = ({ method, effects }: Acts) =>
  method !== 'POST' || effects.some((effect) => ['overwrites', 'spends', 'sends'].includes(effect))

export function hintsOf(tool: Pick<Tool, 'operations'>, operations: Declared): Hints {
  const changing = actsOf(tool, operations).filter((acts) => !isRead(acts))
  return {
    readOnlyHint: changing.length === 0,
    destructiveHint: changing.some(harms),
    idempotentHint: changing.every(({ method }) => method !== 'POST'),
    openWorldHint: changing.some(({ effects }) => effects.includes('reaches_out')),
  }
}

export const maySpend = (tool: Pick<Tool, 'operations'>, operations: Declared): boolean =>
  actsOf(tool, operations).some(({ effects }) => effects.includes('spends'))

/** The kind that goes with the operations: a tool declares it, and is tested against this. */
export function kindOf(tool: Pick<Tool, 'operations'>, operations: Declared): Tool['kind'] {
  const changing = actsOf(tool, operations).filter((acts) => !isRead(acts))
  if (changing.length === 0) return 'read'
  if (changing.some(({ effects }) => effects.includes('spends') || effects.includes('sends'))) return 'spend'
  return changing.some(({ method }) => method === 'DELETE') ? 'delete' : 'write'
}

/** Whom a call reaches beside this install: services, and people who are written to. */
export function reachOf(tool: Pick<Tool, 'operations'>, operations: Declared): ('outside' | 'people')[] {
  const effects = actsOf(tool, operations).flatMap((acts) => acts.effects)
  return [
    ...(effects.includes('reaches_out') ? (['outside'] as const) : []),
    ...(effects.includes('sends') ? (['people'] as const) : []),
  ]
}
