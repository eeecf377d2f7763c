// Files dropped anywhere on the page: says so while they hover, hands them over when they fall. Also the button to choose one.
import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'

interface Props {
  /** What dropping will do: "Drop to make a workbook". */
  words: string
  disabled?: boolean
  onFile: (file: File) => void
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

export function PageDrop({ words, disabled, onFile }: Props) {
  const [over, setOver] = useState(false)
  const latest = useRef(onFile)
  latest.current = onFile

  useEffect(() => {
    if (disabled) return
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const hover = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) latest.current(file)
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', hover)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', hover)
      window.removeEventListener('drop', drop)
    }
  }, [disabled])

  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex animate-fade items-center justify-center bg-scrim p-6">
      <div className="flex items-center gap-3 rounded-lg border-2 border-accent border-dashed bg-raised px-8 py-6 font-medium text-lg">
        <FileUp aria-hidden className="size-5 text-accent" />
        {words}
      </div>
    </div>
  )
}

export const tableFiles = '.csv,.tsv,.txt,.tab,.xlsx,.jsonl,.ndjson,.json,text/csv,text/tab-separated-values'

interface ChooseProps {
  look?: 'primary' | 'plain'
  onFile: (file: File) => void
  children: ReactNode
}

/** Opens the file chooser without a form in sight. */
export function chooseFile(onFile: (file: File) => void, accept = tableFiles) {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.hidden = true
  // In the page for as long as the chooser is open: an input that nothing holds may be collected before it answers.
  document.body.append(input)
  input.oncancel = () => input.remove()
  input.onchange = () => {
    const file = input.files?.[0]
    input.remove()
    if (file) onFile(file)
  }
  input.click()
}

export function ChooseFile({ look = 'plain', onFile, children }: ChooseProps) {
  return (
    <Button look={look} icon={FileUp} onClick={() => chooseFile(onFile)}>
      {children}
    </Button>
  )
}
