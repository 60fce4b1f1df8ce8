import { useMessages } from '../../i18n/index.ts'
import { CodeBlock, Stack } from '../../ui/index.ts'
import { loginMessages } from './messages.ts'

/** Explains how to replace a forgotten password; on the login page and in the help. */
export function PasswordRecovery() {
  const texts = useMessages(loginMessages)
  return (
    <Stack gap={3}>
      <p>{texts.recoveryHash}</p>
      <p>{texts.recoveryAdministrator}</p>
      <p>{texts.recoveryOperator}</p>
      <CodeBlock code="mqdeck reset-password USERNAME" wrap />
      <p>{texts.recoveryCluster}</p>
      <CodeBlock code="emqx ctl admins passwd USERNAME NEW_PASSWORD" wrap />
    </Stack>
  )
}
