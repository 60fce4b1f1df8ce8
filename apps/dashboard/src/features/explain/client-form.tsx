import { IconZoomQuestion } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import {
  Button,
  Fields,
  Group,
  PasswordField,
  SegmentedField,
  Select,
  Stack,
  SwitchField,
  TagsField,
  TextField,
} from '../../ui/index.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { type ExplainInput, type InputFaults, isAttribute } from './explain-input.ts'
import { explainMessages } from './messages.ts'

interface ClientFormProps {
  readonly input: ExplainInput
  readonly onChange: (change: Partial<ExplainInput>) => void
  readonly faults: InputFaults
  readonly onExplain: () => void
  readonly isExplaining: boolean
  /** IDs of the listeners. */
  readonly listeners: readonly string[]
}

/** The client and the action to explain. */
export function ClientForm({ input, onChange, faults, onExplain, isExplaining, listeners }: ClientFormProps) {
  const texts = useMessages(explainMessages)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onExplain()
    // Wait until the invalid fields are rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const text = (name: 'clientid' | 'username' | 'password' | 'peerhost') => ({
    value: input[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={3}>
        <Fields>
          <TextField
            mono
            required
            label={texts.clientId}
            error={faults.clientid && texts.clientIdRequired}
            {...text('clientid')}
          />
          <TextField mono label={texts.username} {...text('username')} />
          <PasswordField
            label={texts.password}
            help={texts.passwordHelp}
            {...text('password')}
            // The password of the client. The browser must not fill in that of the user.
            autoComplete="new-password"
          />
          <TextField
            mono
            label={texts.ipAddress}
            help={texts.ipAddressHelp}
            error={faults.peerhost && texts.ipAddressInvalid}
            {...text('peerhost')}
          />
          <ListenerField ids={listeners} value={input.listener} onChange={(listener) => onChange({ listener })} />
          <ActionFields input={input} onChange={onChange} faults={faults} />
        </Fields>
        <MoreFields input={input} onChange={onChange} />
        <Group justify="end">
          <Button
            type="submit"
            variant="primary"
            loading={isExplaining}
            icon={<IconZoomQuestion size={16} aria-hidden />}
          >
            {texts.explain}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ListenerFieldProps {
  readonly ids: readonly string[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function ListenerField({ ids, value, onChange }: ListenerFieldProps) {
  const texts = useMessages(explainMessages)
  // A listener from a link may have been deleted since.
  const options = [...new Set(value === undefined ? ids : [...ids, value])]
  return (
    <Select
      label={texts.listener}
      placeholder={texts.firstListener}
      value={value}
      onChange={onChange}
      options={options.map((id) => ({ value: id, label: id }))}
    />
  )
}

type FieldsProps = Pick<ClientFormProps, 'input' | 'onChange'>

const actions = ['connect', 'publish', 'subscribe'] as const
const levels = ['0', '1', '2'] as const

function ActionFields({ input, onChange, faults }: FieldsProps & Pick<ClientFormProps, 'faults'>) {
  const texts = useMessages(explainMessages)
  const filterTexts = useMessages(topicFilterMessages)
  const { action, topic, qos, retain } = input
  const fault = faults.topic
  return (
    <>
      <SegmentedField
        label={texts.action}
        value={action}
        onChange={(next) => onChange({ action: next })}
        options={actions.map((value) => ({ value, label: texts.actions[value] }))}
      />
      {action !== 'connect' && (
        <>
          <TextField
            mono
            required
            label={action === 'publish' ? texts.topic : texts.topicFilter}
            placeholder={action === 'publish' ? 'sensors/1/temperature' : 'sensors/#'}
            autoComplete="off"
            value={topic}
            onChange={(event) => onChange({ topic: event.currentTarget.value })}
            error={fault && (fault === 'wildcard' ? texts.topicWildcard : filterTexts[fault])}
          />
          <Group gap={6} wrap align="end">
            <SegmentedField
              label={texts.qos}
              value={qos}
              onChange={(next) => onChange({ qos: next })}
              options={levels.map((value) => ({ value, label: value }))}
            />
            {action === 'publish' && (
              <SwitchField label={texts.retain} checked={retain} onChange={(next) => onChange({ retain: next })} />
            )}
          </Group>
        </>
      )}
    </>
  )
}

function MoreFields({ input, onChange }: FieldsProps) {
  const texts = useMessages(explainMessages)
  const { attributes, certCommonName, certSubject } = input
  const isSet = attributes.length > 0 || certCommonName !== '' || certSubject !== ''
  return (
    <Disclosure label={texts.moreProperties} startsOpen={isSet}>
      <Fields>
        <TagsField
          mono
          label={texts.attributes}
          help={texts.attributesHelp}
          placeholder="group=a"
          commaSeparates={false}
          value={attributes}
          onChange={(next) => onChange({ attributes: next })}
          check={(tag) => (isAttribute(tag) ? undefined : texts.attributeInvalid)}
        />
        <TextField
          mono
          label={texts.certCommonName}
          autoComplete="off"
          value={certCommonName}
          onChange={(event) => onChange({ certCommonName: event.currentTarget.value })}
        />
        <TextField
          mono
          label={texts.certSubject}
          autoComplete="off"
          value={certSubject}
          onChange={(event) => onChange({ certSubject: event.currentTarget.value })}
        />
      </Fields>
    </Disclosure>
  )
}
