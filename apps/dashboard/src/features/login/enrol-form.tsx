import { ApiError, type Enrolment } from '@mqdeck/contract'
import { encodeQR } from 'qr'
import { type FormEvent, useMemo, useState } from 'react'
import { useChange, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, CopyButton, Dim, Group, Mono, PasswordField, Stack, TextField } from '../../ui/index.ts'
import styles from './two-factor.module.css'
import { twoFactorMessages } from './two-factor-messages.ts'
import { confirmEnrolment, startEnrolment } from './two-factor-queries.ts'

interface EnrolFormProps {
  readonly username: string
  readonly onEnrolled: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Asks for the password, then shows the secret for the app, and verifies it with a code. */
export function EnrolForm({ username, onEnrolled, onCancel }: EnrolFormProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  return enrolment ? (
    <ConfirmStep enrolment={enrolment} onEnrolled={onEnrolled} onCancel={onCancel} />
  ) : (
    <PasswordStep username={username} onBegun={setEnrolment} onCancel={onCancel} />
  )
}

interface PasswordStepProps extends Pick<EnrolFormProps, 'username' | 'onCancel'> {
  readonly onBegun: (enrolment: Enrolment) => void
}

function PasswordStep({ username, onBegun, onCancel }: PasswordStepProps) {
  const texts = useMessages(twoFactorMessages)
  const describe = useProofErrorText()
  const begin = useChange(startEnrolment)
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password === '') return
    // The error is shown at the field, from begin.error.
    await begin.run({ password }).then(onBegun, () => {})
  }
  return (
    <form onSubmit={submit} noValidate>
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <Stack gap={4}>
        <p>{texts.intro}</p>
        <Dim>{texts.needs}</Dim>
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            begin.reset()
          }}
          error={isTried && password === '' ? texts.passwordRequired : begin.error && describe(begin.error)}
        />
        <Group justify="end">
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={begin.isRunning}>
            {texts.begin}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ConfirmStepProps extends Omit<EnrolFormProps, 'username'> {
  readonly enrolment: Enrolment
}

function ConfirmStep({ enrolment: { secret, uri }, onEnrolled, onCancel }: ConfirmStepProps) {
  const texts = useMessages(twoFactorMessages)
  const describe = useErrorText()
  const confirm = useChange(confirmEnrolment)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (code.trim() === '') return
    await confirm.run({ code: code.trim() }).then(
      ({ recovery_codes }) => onEnrolled(recovery_codes),
      () => {}, // the error is shown at the field
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <p>{texts.scan}</p>
        <div className={styles.scan}>
          <QrCode text={uri} label={texts.qrLabel} />
          <div className={styles.beside}>
            <Dim>{texts.cannotScan}</Dim>
            <div className={styles.secret}>
              <Mono>{inGroups(secret)}</Mono>
              <CopyButton value={secret} />
            </div>
          </div>
        </div>
        <TextField
          label={texts.code}
          description={texts.enterCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          mono
          autoFocus
          maxLength={10}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            confirm.reset()
          }}
          error={isTried && code.trim() === '' ? texts.codeRequired : confirm.error && describe(confirm.error)}
        />
        <Group justify="end">
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={confirm.isRunning}>
            {texts.enable}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** No old password: this is the current one. */
export function useProofErrorText(): (error: unknown) => string {
  const { wrongPassword } = useMessages(twoFactorMessages)
  const describe = useErrorText()
  return (error) =>
    error instanceof ApiError && error.code === 'ERROR_PWD_NOT_MATCH' ? wrongPassword : describe(error)
}

/** In groups for reading; apps ignore the spaces. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Dark on white in both themes, because many scanners require it. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const border = 4

function draw(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
