import {
  ApiError,
  type ApiKey,
  ApiKeyChange,
  type ApiKeyRole,
  apiKeyRoles,
  type CreatedApiKey,
  isApiKeyName,
  NewApiKey,
} from '@mqdeck/contract'
import { FormBody, useChange, useContractForm, useHasRoles } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, Modal, RadioField, SegmentedField, SwitchField, TextField, toast } from '../../ui/index.ts'
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
  const title = edited === undefined || edited === 'new' ? texts.newKey : texts.editTitle(edited.name)
  return (
    <Modal opened={edited !== undefined} onClose={onClose} title={title} size={500}>
      {edited && <KeyForm edited={edited} names={names} onCreated={onCreated} onClose={onClose} />}
    </Modal>
  )
}

type KeyValues = {
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
  const add = useChange(addApiKey)
  const edit = useChange(editApiKey)
  const isNew = edited === 'new'
  const initial = initialValues(edited, useHasRoles())
  const form = useContractForm(isNew ? NewApiKey : ApiKeyChange, {
    initial,
    toBody,
    fieldOf: { expired_at: 'until' },
    check: ({ name, validity, until }) => ({
      name: isNew && faultOfName(name),
      until: validity === 'until' && faultOfUntil(until),
    }),
    async submit({ name, ...change }) {
      if (isNew) onCreated(await add.run({ name, ...change }))
      else await edit.run({ name, change })
      if (!isNew) toast.success(texts.savedNamed(name))
      onClose()
    },
    // Another user may have created it meanwhile.
    faultsOf: (error) => ({ name: isTaken(error) && texts.faults.nameTaken }),
  })
  const faultOfName = (name: string) => {
    if (name === '') return texts.faults.nameRequired
    if (!isApiKeyName(name)) return texts.faults.name
    return names.has(name) && texts.faults.nameTaken
  }
  const faultOfUntil = (until: string | undefined) => {
    if (until === undefined) return texts.faults.until
    // Other values of an expired key can be changed without a new date.
    return Date.parse(until) <= Date.now() && until !== initial.until && texts.faults.past
  }
  return (
    <FormBody form={form} action={isNew ? texts.create : texts.save} onCancel={onClose}>
      {isNew && (
        <TextField
          label={texts.name}
          description={texts.nameRule}
          required
          mono
          autoComplete="off"
          data-autofocus
          {...form.input('name')}
        />
      )}
      {initial.role && (
        <RadioField
          label={texts.role}
          options={apiKeyRoles.map((role) => ({
            value: role,
            label: texts.roles[role],
            description: texts.roleHints[role],
          }))}
          {...form.field('role')}
        />
      )}
      <SegmentedField
        label={texts.expiry}
        options={[
          { value: 'until', label: texts.until },
          { value: 'forever', label: texts.neverExpires },
        ]}
        {...form.field('validity')}
      />
      {form.values.validity === 'until' && <DateTimeField label={texts.expiryDate} {...form.field('until')} />}
      <TextField label={texts.descriptionLabel} autoComplete="off" {...form.input('desc')} />
      <SwitchField label={texts.enabled} checked={form.values.enable} onChange={form.field('enable').onChange} />
    </FormBody>
  )
}

function toBody({ name, validity, until, role, desc, enable }: KeyValues) {
  const expired_at = validity === 'forever' || until === undefined ? ('infinity' as const) : toSeconds(until)
  return { name, desc, enable, expired_at, ...(role !== undefined && { role }) }
}

const toSeconds = (rfc3339: string) => Math.floor(Date.parse(rfc3339) / 1000)

const isTaken = (error: unknown) => error instanceof ApiError && error.message === 'name_already_existed'
