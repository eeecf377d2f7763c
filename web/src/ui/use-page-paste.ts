// Hears a paste that is meant for no field and no dialog, but for the page.
import { useEffect, useRef } from 'react'

export function usePagePaste(active: boolean, onText: (text: string) => void) {
  const latest = useRef(onText)
  latest.current = onText
  useEffect(() => {
    if (!active) return
    function paste(event: ClipboardEvent) {
      const target = event.target
      if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName)))
        return
      if (document.querySelector('[role=dialog]')) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!text.trim()) return
      // Else the browser pastes it once more, into the field that has the focus by then.
      event.preventDefault()
      latest.current(text)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [active])
}
