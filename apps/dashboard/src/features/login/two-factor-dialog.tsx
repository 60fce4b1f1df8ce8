import { useState } from 'react'
import { QueryView, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import { Button, confirm, Group, Modal, Notice, Skeleton, Stack, toast, useCopy } from '../../ui/index.ts'
import { twoFactorQuery } from '../users/index.ts'
import { EnrolForm } from './enrol-form.tsx'
import styles from './two-factor.module.css'
import { twoFactorMessages } from './two-factor-messages.ts'
import { TwoFactorSettings } from './two-factor-settings.tsx'

export interface TwoFactorDialogProps {
  readonly username: string
  readonly onClose: () => void
}

/** Two-factor authentication of the signed-in user: set up, state, disable. */
export function TwoFactorDialog({ username, onClose }: TwoFactorDialogProps) {
  const texts = useMessages(twoFactorMessages)
  const query = useData(twoFactorQuery, undefined)
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
                <TwoFactorSettings
                  factor={own}
                  onCodes={setCodes}
                  onDisabled={() => {
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
                onEnrolled={(newCodes) => {
                  toast.success(texts.enabledDone)
                  setCodes(newCodes)
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
  const texts = useMessages(twoFactorMessages)
  return (
    <Stack gap={5}>
      <Notice>{texts.notOffered}</Notice>
      <Group justify="end">
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  )
}

interface RecoveryCodeListProps {
  readonly codes: readonly string[]
  readonly username: string
  readonly onDone: () => void
}

/** The recovery codes, shown once, with buttons to copy and download them. */
function RecoveryCodeList({ codes, username, onDone }: RecoveryCodeListProps) {
  const texts = useMessages(twoFactorMessages)
  const copy = useCopy()
  const lines = codes.map((code) => `${code}\n`).join('')
  const copyCodes = () => void copy(lines, texts.copied)
  const download = () =>
    downloadText(`mqdeck-recovery-codes-${username}.txt`, 'text/plain', `${texts.fileTitle(username)}\n\n${lines}`)
  return (
    <Stack gap={4}>
      <p>{texts.codesHint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="end" wrap>
        <Button onClick={copyCodes}>{texts.copy}</Button>
        <Button onClick={download}>{texts.download}</Button>
        <Button variant="primary" onClick={onDone}>
          {texts.codesSaved}
        </Button>
      </Group>
    </Stack>
  )
}
