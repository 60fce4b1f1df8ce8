import type { SecondFactor } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { type ChangeDefinition, useChange } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  DescriptionList,
  ErrorState,
  Group,
  Notice,
  PasswordField,
  Stack,
  StatusDot,
  TextField,
} from '../../ui/index.ts'
import { useProofErrorText } from './enrol-form.tsx'
import { twoFactorMessages } from './two-factor-messages.ts'
import { disableTwoFactor, newRecoveryCodes } from './two-factor-queries.ts'

interface OwnFactorProps {
  readonly factor: SecondFactor
  readonly onCodes: (codes: readonly string[]) => void
  readonly onDisabled: () => void
  readonly onClose: () => void
}

const fewCodes = 3

/** State of the user's two-factor authentication and its actions; each action requires a proof. */
export function TwoFactorSettings({ factor, onCodes, onDisabled, onClose }: OwnFactorProps) {
  const texts = useMessages(twoFactorMessages)
  const format = useFormat()
  const [openForm, setOpenForm] = useState<'renew' | 'off'>()
  const back = () => setOpenForm(undefined)
  if (openForm === 'renew') {
    return (
      <ProofForm
        title={texts.renewTitle}
        hint={texts.renewHint}
        change={newRecoveryCodes}
        onDone={({ recovery_codes }) => onCodes(recovery_codes)}
        onCancel={back}
      />
    )
  }
  if (openForm === 'off') {
    return (
      <ProofForm
        title={texts.disableTitle}
        hint={texts.disableHint}
        danger
        change={disableTwoFactor}
        onDone={onDisabled}
        onCancel={back}
      />
    )
  }
  return (
    <Stack gap={5}>
      <StatusDot tone="accent">{texts.enabled}</StatusDot>
      <DescriptionList
        minWidth={200}
        items={[
          { label: texts.since, value: format.dateTime(factor.enrolled_at) },
          { label: texts.left, value: format.number(factor.recovery_codes_left) },
        ]}
      />
      {factor.recovery_codes_left <= fewCodes && <Notice tone="amber">{texts.fewCodes}</Notice>}
      <Group justify="end" wrap>
        <Button variant="danger" onClick={() => setOpenForm('off')}>
          {texts.disableTwoFactor}
        </Button>
        <Button onClick={() => setOpenForm('renew')}>{texts.renew}</Button>
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  )
}

interface Proof {
  readonly password: string
  readonly code: string
}

interface ProofFormProps<T> {
  /** Form for the proof; its button is the action. */
  readonly title: string
  readonly hint: string
  readonly danger?: boolean
  readonly change: ChangeDefinition<Proof, T>
  readonly onDone: (answer: T) => void
  readonly onCancel: () => void
}

function ProofForm<T>({ title, hint, danger = false, change, onDone, onCancel }: ProofFormProps<T>) {
  const texts = useMessages(twoFactorMessages)
  const describe = useProofErrorText()
  const { run, isRunning, error } = useChange(change)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password === '' || code.trim() === '') return
    await run({ password, code: code.trim() }).then(onDone, () => {}) // the error is shown below
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <p>{hint}</p>
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={isTried && password === '' && texts.passwordRequired}
        />
        <TextField
          label={texts.anyCode}
          autoComplete="one-time-code"
          mono
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={isTried && code.trim() === '' && texts.codeRequired}
        />
        {error && <ErrorState title={describe(error)} />}
        <Group justify="end">
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={isRunning}>
            {title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
