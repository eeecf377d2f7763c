// Draws other users over the grid, in a chunk of its own: most of the time there are none.
import type { ComponentProps } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { PeopleTags } from './people-tags.tsx'

const Tags = lazyPart(async () => (await import('./people-tags.tsx')).PeopleTags)

export function PeopleOverlay(props: ComponentProps<typeof PeopleTags>) {
  return props.people.length === 0 ? null : <Tags {...props} />
}
