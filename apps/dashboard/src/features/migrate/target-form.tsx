import type { MigrationRequest } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  Dim,
  FileTextField,
  Group,
  Notice,
  PasswordField,
  Section,
  SegmentedField,
  Stack,
  SwitchField,
  TextField,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './migrate.module.css'

interface TargetFormProps {
  readonly isBusy: boolean
  /** The plan is shown below the form. */
  readonly isCompared: boolean
  readonly disabled: boolean
  readonly problem: string | undefined
  readonly onCompare: (request: MigrationRequest) => void
  /** Called when the form changes, because the plan is then outdated. */
  readonly onChange: () => void
}

const nothing = { url: '', username: 'admin', password: '', key: '', secret: '', ca: '' }

/** Address and credentials of the target. They are kept in this form only. */
export function TargetForm({ isBusy, isCompared, disabled, problem, onCompare, onChange }: TargetFormProps) {
  const texts = useMessages(messages)
  const [values, setValues] = useState(nothing)
  const [signInMethod, setSignInMethod] = useState<'user' | 'key'>('user')
  const [overwrite, setOverwrite] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const set = (change: Partial<typeof nothing>) => {
    setValues({ ...values, ...change })
    onChange()
  }
  const request = toRequest(values, signInMethod, overwrite)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (request) onCompare(request)
  }
  const error = problem ?? (isSubmitted && !request ? texts.incomplete : undefined)
  return (
    <Section title={texts.target}>
      <form onSubmit={submit} autoComplete="off">
        <Stack gap={4}>
          <div className={styles.fields}>
            <TextField
              label={texts.url}
              placeholder={texts.urlHint}
              mono
              required
              disabled={disabled}
              value={values.url}
              onChange={({ currentTarget }) => set({ url: currentTarget.value })}
            />
            <SegmentedField
              label={texts.signInWith}
              disabled={disabled}
              value={signInMethod}
              onChange={(next) => {
                setSignInMethod(next)
                onChange()
              }}
              options={[
                { value: 'user', label: texts.user },
                { value: 'key', label: texts.apiKey },
              ]}
            />
            <TextField
              label={signInMethod === 'user' ? texts.username : texts.apiKey}
              required
              disabled={disabled}
              value={signInMethod === 'user' ? values.username : values.key}
              onChange={({ currentTarget: { value } }) =>
                set(signInMethod === 'user' ? { username: value } : { key: value })
              }
            />
            <PasswordField
              label={signInMethod === 'user' ? texts.password : texts.secret}
              required
              autoComplete="new-password"
              disabled={disabled}
              value={signInMethod === 'user' ? values.password : values.secret}
              onChange={({ currentTarget: { value } }) =>
                set(signInMethod === 'user' ? { password: value } : { secret: value })
              }
            />
            {values.url.startsWith('https:') && (
              <div className={styles.wide}>
                <FileTextField
                  label={texts.ca}
                  description={texts.caHint}
                  extensions={['pem', 'crt', 'cer']}
                  disabled={disabled}
                  value={values.ca}
                  onChange={(ca) => set({ ca })}
                />
              </div>
            )}
            <div className={styles.wide}>
              <SwitchField
                label={texts.overwrite}
                description={texts.overwriteHint}
                disabled={disabled}
                checked={overwrite}
                onChange={(checked) => {
                  setOverwrite(checked)
                  onChange()
                }}
              />
            </div>
          </div>
          {error !== undefined && (
            <div role="alert">
              <Notice tone="red">{error}</Notice>
            </div>
          )}
          <Group justify="between" wrap gap={3}>
            <Dim>{texts.credentialsNote}</Dim>
            <Button type="submit" variant={isCompared ? 'default' : 'primary'} loading={isBusy} disabled={disabled}>
              {texts.compare}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

/** Undefined while the form is incomplete. */
function toRequest(
  { url, username, password, key, secret, ca }: typeof nothing,
  signInMethod: 'user' | 'key',
  overwrite: boolean,
): MigrationRequest | undefined {
  const address = url.trim()
  const authority = ca.trim() === '' ? {} : { ca }
  if (address === '') return undefined
  if (signInMethod === 'user')
    return username === '' || password === ''
      ? undefined
      : { url: address, username, password, overwrite, ...authority }
  return key === '' || secret === ''
    ? undefined
    : { url: address, api_key: key, api_secret: secret, overwrite, ...authority }
}
