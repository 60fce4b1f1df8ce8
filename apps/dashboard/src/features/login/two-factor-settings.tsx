import { PasswordAndCode, type SecondFactor } from '@mqdeck/contract'
import { useState } from 'react'
import { type ChangeDefinition, FormBody, useChange, useContractForm } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, DescriptionList, Group, Notice, PasswordField, Stack, StatusDot, TextField } from '../../ui/index.ts'
import { useProofErrorText } from './enrol-form.tsx'
import { twoFactorMessages } from './two-factor-messages.ts'
import { disableTwoFactor, newRecoveryCodes, type Proof } from './two-factor-queries.ts'

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
  const { run } = useChange(change)
  const form = useContractForm(PasswordAndCode, {
    initial: { password: '', code: '' },
    toBody: ({ password, code }) => ({ password, mfa_token: code.trim() }),
    fieldOf: { mfa_token: 'code' },
    check: ({ password, code }) => ({
      password: password === '' && texts.passwordRequired,
      code: code.trim() === '' && texts.codeRequired,
    }),
    submit: async ({ password, mfa_token }) => onDone(await run({ password, code: mfa_token })),
    faultsOf: (error) => ({ root: describe(error) }),
  })
  return (
    <FormBody form={form} action={title} danger={danger} onCancel={onCancel}>
      <p>{hint}</p>
      <PasswordField label={texts.password} autoComplete="current-password" autoFocus {...form.input('password')} />
      <TextField label={texts.anyCode} autoComplete="one-time-code" mono maxLength={40} {...form.input('code')} />
    </FormBody>
  )
}
