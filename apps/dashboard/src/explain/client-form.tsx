import { IconZoomQuestion } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useMessages } from '../i18n/index.ts'
import { topicFilterMessages } from '../lib/topic-filter-messages.ts'
import { Disclosure } from '../ui/disclosure.tsx'
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
} from '../ui/index.ts'
import { type Asked, type Faults, isAttribute } from './asked.ts'
import { explainMessages } from './messages.ts'

interface ClientFormProps {
  readonly asked: Asked
  readonly onChange: (change: Partial<Asked>) => void
  readonly faults: Faults
  readonly onAsk: () => void
  readonly isAsking: boolean
  /** Their ids. */
  readonly listeners: readonly string[]
}

/** Who connects, and what it wants to do. */
export function ClientForm({ asked, onChange, faults, onAsk, isAsking, listeners }: ClientFormProps) {
  const texts = useMessages(explainMessages)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk()
    // What is wrong is drawn first.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const text = (name: 'clientid' | 'username' | 'password' | 'peerhost') => ({
    value: asked[name],
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
            label={texts.clientid}
            error={faults.clientid && texts.clientidMissing}
            {...text('clientid')}
          />
          <TextField mono label={texts.username} {...text('username')} />
          <PasswordField
            label={texts.password}
            help={texts.passwordHelp}
            {...text('password')}
            // Of the client, not of whoever sits here.
            autoComplete="new-password"
          />
          <TextField
            mono
            label={texts.peerhost}
            help={texts.peerhostHelp}
            error={faults.peerhost && texts.peerhostWrong}
            {...text('peerhost')}
          />
          <ListenerField ids={listeners} value={asked.listener} onChange={(listener) => onChange({ listener })} />
          <ActionFields asked={asked} onChange={onChange} faults={faults} />
        </Fields>
        <More asked={asked} onChange={onChange} />
        <Group justify="end">
          <Button type="submit" variant="primary" loading={isAsking} icon={<IconZoomQuestion size={16} aria-hidden />}>
            {texts.ask}
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
  // One that was linked to may be gone.
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

type PartProps = Pick<ClientFormProps, 'asked' | 'onChange'>

const actions = ['connect', 'publish', 'subscribe'] as const
const levels = ['0', '1', '2'] as const

function ActionFields({ asked, onChange, faults }: PartProps & Pick<ClientFormProps, 'faults'>) {
  const texts = useMessages(explainMessages)
  const filterTexts = useMessages(topicFilterMessages)
  const { action, topic, qos, retain } = asked
  const fault = faults.topic
  return (
    <>
      <SegmentedField
        label={texts.wants}
        value={action}
        onChange={(next) => onChange({ action: next })}
        options={actions.map((value) => ({ value, label: texts.actions[value] }))}
      />
      {action !== 'connect' && (
        <>
          <TextField
            mono
            required
            label={action === 'publish' ? texts.topic : texts.filter}
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

function More({ asked, onChange }: PartProps) {
  const texts = useMessages(explainMessages)
  const { attributes, certCommonName, certSubject } = asked
  const isSet = attributes.length > 0 || certCommonName !== '' || certSubject !== ''
  return (
    <Disclosure label={texts.more} startsOpen={isSet}>
      <Fields>
        <TagsField
          mono
          label={texts.attributes}
          help={texts.attributesHelp}
          placeholder="group=a"
          commaSeparates={false}
          value={attributes}
          onChange={(next) => onChange({ attributes: next })}
          check={(tag) => (isAttribute(tag) ? undefined : texts.attributeWrong)}
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
