import { useState } from 'react'
import { useChange, useErrorText } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, Modal, Notice, Stack, toast } from '../../ui/index.ts'
import { configurationMessages } from './messages.ts'
import { restoreVersion } from './queries.ts'
import { TwoVersions } from './version-drawer.tsx'

interface RestoreDialogProps {
  /** What to restore; undefined: the dialog is closed. */
  readonly version: number | undefined
  /** The one in force. */
  readonly current: number | undefined
  readonly onClose: (isDone: boolean) => void
}

/** Shows what restoring a version changes, and does it. */
export function RestoreDialog({ version, current, onClose }: RestoreDialogProps) {
  const { history: texts } = useMessages(configurationMessages)
  const describe = useErrorText()
  const { run, isRunning } = useChange(restoreVersion)
  const [problem, setProblem] = useState<string>()
  const close = (isDone: boolean) => {
    setProblem(undefined)
    onClose(isDone)
  }
  const restore = async () => {
    if (version === undefined) return
    setProblem(undefined)
    try {
      await run(version)
      toast.success(texts.restored(version))
      close(true)
    } catch (error) {
      setProblem(describe(error))
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
            {texts.restore}
          </Button>
        </>
      }
    >
      {version !== undefined && (
        <Stack gap={3}>
          <Notice>{texts.restoreNote}</Notice>
          {problem !== undefined && <ErrorState title={texts.refused} message={problem} />}
          {current !== undefined && (
            <TwoVersions before={current} after={version} beforeTitle={texts.now} afterTitle={texts.titleOf(version)} />
          )}
        </Stack>
      )}
    </Modal>
  )
}
