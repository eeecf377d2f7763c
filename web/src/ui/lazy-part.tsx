// A part of a page that is fetched when it is first shown; until it is there, nothing stands in its place.
import { type ComponentType, lazy, Suspense } from 'react'

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(async () => ({ default: await load() }))
  return function LazyPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
