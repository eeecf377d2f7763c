// Hears a paste that is meant for no field, and hands it over when a workbook can be made of it.
import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast.tsx'
import { readPasted } from './pasted.logic.ts'

export function usePastedList(active: boolean, onText: (text: string) => void) {
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
      if (readPasted(text)) latest.current(text)
      else if (text.trim())
        toast('That is not a list of domains, nor a table. Copy one domain per line, or cells of a spreadsheet.')
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [active])
}
