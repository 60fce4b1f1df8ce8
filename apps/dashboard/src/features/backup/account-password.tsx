import type { BackupPreview } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Notice, PasswordField, Section, Stack } from '../../ui/index.ts'
import type { ExcludedParts } from './excluded-parts.ts'
import { restoreMessages } from './messages.ts'

/** Whether dashboard users or API keys are restored, for which the broker requires the password. */
export const requiresPassword = ({ tables }: BackupPreview, excluded: ExcludedParts): boolean =>
  tables.some(({ name, requires_password }) => requires_password && !excluded.tables.includes(name))

interface AccountPasswordProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (password: string) => void
}

/** The current password of the user who restores dashboard users or API keys. */
export function AccountPassword({ value, error, onChange }: AccountPasswordProps) {
  const texts = useMessages(restoreMessages)
  return (
    <Section title={texts.accounts}>
      <Stack gap={3}>
        <Notice tone="amber">{texts.accountsNote}</Notice>
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Stack>
    </Section>
  )
}
