import { ApiError, type ApiKey, type ApiKeyRole, apiKeyRoles, type CreatedApiKey, isApiKeyName } from '@mqdeck/contract'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useChange, useErrorText, useHasRoles } from '../../data/index.ts'
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
  /** Undefined: closed. */
  readonly edited: ApiKey | 'new' | undefined
  /** Of all keys there are. */
  readonly names: ReadonlySet<string>
  readonly onCreated: (key: CreatedApiKey) => void
  readonly onClose: () => void
}

export function KeyDialog({ edited, names, onCreated, onClose }: KeyDialogProps) {
  const texts = useMessages(messages)
  const title = edited === undefined || edited === 'new' ? texts.createTitle : texts.editTitle(edited.name)
  return (
    <Modal opened={edited !== undefined} onClose={onClose} title={title} size={500}>
      {edited && <KeyForm edited={edited} names={names} onCreated={onCreated} onClose={onClose} />}
    </Modal>
  )
}

interface Values {
  readonly name: string
  readonly validity: 'forever' | 'until'
  /** RFC 3339. */
  readonly until: string | undefined
  readonly role: ApiKeyRole | undefined
  readonly desc: string
  readonly enable: boolean
}

/** Days that are proposed for a key that is to end. */
const proposedDays = 90

function startOf(edited: ApiKey | 'new', hasRoles: boolean): Values {
  const proposed = endOfDay(Date.now(), proposedDays)
  if (edited === 'new')
    return {
      name: '',
      validity: 'until',
      until: proposed,
      role: hasRoles ? 'viewer' : undefined,
      desc: '',
      enable: true,
    }
  const { name, expired_at, desc, enable } = edited
  const isForever = expired_at === 'infinity'
  return {
    name,
    validity: isForever ? 'forever' : 'until',
    until: isForever ? proposed : expired_at,
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
  const start = startOf(edited, useHasRoles())
  const { register, control, handleSubmit, formState, setError } = useForm<Values>({ defaultValues: start })
  const { errors, isSubmitting } = formState
  const validity = useWatch({ control, name: 'validity' })
  const checkName = (name: string) => {
    if (name === '') return texts.faults.nameRequired
    if (!isApiKeyName(name)) return texts.faults.name
    return !names.has(name) || texts.faults.nameTaken
  }
  const checkUntil = (until: string | undefined, { validity: chosen }: Values) => {
    if (chosen === 'forever') return true
    if (until === undefined) return texts.faults.until
    // A key that expired may keep its date while something else of it is changed.
    return Date.parse(until) > Date.now() || until === start.until || texts.faults.past
  }
  const submit = handleSubmit(async ({ name, validity: chosen, until, role, desc, enable }) => {
    const expired_at = chosen === 'forever' || until === undefined ? 'infinity' : toSeconds(until)
    const change = { desc, enable, expired_at, ...(role !== undefined && { role }) } as const
    try {
      if (isNew) onCreated(await add.run({ name, ...change }))
      else await edit.run({ name, change })
    } catch (error) {
      // Somebody else was faster; anything else is shown below.
      if (isTaken(error)) setError('name', { message: texts.faults.nameTaken }, { shouldFocus: true })
      return
    }
    if (!isNew) toast.success(texts.saved(name))
    onClose()
  })
  const failure = add.error ?? edit.error
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        {isNew && (
          <TextField
            label={texts.columns.name}
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
                label={texts.columns.role}
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
                { value: 'forever', label: texts.forever },
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
              <DateTimeField label={texts.untilLabel} value={value} onChange={onChange} error={errors.until?.message} />
            )}
          />
        )}
        <TextField label={texts.columns.note} autoComplete="off" {...register('desc')} />
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
            {isNew ? texts.createAction : texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const toSeconds = (rfc3339: string) => Math.floor(Date.parse(rfc3339) / 1000)

const isTaken = (error: unknown) => error instanceof ApiError && error.message === 'name_already_existed'
