// Where the keys go when what had them is gone: to the main part of the page, such as the grid of a workbook.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds in which the answer to what a dialog did is there. */
const WATCHED_MS = 3_000

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

interface Opener {
  element: HTMLElement
  byKeys: boolean
  /** What opened the dialog that the element is in, which may go with it. */
  before: Opener | null
}

let latest: Opener | null = null

/** What has the focus: for an item of a menu, the button of the menu. */
function currentOpener(): Opener | null {
  const { activeElement } = document
  const menu = activeElement?.closest('[role=menu]')
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement
  // A button that is disabled as it is pressed loses the focus: the dialog that it is in is in the place of what opened it.
  if (!(element instanceof HTMLElement) || element === document.body)
    return document.querySelector('[role=dialog]') ? latest : null
  const before = element.closest('[role=dialog]') ? latest : null
  latest = { element, byKeys: activeElement?.matches(':focus-visible') ?? false, before }
  return latest
}

/** Gives the focus back as the layer closes, to what had it. It is read as the layer is drawn, before a field of it takes the focus. */
export function useReturnFocus(open: boolean): () => void {
  const [opener, setOpener] = useState<Opener | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpener(currentOpener())
  }
  return () => returnFocus(opener)
}

/** After a click the page gets it where it wants it, so that typing goes on in a grid. */
function returnFocus(opener: Opener | null) {
  let to = opener
  while (to && !to.element.isConnected) to = to.before
  if (to && (to.byKeys || homes.length === 0)) {
    to.element.focus()
    watchRemoval(to.element)
  }
  focusHome()
}

/** What a dialog did may take the button that opened it away, as the line of what was deleted goes with the next answer. */
function watchRemoval(element: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    observer.disconnect()
    focusHome()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), WATCHED_MS)
}

/** On a page that names no place of its own. */
function focusMain() {
  const main = document.querySelector<HTMLElement>('main')
  main?.setAttribute('tabindex', '-1')
  main?.style.setProperty('outline', 'none')
  main?.focus({ preventScroll: true })
}

/** To the place that the page names, or to its main part. */
export const goHome = () => (homes.at(-1) ?? focusMain)()

/** To the panel at the right, and from there back to the page. */
export function switchPanel() {
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  if (!panel || panel.contains(document.activeElement)) goHome()
  else panel.focus()
}

/** The panel that left with the focus in it, while another may take its place. */
let left = 0

/**
 * Keeps the focus in a panel whose content changes, as when a form takes the place of the list that it was chosen from: without it the keys
 * would begin at the top of the page again.
 */
export function useFocusKept(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = panel.current
    if (!box) return
    let held: EventTarget | null = null
    const isLost = () => document.activeElement === null || document.activeElement === document.body
    const note = ({ target }: FocusEvent) => {
      held = target
    }
    const look = () => {
      if (!(held instanceof Node) || held.isConnected || !isLost()) return
      held = null
      box.focus({ preventScroll: true })
    }
    if (isLost() && performance.now() - left < WATCHED_MS) box.focus({ preventScroll: true })
    left = 0
    const observer = new MutationObserver(look)
    observer.observe(box, { childList: true, subtree: true })
    box.addEventListener('focusin', note)
    return () => {
      if (held instanceof Node && isLost()) left = performance.now()
      observer.disconnect()
      box.removeEventListener('focusin', note)
    }
  }, [panel])
}

/** For layers that close over the page: a tick later, when the next element has taken the focus. */
export function focusHome() {
  setTimeout(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) goHome()
  })
}
