import { useMessages } from '../../i18n/index.ts'
import { copyText } from '../../lib/copy-text.ts'
import { saveText } from '../../lib/save-text.ts'
import { Button, Group, Stack, toast } from '../../ui/index.ts'
import styles from './second-factor.module.css'
import { secondFactorMessages } from './second-factor-messages.ts'

interface RecoveryCodeListProps {
  readonly codes: readonly string[]
  readonly username: string
  readonly onDone: () => void
}

/** Shown once, with the ways to keep them. */
export function RecoveryCodeList({ codes, username, onDone }: RecoveryCodeListProps) {
  const texts = useMessages(secondFactorMessages)
  const lines = codes.map((code) => `${code}\n`).join('')
  const copy = () =>
    void copyText(lines).then(
      () => toast.success(texts.copied),
      () => toast.error(texts.copyFailed),
    )
  const download = () =>
    saveText(`mqdeck-recovery-codes-${username}.txt`, 'text/plain', `${texts.fileTitle(username)}\n\n${lines}`)
  return (
    <Stack gap={4}>
      <p>{texts.codesHint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="end" wrap>
        <Button onClick={copy}>{texts.copy}</Button>
        <Button onClick={download}>{texts.download}</Button>
        <Button variant="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}
