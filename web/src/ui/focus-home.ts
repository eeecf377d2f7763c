// Where the keys go when what had them is gone: to the main part of the page, such as the grid of a workbook.
import { useEffect, useRef } from 'react'

let homes: (() => void)[] = []

/** While the component is shown, `go` takes the focus that would otherwise be lost. */
export function useFocusHome(go: () => void) {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    const home = () => latest.current()
    homes = [...homes, home]
    return () => {
      homes = homes.filter((one) => one !== home)
    }
  }, [])
}

/** For layers that close over the page: a tick later, when the next element has taken the focus. */
export function focusHome() {
  setTimeout(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) homes.at(-1)?.()
  })
}
