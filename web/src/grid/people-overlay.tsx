// Draws other users over the grid, in a chunk of its own: most of the time there are none.
import type { ComponentProps } from 'react'
import { later } from '../ui/later.tsx'
import type { PeopleTags } from './people-tags.tsx'

const Tags = later(async () => (await import('./people-tags.tsx')).PeopleTags)

export function PeopleOverlay(props: ComponentProps<typeof PeopleTags>) {
  return props.people.length === 0 ? null : <Tags {...props} />
}
