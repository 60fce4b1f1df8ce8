import { type FormEvent, useRef, useState } from 'react'
import { useConnection } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, PasswordField, Stack, TextField } from '../../ui/index.ts'
import { useAttemptError } from './attempt-error.ts'
import { loginMessages } from './messages.ts'
import { type Credentials, needsTwoFactorCode, signIn } from './queries.ts'

export interface SignedIn {
  readonly username: string
  /** The password if it is the default one, which the user is then asked to change. */
  readonly defaultPassword: string | undefined
}

type Attempt =
  | { readonly state: 'idle' | 'running' }
  | { readonly state: 'incomplete'; readonly hasUsername: boolean; readonly hasPassword: boolean }
  | { readonly state: 'failed'; readonly error: unknown }

interface LoginFormProps {
  readonly onSignedIn: (signedIn: SignedIn) => void
  /** Username and password are correct; a two-factor code is required. */
  readonly onCodeNeeded: (credentials: Credentials) => void
}

/** Two uncontrolled fields, so that the first page does not load the form library. */
export function LoginForm({ onSignedIn, onCodeNeeded }: LoginFormProps) {
  const texts = useMessages(loginMessages)
  const connection = useConnection()
  const passwordField = useRef<HTMLInputElement>(null)
  const [attempt, setAttempt] = useState<Attempt>({ state: 'idle' })
  const { text: failure, isWaiting } = useAttemptError(attempt.state === 'failed' ? attempt.error : undefined)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWaiting) return
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username')).trim()
    // Sent as typed: leading and trailing spaces are part of a password.
    const password = String(fields.get('password'))
    if (username === '' || password === '') {
      setAttempt({ state: 'incomplete', hasUsername: username !== '', hasPassword: password !== '' })
      return
    }
    setAttempt({ state: 'running' })
    try {
      const { isDefault } = await signIn(connection, { username, password })
      onSignedIn({ username, defaultPassword: isDefault ? password : undefined })
    } catch (error) {
      if (needsTwoFactorCode(error)) return onCodeNeeded({ username, password })
      setAttempt({ state: 'failed', error })
      passwordField.current?.focus()
      passwordField.current?.select()
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        {failure !== undefined && <ErrorState title={failure} />}
        <TextField
          name="username"
          label={texts.username}
          autoComplete="username"
          autoFocus
          error={attempt.state === 'incomplete' && !attempt.hasUsername && texts.usernameRequired}
        />
        <PasswordField
          name="password"
          label={texts.password}
          autoComplete="current-password"
          ref={passwordField}
          error={attempt.state === 'incomplete' && !attempt.hasPassword && texts.passwordRequired}
        />
        <Button type="submit" variant="primary" loading={attempt.state === 'running'} disabled={isWaiting} fullWidth>
          {texts.login}
        </Button>
      </Stack>
    </form>
  )
}
