import { useState } from 'react'
import { QueryView, useData } from '../../data/index.ts'
import { secondFactorsQuery } from '../../data/second-factors.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, confirm, Group, Modal, Notice, Skeleton, Stack, toast } from '../../ui/index.ts'
import { EnrolForm } from './enrol-form.tsx'
import { OwnFactor } from './own-factor.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { secondFactorMessages } from './second-factor-messages.ts'

export interface SecondFactorDialogProps {
  readonly username: string
  readonly onClose: () => void
}

/** Two-factor authentication of the signed-in user: set up, state, disable. */
export function SecondFactorDialog({ username, onClose }: SecondFactorDialogProps) {
  const texts = useMessages(secondFactorMessages)
  const query = useData(secondFactorsQuery, undefined)
  const [codes, setCodes] = useState<readonly string[]>()
  const close = async () => {
    const { leaveQuestion: title, leaveBody: body, close: action, stay: cancel } = texts
    if (!codes || (await confirm({ title, body, action, cancel, danger: true, isLocal: true }))) onClose()
  }
  return (
    <Modal opened onClose={() => void close()} title={codes ? texts.codesTitle : texts.twoFactor} size={560}>
      {codes ? (
        <RecoveryCodeList codes={codes} username={username} onDone={onClose} />
      ) : (
        <QueryView query={query} skeleton={<Skeleton height={220} />}>
          {({ factors }) => {
            const own = factors?.find((factor) => factor.username === username)
            if (!factors) return <NotOffered onClose={onClose} />
            if (own) {
              return (
                <OwnFactor
                  factor={own}
                  onCodes={setCodes}
                  onTurnedOff={() => {
                    toast.success(texts.disabledDone)
                    onClose()
                  }}
                  onClose={onClose}
                />
              )
            }
            return (
              <EnrolForm
                username={username}
                onEnrolled={(fresh) => {
                  toast.success(texts.enabledDone)
                  setCodes(fresh)
                }}
                onCancel={onClose}
              />
            )
          }}
        </QueryView>
      )}
    </Modal>
  )
}

function NotOffered({ onClose }: { readonly onClose: () => void }) {
  const texts = useMessages(secondFactorMessages)
  return (
    <Stack gap={5}>
      <Notice>{texts.notOffered}</Notice>
      <Group justify="end">
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  )
}
