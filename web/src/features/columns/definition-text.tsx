// A definition as text: a file chosen or dropped, which is read at once, or pasted.
import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/forms/field.tsx'
import { chooseFile, PageDrop } from '../../ui/forms/file-drop.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'

const FILES = '.yaml,.yml,.json,application/json,text/yaml,application/yaml'
/** Bytes; the server refuses longer ones. */
const LONGEST = 512 * 1024

interface Props {
  text: string
  hint: string
  placeholder?: string
  busy: boolean
  problem: string | null
  onText: (text: string) => void
  /** Reads what a file holds, in place of the text. */
  onFile: (read: () => Promise<string>) => void
  /** In place of the text, once it was read; another file can still be dropped. */
  children: ReactNode
}

async function textIn(file: File): Promise<string> {
  if (file.size > LONGEST)
    throw new Problem({ status: 409, detail: 'A definition has at most 512 KiB. Nothing was read.' })
  return file.text()
}

export function DefinitionText({ text, hint, placeholder, busy, problem, onText, onFile, children }: Props) {
  const take = (file: File) => onFile(() => textIn(file))

  return (
    <>
      <PageDrop words="Drop to read this file" disabled={busy} onFile={take} />
      {children || (
        <div className="flex flex-col gap-3">
          <Button icon={FileUp} className="self-start" onClick={() => chooseFile(take, FILES)}>
            Choose a YAML or JSON file
          </Button>
          <Field label="Or paste it" hint={hint}>
            <Textarea
              rows={13}
              spellCheck={false}
              value={text}
              placeholder={placeholder}
              onChange={(event) => onText(event.target.value)}
              className="font-mono text-sm"
            />
          </Field>
          <FormError>{problem}</FormError>
        </div>
      )}
    </>
  )
}
