import { IconX } from '@tabler/icons-react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, ErrorState, Group, IconButton, Mono, Progress, Section, Stack } from '../../ui/index.ts'
import styles from './backup.module.css'
import { uploadMessages } from './messages.ts'
import type { UploadState } from './use-upload.ts'

interface UploadProgressProps {
  readonly state: UploadState
  readonly onCancel: () => void
  readonly onClose: () => void
}

/** Progress of an upload, or its error. */
export function UploadProgress({ state, onCancel, onClose }: UploadProgressProps) {
  const texts = useMessages(uploadMessages)
  const format = useFormat()
  const { name, sent, total, problem } = state
  if (problem !== undefined)
    return (
      <Group align="start">
        <div className={styles.grow}>
          <ErrorState title={texts.uploadFailed(name)} message={problem} />
        </div>
        <IconButton label={texts.close} icon={<IconX size={16} aria-hidden />} onClick={onClose} />
      </Group>
    )
  const fraction = total === 0 ? 0 : sent / total
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
          {isSent
            ? texts.checking
            : `${format.percent(fraction)} · ${texts.progress(format.bytes(sent), format.bytes(total))}`}
        </Dim>
      </Stack>
    </Section>
  )
}
