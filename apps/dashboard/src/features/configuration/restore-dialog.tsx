import { useState } from 'react'
import { useChange, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, Modal, Notice, Stack, toast } from '../../ui/index.ts'
import { historyMessages } from './messages.ts'
import { restoreVersion } from './queries.ts'
import { VersionComparison } from './version-drawer.tsx'

interface RestoreDialogProps {
  /** Version to restore; undefined while the dialog is closed. */
  readonly version: number | undefined
  /** The current version. */
  readonly current: number | undefined
  readonly onClose: (isRestored: boolean) => void
}

/** Shows the changes of a restore and restores the version. */
export function RestoreDialog({ version, current, onClose }: RestoreDialogProps) {
  const texts = useMessages(historyMessages)
  const errorText = useErrorText()
  const { run, isRunning } = useChange(restoreVersion)
  const [problem, setProblem] = useState<string>()
  const close = (isRestored: boolean) => {
    setProblem(undefined)
    onClose(isRestored)
  }
  const restore = async () => {
    if (version === undefined) return
    setProblem(undefined)
    try {
      await run(version)
      toast.success(texts.restored(version))
      close(true)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <Modal
      opened={version !== undefined}
      onClose={() => close(false)}
      title={version === undefined ? '' : texts.question(version)}
      size={960}
      footer={
        <>
          <Button onClick={() => close(false)}>{texts.cancel}</Button>
          <Button variant="primary" loading={isRunning} onClick={() => void restore()} data-autofocus>
            {texts.restoreVersion}
          </Button>
        </>
      }
    >
      {version !== undefined && (
        <Stack gap={3}>
          <Notice>{texts.restoreNote}</Notice>
          {problem !== undefined && <ErrorState title={texts.restoreFailed} message={problem} />}
          {current !== undefined && (
            <VersionComparison
              before={current}
              after={version}
              beforeTitle={texts.inUse}
              afterTitle={texts.versionNumber(version)}
            />
          )}
        </Stack>
      )}
    </Modal>
  )
}
