// Shown to a user who is a member of no workspace.
import { Building } from 'lucide-react'
import { session } from '../../api/session.ts'
import { usePage } from '../../session/page.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { NewWorkspaceDialog } from './new-workspace.dialog.tsx'

export function NoWorkspacePage() {
  usePage({ title: 'Welcome' })
  const { open, dialog } = useDialogs({ make: (close) => <NewWorkspaceDialog onClose={close} /> })
  return (
    <main className="flex h-full items-center">
      <EmptyState
        icon={Building}
        title="You are in no workspace yet"
        action={
          <>
            <Button look="primary" onClick={() => open.make()}>
              Create a workspace
            </Button>
            <Button look="quiet" onClick={() => void session.signOut()}>
              Sign out
            </Button>
          </>
        }
      >
        Make one of your own, or ask a colleague to invite you to theirs.
      </EmptyState>
      {dialog}
    </main>
  )
}
