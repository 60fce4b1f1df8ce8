import { ApiError, type ApiKey, type ApiKeyRole, apiKeyRoles, type CreatedApiKey, isApiKeyName } from '@mqdeck/contract'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useChange, useErrorText, useHasRoles } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  DateTimeField,
  ErrorState,
  Group,
  Modal,
  RadioField,
  SegmentedField,
  Stack,
  SwitchField,
  TextField,
  toast,
} from '../../ui/index.ts'
import { endOfDay } from './key-values.ts'
import { messages } from './messages.ts'
import { addApiKey, editApiKey } from './queries.ts'

interface KeyDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: ApiKey | 'new' | undefined
  /** Names of all existing keys. */
  readonly names: ReadonlySet<string>
  readonly onCreated: (key: CreatedApiKey) => void
  readonly onClose: () => void
}

export function KeyDialog({ edited, names, onCreated, onClose }: KeyDialogProps) {
  const texts = useMessages(messages)
  const title = edited === undefined || edited === 'new' ? texts.createKey : texts.editTitle(edited.name)
  return (
    <Modal opened={edited !== undefined} onClose={onClose} title={title} size={500}>
      {edited && <KeyForm edited={edited} names={names} onCreated={onCreated} onClose={onClose} />}
    </Modal>
  )
}

interface KeyValues {
  readonly name: string
  readonly validity: 'forever' | 'until'
  /** RFC 3339. */
  readonly until: string | undefined
  readonly role: ApiKeyRole | undefined
  readonly desc: string
  readonly enable: boolean
}

/** Default number of days until a key expires. */
const defaultDays = 90

function initialValues(edited: ApiKey | 'new', hasRoles: boolean): KeyValues {
  const defaultUntil = endOfDay(Date.now(), defaultDays)
  if (edited === 'new')
    return {
      name: '',
      validity: 'until',
      until: defaultUntil,
      role: hasRoles ? 'viewer' : undefined,
      desc: '',
      enable: true,
    }
  const { name, expired_at, desc, enable } = edited
  const neverExpires = expired_at === 'infinity'
  return {
    name,
    validity: neverExpires ? 'forever' : 'until',
    until: neverExpires ? defaultUntil : expired_at,
    role: apiKeyRoles.find((role) => role === edited.role),
    desc,
    enable,
  }
}

interface KeyFormProps extends KeyDialogProps {
  readonly edited: ApiKey | 'new'
}

function KeyForm({ edited, names, onCreated, onClose }: KeyFormProps) {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const add = useChange(addApiKey)
  const edit = useChange(editApiKey)
  const isNew = edited === 'new'
  const start = initialValues(edited, useHasRoles())
  const { register, control, handleSubmit, formState, setError } = useForm<KeyValues>({ defaultValues: start })
  const { errors, isSubmitting } = formState
  const validity = useWatch({ control, name: 'validity' })
  const checkName = (name: string) => {
    if (name === '') return texts.faults.nameRequired
    if (!isApiKeyName(name)) return texts.faults.name
    return !names.has(name) || texts.faults.nameTaken
  }
  const checkUntil = (until: string | undefined, { validity: chosen }: KeyValues) => {
    if (chosen === 'forever') return true
    if (until === undefined) return texts.faults.until
    // Other values of an expired key can be changed without a new date.
    return Date.parse(until) > Date.now() || until === start.until || texts.faults.past
  }
  const submit = handleSubmit(async ({ name, validity: chosen, until, role, desc, enable }) => {
    const expired_at = chosen === 'forever' || until === undefined ? 'infinity' : toSeconds(until)
    const change = { desc, enable, expired_at, ...(role !== undefined && { role }) } as const
    try {
      if (isNew) onCreated(await add.run({ name, ...change }))
      else await edit.run({ name, change })
    } catch (error) {
      // Another user may have created it meanwhile. Other errors are shown below.
      if (isTaken(error)) setError('name', { message: texts.faults.nameTaken }, { shouldFocus: true })
      return
    }
    if (!isNew) toast.success(texts.savedNamed(name))
    onClose()
  })
  const failure = add.error ?? edit.error
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        {isNew && (
          <TextField
            label={texts.name}
            description={texts.nameRule}
            required
            mono
            autoComplete="off"
            data-autofocus
            error={errors.name?.message}
            {...register('name', { validate: checkName })}
          />
        )}
        {start.role && (
          <Controller
            control={control}
            name="role"
            render={({ field: { value, onChange } }) => (
              <RadioField
                label={texts.role}
                value={value}
                onChange={onChange}
                options={apiKeyRoles.map((role) => ({
                  value: role,
                  label: texts.roles[role],
                  description: texts.roleHints[role],
                }))}
              />
            )}
          />
        )}
        <Controller
          control={control}
          name="validity"
          render={({ field: { value, onChange } }) => (
            <SegmentedField
              label={texts.expiry}
              value={value}
              onChange={onChange}
              options={[
                { value: 'until', label: texts.until },
                { value: 'forever', label: texts.neverExpires },
              ]}
            />
          )}
        />
        {validity === 'until' && (
          <Controller
            control={control}
            name="until"
            rules={{ validate: checkUntil }}
            render={({ field: { value, onChange } }) => (
              <DateTimeField label={texts.expiryDate} value={value} onChange={onChange} error={errors.until?.message} />
            )}
          />
        )}
        <TextField label={texts.note} autoComplete="off" {...register('desc')} />
        <Controller
          control={control}
          name="enable"
          render={({ field: { value, onChange } }) => (
            <SwitchField label={texts.enabled} checked={value} onChange={onChange} />
          )}
        />
        {failure && !isTaken(failure) && <ErrorState title={describe(failure)} />}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {isNew ? texts.createKey : texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const toSeconds = (rfc3339: string) => Math.floor(Date.parse(rfc3339) / 1000)

const isTaken = (error: unknown) => error instanceof ApiError && error.message === 'name_already_existed'
