// Reordering a vertical list with the pointer: the grabbed item changes places with those it is dragged past.
import { type PointerEvent, useRef, useState } from 'react'

/** Items carry `data-step` with their index; `move` is called while dragging, `drop` when it is let go. */
export function useDragOrder(move: (from: number, to: number) => void, drop?: () => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const at = useRef(-1)
  const latest = useRef({ move, drop })
  latest.current = { move, drop }

  function grab(event: PointerEvent<HTMLElement>, index: number) {
    if (event.button !== 0) return
    const list = event.currentTarget.closest('ol')
    if (!list) return
    event.preventDefault()
    event.currentTarget.focus()
    at.current = index
    setDragged(index)
    const follow = (moved: globalThis.PointerEvent) => {
      const items = [...list.querySelectorAll<HTMLElement>('[data-step]')]
      const over = items.findIndex((item) => {
        const box = item.getBoundingClientRect()
        return moved.clientY >= box.top && moved.clientY <= box.bottom
      })
      const box = items[over]?.getBoundingClientRect()
      if (over === -1 || over === at.current || !box) return
      const middle = box.top + box.height / 2
      const past = over > at.current ? moved.clientY > middle : moved.clientY < middle
      if (!past) return
      latest.current.move(at.current, over)
      at.current = over
      setDragged(over)
    }
    const end = () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      setDragged(null)
      latest.current.drop?.()
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }

  return { dragged, grab }
}
