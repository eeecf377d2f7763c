// A text to take elsewhere, such as a link or a token: selected by a click, copied by a button.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { copyText } from '../copy.ts'
import { Field, Input } from './field.tsx'

interface Props {
  label: string
  value: string
  hint?: string
}

export function CopyField({ label, value, hint }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <Field
      label={label}
      hint={copied === false ? 'The browser blocked the clipboard: select the text and copy it.' : hint}
    >
      <span className="flex gap-2">
        <Input
          readOnly
          value={value}
          spellCheck={false}
          className="font-mono text-sm"
          onFocus={(event) => event.target.select()}
        />
        <Button icon={copied ? Check : Copy} onClick={async () => setCopied(await copyText(value))}>
          <span>
            {copied ? 'Copied' : 'Copy'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </span>
        </Button>
      </span>
    </Field>
  )
}
