import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/download.ts'
import { Button, Group, Stack, useCopy } from '../../ui/index.ts'
import styles from './two-factor.module.css'
import { twoFactorMessages } from './two-factor-messages.ts'

interface RecoveryCodeListProps {
  readonly codes: readonly string[]
  readonly username: string
  readonly onDone: () => void
}

/** The recovery codes, shown once, with buttons to copy and download them. */
export function RecoveryCodeList({ codes, username, onDone }: RecoveryCodeListProps) {
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
