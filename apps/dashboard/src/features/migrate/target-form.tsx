import { MigrationRequest } from '@mqdeck/contract'
import { useEffect } from 'react'
import { FormBody, useContractForm } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Dim,
  Fields,
  FileTextField,
  Notice,
  PasswordField,
  Section,
  SegmentedField,
  SwitchField,
  TextField,
} from '../../ui/index.ts'
import { messages } from './messages.ts'

interface TargetFormProps {
  readonly disabled: boolean
  /** Error of the migration. */
  readonly problem: string | undefined
  /** Rejects with the error of the comparison. */
  readonly onCompare: (request: MigrationRequest) => Promise<void>
  readonly errorTextOf: (error: unknown) => string | undefined
  /** Called when the form changes, because the plan is then outdated. Stable. */
  readonly onChange: () => void
}

const blank = {
  url: '',
  signInMethod: 'user' as 'user' | 'key',
  username: 'admin',
  password: '',
  api_key: '',
  api_secret: '',
  ca: '',
  overwrite: false,
}

/** Address and credentials of the target. They are kept in this form only. */
export function TargetForm({ disabled, problem, onCompare, errorTextOf, onChange }: TargetFormProps) {
  const texts = useMessages(messages)
  const form = useContractForm(MigrationRequest, {
    initial: blank,
    toBody: toRequest,
    check(values) {
      const isMissing = (name: keyof typeof texts.required) => values[name].trim() === '' && texts.required[name]
      const credentials =
        values.signInMethod === 'user'
          ? { username: isMissing('username'), password: isMissing('password') }
          : { api_key: isMissing('api_key'), api_secret: isMissing('api_secret') }
      return { url: isMissing('url'), ...credentials }
    },
    submit: onCompare,
    faultsOf: (error) => ({ root: errorTextOf(error) }),
  })
  const { watch } = form.form
  useEffect(() => {
    const { unsubscribe } = watch(onChange)
    return unsubscribe
  }, [watch, onChange])
  const { signInMethod, url } = form.values
  return (
    <Section title={texts.target}>
      <FormBody form={form} action={texts.compare} disabled={disabled}>
        <Fields>
          <TextField
            label={texts.url}
            placeholder={texts.urlHint}
            width="address"
            mono
            required
            disabled={disabled}
            {...form.input('url')}
          />
          <SegmentedField
            label={texts.signInWith}
            disabled={disabled}
            {...form.field('signInMethod')}
            options={[
              { value: 'user', label: texts.user },
              { value: 'key', label: texts.apiKey },
            ]}
          />
          <TextField
            key={signInMethod}
            label={signInMethod === 'user' ? texts.username : texts.apiKey}
            width="address"
            required
            disabled={disabled}
            {...form.input(signInMethod === 'user' ? 'username' : 'api_key')}
          />
          <PasswordField
            key={`${signInMethod} secret`}
            label={signInMethod === 'user' ? texts.password : texts.secret}
            required
            autoComplete="new-password"
            disabled={disabled}
            {...form.input(signInMethod === 'user' ? 'password' : 'api_secret')}
          />
          {url.startsWith('https:') && (
            <FileTextField
              label={texts.ca}
              help={texts.caHint}
              extensions={['pem', 'crt', 'cer']}
              disabled={disabled}
              {...form.field('ca')}
            />
          )}
          <Overwrite {...form.field('overwrite')} disabled={disabled} />
        </Fields>
        {problem !== undefined && (
          <div role="alert">
            <Notice tone="red">{problem}</Notice>
          </div>
        )}
        <Dim>{texts.credentialsNote}</Dim>
      </FormBody>
    </Section>
  )
}

interface OverwriteProps {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly disabled: boolean
}

function Overwrite({ value, ...field }: OverwriteProps) {
  const texts = useMessages(messages)
  return <SwitchField label={texts.overwrite} help={texts.overwriteHint} checked={value} {...field} />
}

/** Only the selected credentials are sent. */
function toRequest({ url, signInMethod, username, password, api_key, api_secret, ca, overwrite }: typeof blank) {
  const credentials = signInMethod === 'user' ? { username, password } : { api_key, api_secret }
  return { url: url.trim(), overwrite, ...credentials, ...(ca.trim() !== '' && { ca }) }
}
