// The name of a column being changed in place: Enter or leaving keeps it, Escape leaves it as it was.
import { useLayoutEffect, useRef } from 'react'
import { Input } from '../../../ui/forms/field.tsx'

interface Props {
  name: string
  /** Null: as it was. */
  onDone: (name: string | null) => void
  className?: string
}

export function ColumnName({ name, onDone, className }: Props) {
  const isDone = useRef(false)
  // Taken away together with what it stands in, as by Escape, it leaves the name alone.
  useLayoutEffect(() => {
    isDone.current = false
    return () => {
      isDone.current = true
    }
  }, [])
  function end(text: string | null) {
    if (isDone.current) return
    isDone.current = true
    const wanted = text?.trim()
    onDone(wanted && wanted !== name ? wanted : null)
  }
  return (
    <Input
      autoFocus
      dir="auto"
      aria-label={`New name of ${name}`}
      maxLength={200}
      defaultValue={name}
      className={className}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === 'Enter' ? event.currentTarget.value : null)
      }}
    />
  )
}
