import { type FormEvent, useState } from 'react'
import { useConnection } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Dim, ErrorState, Group, Stack, TextField } from '../../ui/index.ts'
import { useAttemptError } from './attempt-error.ts'
import type { SignedIn } from './login-form.tsx'
import { loginMessages } from './messages.ts'
import { type Credentials, signIn } from './queries.ts'

interface SecondStepProps {
  readonly credentials: Credentials
  readonly onSignedIn: (signedIn: SignedIn) => void
  readonly onBack: () => void
}

/** Asks for the two-factor code, or a recovery code. */
export function TwoFactorStep({ credentials, onSignedIn, onBack }: SecondStepProps) {
  const texts = useMessages(loginMessages)
  const connection = useConnection()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [state, setState] = useState<'idle' | 'empty' | 'running' | { readonly error: unknown }>('idle')

  const { text: failure, isWaiting } = useAttemptError(typeof state === 'object' ? state.error : undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isWaiting) return
    if (code.trim() === '') return setState('empty')
    setState('running')
    const { username, password } = credentials
    try {
      const { isDefault } = await signIn(connection, { username, password, code: code.trim() })
      onSignedIn({ username, defaultPassword: isDefault ? password : undefined })
    } catch (error) {
      setCode('')
      setState({ error })
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <p>{isRecovery ? texts.recoveryHint : texts.codeHint}</p>
        {failure !== undefined && <ErrorState title={failure} />}
        <TextField
          // A separate field for each, so that browsers and password managers suggest matching values.
          key={String(isRecovery)}
          name={isRecovery ? 'recovery-code' : 'code'}
          label={isRecovery ? texts.recoveryCode : texts.code}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          mono
          autoFocus
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={state === 'empty' && texts.codeRequired}
        />
        <Button type="submit" variant="primary" loading={state === 'running'} disabled={isWaiting} fullWidth>
          {texts.verify}
        </Button>
        <Group justify="between">
          <Button variant="subtle" size="small" onClick={onBack}>
            {texts.back}
          </Button>
          <Button
            variant="subtle"
            size="small"
            onClick={() => {
              setRecovery(!isRecovery)
              setCode('')
              setState('idle')
            }}
          >
            {isRecovery ? texts.useCode : texts.useRecovery}
          </Button>
        </Group>
        <Dim small>{texts.lostTwoFactor}</Dim>
      </Stack>
    </form>
  )
}
