import { IconHistory, IconSend, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  Checkbox,
  CodeEditor,
  Dim,
  FieldFrame,
  FileButton,
  Group,
  Menu,
  NumberField,
  Section,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { composerMessages, PropertyFields, QosField, TopicField } from '../../publish/index.ts'
import {
  addToHistory,
  type ConnectionTab,
  removeMessage,
  savedMessages,
  saveMessage,
} from '../connection/connection-tabs.ts'
import { NameDialog } from '../connection/name-dialog.tsx'
import { preciseNow, useValue } from '../index.ts'
import { trafficMessages } from '../traffic-messages.ts'
import styles from '../websocket.module.css'
import { countDraftProperties, type DraftFaults, draftFormats, type MessageDraft, toOutgoing } from './message-draft.ts'
import { placeholders } from './placeholders.ts'
import { RepeatFields } from './repeat-fields.tsx'

interface DraftFieldsProps {
  readonly draft: MessageDraft
  readonly change: (changes: Partial<MessageDraft>) => void
  readonly faults: DraftFaults
}

/** The publish form. Sends a message once or repeatedly. */
export function PublishPanel({ tab }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(trafficMessages)
  const composerTexts = useMessages(composerMessages)
  const draft = useValue(tab.draft)
  const isConnected = useValue(tab.connection.state) === 'connected'
  const isMqtt5 = useValue(tab.settings).version === '5'
  const isRepeating = useValue(tab.repetition.running) !== undefined
  const [isSubmitted, setSubmitted] = useState(false)
  const change = (changes: Partial<MessageDraft>) => tab.draft.set({ ...tab.draft.get(), ...changes })
  const result = readDraft(tab, 1)
  const faults = isSubmitted && 'faults' in result ? result.faults : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (publishDraft(tab, 1)) addToHistory(tab, draft)
  }
  const fieldProps = { draft, change, faults }
  const count = countDraftProperties(draft)
  const hasFault = faults.expiry === true || faults.responseTopic !== undefined || faults.topicAlias === true
  return (
    <Section title={texts.publish} actions={<HistoryMenu tab={tab} />}>
      <form onSubmit={submit} noValidate>
        <Stack gap={3}>
          <TopicField {...fieldProps} />
          <Group gap={4} wrap align="end">
            <Select
              label={composerTexts.payloadFormat}
              value={draft.format}
              onChange={(value) => value && change({ format: value })}
              options={draftFormats.map((value) => ({ value, label: composerTexts.formats[value] }))}
              width={116}
            />
            <QosField {...fieldProps} />
            <div className={styles.besideSegments}>
              <Checkbox label={texts.retain} checked={draft.retain} onChange={(retain) => change({ retain })} />
            </div>
          </Group>
          <PayloadField {...fieldProps} />
          <Checkbox
            label={texts.template}
            description={
              <>
                {texts.templateHint} <code className={styles.placeholders}>{placeholders.join(' ')}</code>
              </>
            }
            checked={draft.isTemplate}
            onChange={(isTemplate) => change({ isTemplate })}
          />
          {isMqtt5 && (
            <Disclosure label={texts.properties} note={count > 0 && composerTexts.setCount(count)} mustShow={hasFault}>
              <PublishProperties {...fieldProps} />
            </Disclosure>
          )}
          <Disclosure label={texts.repeat} mustShow={isRepeating}>
            <RepeatFields
              tab={tab}
              canStart={isConnected}
              onStart={(plan) => {
                setSubmitted(true)
                if ('faults' in readDraft(tab, 1)) return
                addToHistory(tab, draft)
                tab.repetition.start(plan, (counter) => publishDraft(tab, counter))
              }}
            />
          </Disclosure>
          <Group justify="between" wrap>
            {isConnected ? <span /> : <Dim small>{texts.notConnected}</Dim>}
            <Button type="submit" variant="primary" icon={<IconSend size={16} aria-hidden />} disabled={!isConnected}>
              {texts.publish}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function readDraft({ draft, settings, connection }: ConnectionTab, counter: number) {
  const { version, clientId } = settings.get()
  const usedClientId = connection.established.get()?.clientId ?? clientId
  return toOutgoing(draft.get(), version, { counter, now: preciseNow(), clientId: usedClientId })
}

function publishDraft(tab: ConnectionTab, counter: number): boolean {
  const result = readDraft(tab, counter)
  return 'outgoing' in result && tab.connection.publish(result.outgoing)
}

/** Maximum size of a file. Brokers accept 1 MB by default. */
const maxFileBytes = 10 * 1024 * 1024

function PayloadField({ draft, change, faults }: DraftFieldsProps) {
  const texts = useMessages(trafficMessages)
  const { payloadFaults } = useMessages(composerMessages)
  if (draft.format === 'file')
    return (
      <FieldFrame group label={texts.payload} error={faults.payload && texts.fileNeeded}>
        {() => <FilePicker draft={draft} change={change} />}
      </FieldFrame>
    )
  const fault = faults.payload
  return (
    <CodeEditor
      label={texts.payload}
      language={draft.format === 'json' || draft.format === 'cbor' ? 'json' : 'text'}
      value={draft.payload}
      onChange={(payload) => change({ payload })}
      minLines={4}
      maxLines={14}
      completions={placeholders.map((label) => ({ label }))}
      description={draft.format === 'cbor' && texts.cborHint}
      error={fault && fault !== 'file' && payloadFaults[fault]}
    />
  )
}

function FilePicker({ draft: { file }, change }: Pick<DraftFieldsProps, 'draft' | 'change'>) {
  const texts = useMessages(trafficMessages)
  const format = useFormat()
  const [isTooLarge, setTooLarge] = useState(false)
  const pick = async (chosen: File) => {
    setTooLarge(chosen.size > maxFileBytes)
    if (chosen.size <= maxFileBytes)
      change({ file: { name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) } })
  }
  return (
    <Group wrap>
      <FileButton extensions={[]} onPick={(chosen) => void pick(chosen)} />
      <span aria-live="polite">
        {isTooLarge
          ? texts.fileTooLarge(format.bytes(maxFileBytes))
          : file && texts.chosenFile(file.name, format.bytes(file.bytes.length))}
      </span>
    </Group>
  )
}

/** The properties of the message, and those that only this form has. */
function PublishProperties({ draft, change, faults }: DraftFieldsProps) {
  const texts = useMessages(trafficMessages)
  return (
    <PropertyFields
      draft={draft}
      change={change}
      faults={faults}
      last={
        <NumberField
          label={texts.topicAlias}
          value={draft.topicAlias}
          onChange={(topicAlias) => change({ topicAlias })}
          min={1}
          max={65_535}
          error={faults.topicAlias && texts.topicAliasWrong}
        />
      }
      options={
        <Checkbox
          label={texts.sendTime}
          description={texts.sendTimeHelp}
          checked={draft.measures}
          onChange={(measures) => change({ measures })}
        />
      }
    />
  )
}

/** Messages sent from this tab, and messages saved in this browser. */
function HistoryMenu({ tab }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(trafficMessages)
  const history = useValue(tab.history)
  const saved = useValue(savedMessages)
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Button size="small" variant="subtle" icon={<IconHistory size={16} aria-hidden />}>
            {texts.history}
          </Button>
        }
        items={[
          { label: texts.saveMessage, onSelect: () => setSaving(true) },
          ...saved.map(({ name, draft }) => ({ label: name, onSelect: () => tab.draft.set(draft) })),
          ...saved.map(({ name }) => ({
            label: texts.removeSaved(name),
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            onSelect: () => removeMessage(name),
          })),
          ...(history.length === 0 ? [{ label: texts.noHistory, onSelect: () => {}, disabled: true }] : []),
          ...history.map((draft, index) => ({
            label: `${index + 1}. ${draft.topic}`,
            note: (draft.file?.name ?? draft.payload).slice(0, 60),
            onSelect: () => tab.draft.set(draft),
          })),
        ]}
      />
      <NameDialog
        opened={isSaving}
        onClose={() => setSaving(false)}
        title={texts.saveTitle}
        label={texts.name}
        hint={texts.saveHint}
        initial={tab.draft.get().topic}
        save={texts.save}
        cancel={texts.cancel}
        onSave={(name) => saveMessage(name, tab.draft.get())}
      />
    </>
  )
}
