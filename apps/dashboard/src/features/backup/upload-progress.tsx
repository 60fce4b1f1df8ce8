import { IconX } from '@tabler/icons-react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, ErrorState, Group, IconButton, Mono, Progress, Section, Stack } from '../../ui/index.ts'
import styles from './backup.module.css'
import { backupMessages } from './messages.ts'
import type { UploadState } from './use-upload.ts'

interface UploadProgressProps {
  readonly state: UploadState
  readonly onCancel: () => void
  readonly onClose: () => void
}

/** How far an upload is, or why it failed. */
export function UploadProgress({ state, onCancel, onClose }: UploadProgressProps) {
  const { uploading: texts } = useMessages(backupMessages)
  const format = useFormat()
  const { name, sent, total, problem } = state
  if (problem !== undefined)
    return (
      <Group align="start">
        <div className={styles.grow}>
          <ErrorState title={texts.failed(name)} message={problem} />
        </div>
        <IconButton label={texts.close} icon={<IconX size={16} aria-hidden />} onClick={onClose} />
      </Group>
    )
  const share = total === 0 ? 0 : sent / total
  const isSent = sent > 0 && sent >= total
  return (
    <Section>
      <Stack gap={2}>
        <Group justify="between">
          <Mono truncate>{name}</Mono>
          <Button size="small" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </Group>
        <Progress label={name} done={sent} total={total} />
        <Dim small>
          {isSent ? texts.checking : `${format.percent(share)} · ${texts.of(format.bytes(sent), format.bytes(total))}`}
        </Dim>
      </Stack>
    </Section>
  )
}
