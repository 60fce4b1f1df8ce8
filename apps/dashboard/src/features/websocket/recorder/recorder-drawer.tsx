import { IconPlayerPlay, IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { sameJson } from '../../../lib/json/json-path.ts'
import {
  Button,
  Checkbox,
  Dim,
  FileButton,
  FormDrawer,
  Group,
  Notice,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { useValue } from '../index.ts'
import { fromExportJson } from '../messages/export-messages.ts'
import { listMessages } from '../messages/list-messages.ts'
import { trafficMessages } from '../traffic-messages.ts'

interface RecorderDrawerProps {
  readonly tab: ConnectionTab
  readonly opened: boolean
  readonly onClose: () => void
}

const speeds = ['0.5', '1', '2', '10', 'max'] as const

/**
 * Records messages and replays them with their timing. Both continue while the drawer is closed. It asks before settings of the
 * replay that were changed since the last one are lost.
 */
export function RecorderDrawer({ tab, opened, onClose }: RecorderDrawerProps) {
  const texts = useMessages(listMessages)
  return (
    <FormDrawer opened={opened} onClose={onClose} title={texts.recorder} size={440}>
      {({ onDirty }) => (
        <Stack gap={6}>
          <Recording tab={tab} />
          <Replay tab={tab} onDirty={onDirty} />
        </Stack>
      )}
    </FormDrawer>
  )
}

function Recording({ tab: { recorder } }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const { isRunning, messages, isFull } = useValue(recorder.recording)
  const [includesSent, setIncludesSent] = useState(false)
  const [isWrongFile, setWrongFile] = useState(false)
  const load = async (file: File) => {
    const loaded = fromExportJson(await file.text())
    setWrongFile(loaded === undefined)
    if (loaded) recorder.load(loaded)
  }
  return (
    <Stack gap={3}>
      <Checkbox label={texts.includeSent} checked={includesSent} onChange={setIncludesSent} disabled={isRunning} />
      <Group wrap>
        {isRunning ? (
          <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={recorder.stopRecording}>
            {texts.stopRecording}
          </Button>
        ) : (
          <Button icon={<IconPlayerRecord size={16} aria-hidden />} onClick={() => recorder.record(includesSent)}>
            {texts.record}
          </Button>
        )}
        {!isRunning && (
          <FileButton label={texts.loadFile} extensions={['json']} onPick={(file) => void load(file)} quiet />
        )}
      </Group>
      {isWrongFile && <Notice tone="red">{texts.wrongFile}</Notice>}
      {isFull && <Notice tone="amber">{texts.recordingFull}</Notice>}
      <span>
        {messages.length === 0 && !isRunning ? texts.nothingRecorded : texts.recorded(format.number(messages.length))}
      </span>
      <Dim small>{texts.recordingLimit}</Dim>
    </Stack>
  )
}

interface ReplayProps {
  readonly tab: ConnectionTab
  readonly onDirty: (isDirty: boolean) => void
}

const initialSettings = { speed: '1' as (typeof speeds)[number], prefix: '', loop: false }

function Replay({ tab: { recorder, connection }, onDirty }: ReplayProps) {
  const texts = useMessages(listMessages)
  const { notConnected } = useMessages(trafficMessages)
  const format = useFormat()
  const { messages, isRunning } = useValue(recorder.recording)
  const replaying = useValue(recorder.replaying)
  const isConnected = useValue(connection.state) === 'connected'
  const [settings, setSettings] = useState(initialSettings)
  const [replayed, setReplayed] = useState(initialSettings)
  const { speed, prefix, loop } = settings
  const change = (changes: Partial<typeof initialSettings>) => setSettings((before) => ({ ...before, ...changes }))
  const isDirty = !sameJson(settings, replayed)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const start = () => {
    setReplayed(settings)
    recorder.replay(
      { speed: speed === 'max' ? Number.POSITIVE_INFINITY : Number(speed), prefix, loop },
      connection.publish,
    )
  }
  return (
    <Stack gap={3}>
      <Dim>{texts.replayHint}</Dim>
      <Select
        label={texts.speed}
        value={speed}
        onChange={(value) => value && change({ speed: value })}
        options={speeds.map((value) => ({ value, label: texts.speeds[value] }))}
      />
      <TextField
        mono
        label={texts.topicPrefix}
        placeholder="replay/"
        autoComplete="off"
        value={prefix}
        onChange={(event) => change({ prefix: event.currentTarget.value })}
      />
      <Checkbox label={texts.loop} checked={loop} onChange={(checked) => change({ loop: checked })} />
      {!isConnected && <Dim small>{notConnected}</Dim>}
      <Group justify="between">
        <span>{replaying && texts.replayed(format.number(replaying.sent), format.number(replaying.total))}</span>
        {replaying ? (
          <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={recorder.stopReplay}>
            {texts.stopReplay}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<IconPlayerPlay size={16} aria-hidden />}
            disabled={!isConnected || messages.length === 0 || isRunning}
            onClick={start}
          >
            {texts.replay}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
