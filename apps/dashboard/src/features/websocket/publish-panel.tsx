import { IconHistory, IconSend, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { publishFaults } from '../../lib/publish-faults.ts'
import { preciseNow, useValue } from '../../mqtt-client/index.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import {
  Button,
  Checkbox,
  CodeEditor,
  Dim,
  FieldFrame,
  Group,
  Menu,
  FileButton,
  Section,
  SegmentedField,
  Select,
  Stack,
  TextField,
} from '../../ui/index.ts'
import { countProperties, type Draft, type DraftFaults, draftFormats, toOutgoing } from './draft.ts'
import { NameDialog } from './name-dialog.tsx'
import { PublishProperties } from './publish-properties.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { placeholders } from './template.ts'
import { trafficMessages } from './traffic-messages.ts'
import styles from './websocket.module.css'
import { type Bench, rememberDraft, removeMessage, savedMessages, saveMessage } from './workbench.ts'

export interface DraftPartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly faults: DraftFaults
}

/** A message in the making, once or again and again. */
export function PublishPanel({ bench }: { readonly bench: Bench }) {
  const texts = useMessages(trafficMessages)
  const draft = useValue(bench.draft)
  const isConnected = useValue(bench.connection.state) === 'connected'
  const isFive = useValue(bench.settings).version === '5'
  const isRepeating = useValue(bench.repetition.running) !== undefined
  const [hasTried, setTried] = useState(false)
  const change = (part: Partial<Draft>) => bench.draft.set({ ...bench.draft.get(), ...part })
  const read = readDraft(bench, 1)
  const faults = hasTried && 'faults' in read ? read.faults : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (publishDraft(bench, 1)) rememberDraft(bench, draft)
  }
  const part = { draft, change, faults }
  const count = countProperties(draft)
  const hasFault = faults.expiry === true || faults.responseTopic !== undefined || faults.topicAlias === true
  return (
    <Section title={texts.publish} actions={<HistoryMenu bench={bench} />}>
      <form onSubmit={submit} noValidate>
        <Stack gap={3}>
          <TopicField {...part} />
          <Group gap={4} wrap align="end">
            <Select
              label={texts.format}
              value={draft.format}
              onChange={(value) => value && change({ format: value })}
              options={draftFormats.map((value) => ({ value, label: texts.formats[value] }))}
              width={116}
            />
            <SegmentedField
              label={texts.qos}
              value={draft.qos}
              onChange={(qos) => change({ qos })}
              options={(['0', '1', '2'] as const).map((value) => ({ value, label: value }))}
            />
            <div className={styles.besideSegments}>
              <Checkbox label={texts.retain} checked={draft.retain} onChange={(retain) => change({ retain })} />
            </div>
          </Group>
          <PayloadField {...part} />
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
          {isFive && (
            <Disclosure label={texts.properties} note={count > 0 && texts.setCount(count)} mustShow={hasFault}>
              <PublishProperties {...part} />
            </Disclosure>
          )}
          <Disclosure label={texts.repeat} mustShow={isRepeating}>
            <RepeatFields
              bench={bench}
              canStart={isConnected}
              onStart={(plan) => {
                setTried(true)
                if ('faults' in readDraft(bench, 1)) return
                rememberDraft(bench, draft)
                bench.repetition.start(plan, (counter) => publishDraft(bench, counter))
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

function readDraft({ draft, settings, connection }: Bench, counter: number) {
  const { version, clientId } = settings.get()
  const known = connection.established.get()?.clientId ?? clientId
  return toOutgoing(draft.get(), version, { counter, now: preciseNow(), clientId: known })
}

function publishDraft(bench: Bench, counter: number): boolean {
  const read = readDraft(bench, counter)
  return 'outgoing' in read && bench.connection.publish(read.outgoing)
}

function TopicField({ draft, change, faults }: DraftPartProps) {
  const texts = useMessages(trafficMessages)
  const words = useMessages(publishFaults)
  return (
    <TextField
      mono
      required
      label={texts.topic}
      autoComplete="off"
      value={draft.topic}
      onChange={(event) => change({ topic: event.currentTarget.value })}
      error={faults.topic && words.topic[faults.topic]}
    />
  )
}

/** Of a file that is sent; brokers take 1 MB unless they are told otherwise. */
const largestFile = 10 * 1024 * 1024

function PayloadField({ draft, change, faults }: DraftPartProps) {
  const texts = useMessages(trafficMessages)
  const words = useMessages(publishFaults)
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
      error={fault && fault !== 'file' && words.payload[fault]}
    />
  )
}

function FilePicker({ draft: { file }, change }: Pick<DraftPartProps, 'draft' | 'change'>) {
  const texts = useMessages(trafficMessages)
  const format = useFormat()
  const [isTooLarge, setTooLarge] = useState(false)
  const pick = async (chosen: File) => {
    setTooLarge(chosen.size > largestFile)
    if (chosen.size <= largestFile)
      change({ file: { name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) } })
  }
  return (
    <Group wrap>
      <FileButton extensions={[]} onPick={(chosen) => void pick(chosen)} />
      <span aria-live="polite">
        {isTooLarge
          ? texts.fileTooLarge(format.bytes(largestFile))
          : file && texts.chosenFile(file.name, format.bytes(file.bytes.length))}
      </span>
    </Group>
  )
}

/** What was sent from this tab, and what was saved in this browser. */
function HistoryMenu({ bench }: { readonly bench: Bench }) {
  const texts = useMessages(trafficMessages)
  const history = useValue(bench.history)
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
          ...saved.map(({ name, draft }) => ({ label: name, onSelect: () => bench.draft.set(draft) })),
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
            onSelect: () => bench.draft.set(draft),
          })),
        ]}
      />
      <NameDialog
        opened={isSaving}
        onClose={() => setSaving(false)}
        title={texts.saveTitle}
        label={texts.name}
        hint={texts.saveHint}
        initial={bench.draft.get().topic}
        save={texts.save}
        cancel={texts.cancel}
        onSave={(name) => saveMessage(name, bench.draft.get())}
      />
    </>
  )
}
