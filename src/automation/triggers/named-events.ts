// The occurrences of objects that events name by id.
import { isUuid } from '../../kernel/ids.ts'
import { causeIn, type Occurrence, type TriggerEvent } from './trigger.ts'

export const WORKBOOK_VARIABLE = {
  id: 'workbook',
  name: 'workbook',
  members: ['id', 'name', 'total_rows'],
  numbers: ['total_rows'],
  is_whole: true,
}

const textIn = (event: TriggerEvent, member: string) =>
  typeof event.payload[member] === 'string' ? (event.payload[member] as string) : null

/** With what is read of each object now. */
export async function byId(
  events: readonly TriggerEvent[],
  member: string,
  read: (ids: string[]) => Promise<Map<string, (at: Date) => Occurrence>>,
): Promise<Occurrence[]> {
  const named = events.flatMap((event) => {
    const id = textIn(event, member)
    return id !== null && isUuid(id) ? [{ id, event }] : []
  })
  if (named.length === 0) return []
  const found = await read([...new Set(named.map(({ id }) => id))])
  return named.flatMap(({ id, event }) => {
    const make = found.get(id)
    return make ? [{ ...make(event.at), cause: causeIn(event.payload) }] : []
  })
}
