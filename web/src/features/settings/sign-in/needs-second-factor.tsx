// Shown instead of the pages of a workspace that requires a second factor: what to set up, and the way on.
import { Button } from '../../../ui/button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { SecondFactor } from '../account/second-factor.tsx'

interface Props {
  workspace: string
  /** False when the login does not get in yet. */
  onGoOn: () => Promise<boolean>
}

export function NeedsSecondFactor({ workspace, onGoOn }: Props) {
  const { busy, submit, answer: isIn } = useSubmit<boolean>()
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 overflow-y-auto px-4 py-8">
      <div>
        <h1 className="font-semibold text-xl" dir="auto">
          {workspace} asks for a second factor
        </h1>
        <p className="mt-1 text-ink-2">
          A password alone does not let you in. Set up an app below, or sign out and log in by a passkey. Nothing of
          yours is lost.
        </p>
      </div>
      <SecondFactor />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" busy={busy} onClick={() => void submit(onGoOn)}>
          Go on
        </Button>
        {isIn === false && (
          <p role="status" className="text-ink-2">
            No second factor is set up yet.
          </p>
        )}
      </div>
    </div>
  )
}
