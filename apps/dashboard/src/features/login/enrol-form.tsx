import { ApiError, type Enrolment, EnrolmentConfirmation, EnrolmentStart } from '@mqdeck/contract'
import { encodeQR } from 'qr'
import { useMemo, useState } from 'react'
import { FormBody, useChange, useContractForm, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { CopyButton, Dim, Mono, PasswordField, TextField } from '../../ui/index.ts'
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
  const form = useContractForm(EnrolmentStart, {
    initial: { password: '' },
    toBody: (values) => values,
    check: ({ password }) => ({ password: password === '' && texts.passwordRequired }),
    submit: async ({ password }) => onBegun(await begin.run({ password })),
    faultsOf: (error) => ({ password: describe(error) }),
  })
  return (
    <FormBody form={form} action={texts.begin} onCancel={onCancel}>
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <p>{texts.intro}</p>
      <Dim>{texts.needs}</Dim>
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        data-autofocus
        {...form.input('password')}
      />
    </FormBody>
  )
}

interface ConfirmStepProps extends Omit<EnrolFormProps, 'username'> {
  readonly enrolment: Enrolment
}

function ConfirmStep({ enrolment: { secret, uri }, onEnrolled, onCancel }: ConfirmStepProps) {
  const texts = useMessages(twoFactorMessages)
  const describe = useErrorText()
  const confirm = useChange(confirmEnrolment)
  const form = useContractForm(EnrolmentConfirmation, {
    initial: { code: '' },
    toBody: ({ code }) => ({ mfa_token: code.trim() }),
    fieldOf: { mfa_token: 'code' },
    check: ({ code }) => ({ code: code.trim() === '' && texts.codeRequired }),
    submit: async ({ mfa_token }) => onEnrolled((await confirm.run({ code: mfa_token })).recovery_codes),
    faultsOf: (error) => ({ code: describe(error) }),
  })
  return (
    <FormBody form={form} action={texts.enable} onCancel={onCancel}>
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
        {...form.input('code')}
      />
    </FormBody>
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
