// Shown to a user who is a member of no workspace.
import { Building } from 'lucide-react'
import { useState } from 'react'
import { session } from '../../api/session.ts'
import { usePage } from '../../session/page.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { NewWorkspaceDialog } from './new-workspace.dialog.tsx'

export function NoWorkspacePage() {
  usePage({ title: 'Welcome' })
  const [making, setMaking] = useState(false)
  return (
    <main className="flex h-full items-center">
      <EmptyState
        icon={Building}
        title="You are in no workspace yet"
        action={
          <>
            <Button look="primary" onClick={() => setMaking(true)}>
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
      {making && <NewWorkspaceDialog onClose={() => setMaking(false)} />}
    </main>
  )
}
