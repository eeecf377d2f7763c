// The sheet of all keys, from the commands that are on offer right now.

import { grouped, useAllCommands } from '../session/commands.ts'
import { Keys } from '../ui/kbd.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

export function KeySheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const groups = grouped(useAllCommands().filter((one) => one.keys))
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard" size="lg" about="What works on this page.">
      <div className="gap-8 sm:columns-2">
        {groups.map(([group, commands]) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-medium text-ink-3 text-xs">{group}</h3>
            <dl>
              {commands.map((command) => (
                <div key={command.id} className="flex min-h-8 items-center justify-between gap-3 border-b py-1">
                  <dt className="min-w-0">{command.title}</dt>
                  <dd>{command.keys && <Keys keys={command.keys} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
