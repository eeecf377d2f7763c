// What lies over the grid of other people, as a chunk of its own: most of the time nobody else is there.
import { type ComponentProps, lazy, Suspense } from 'react'
import type { PeopleTags } from './people-tags.tsx'

const Tags = lazy(async () => ({ default: (await import('./people-tags.tsx')).PeopleTags }))

export function PeopleOverlay(props: ComponentProps<typeof PeopleTags>) {
  if (props.people.length === 0) return null
  return (
    <Suspense fallback={null}>
      <Tags {...props} />
    </Suspense>
  )
}
