import { IconDownload, IconEraser, IconRecordMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { downloadText } from '../../../lib/browser/download.ts'
import {
  Button,
  Checkbox,
  Fields,
  Group,
  IconButton,
  Menu,
  SegmentedControl,
  Select,
  TextField,
} from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { useValue } from '../index.ts'
import { RecorderDrawer } from '../recorder/recorder-drawer.tsx'
import styles from '../websocket.module.css'
import { toExportCsv, toExportJson } from './export-messages.ts'
import type { MessageRows } from './filtered-rows.ts'
import { listMessages } from './list-messages.ts'
import type { MessageFilter } from './message-filter.ts'

/** Maximum number of exported messages. A larger file blocks the page for seconds and is slow to open. */
const maxExported = 20_000

/** The filters of the list, the recorder and the export. */
export function MessageToolbar({ tab, rows }: { readonly tab: ConnectionTab; readonly rows: MessageRows }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const filter = useValue(tab.filter)
  const latencyField = useValue(tab.latencyField)
  const recording = useValue(tab.recorder.recording)
  const replaying = useValue(tab.recorder.replaying)
  const [isRecorderOpen, setRecorderOpen] = useState(false)
  const change = (changes: Partial<MessageFilter>) => tab.filter.set({ ...tab.filter.get(), ...changes })
  const exported = () => {
    const from = Math.max(0, rows.count - maxExported)
    const seqs = Array.from({ length: rows.count - from }, (_, index) => rows.at(from + index))
    return seqs.flatMap((seq) => tab.log.at(seq) ?? [])
  }
  const note =
    rows.count > maxExported
      ? `${texts.exportNote} ${texts.exportLimited(format.number(maxExported))}`
      : texts.exportNote
  const count = [filter.direction, filter.qos].filter((value) => value !== undefined).length
  const more = count + (filter.retained ? 1 : 0) + (latencyField === '' ? 0 : 1)
  return (
    <div className={styles.toolbar}>
      <Group gap={2} wrap justify="end">
        <h2 className={styles.heading}>{texts.messages}</h2>
        <Button
          icon={<IconRecordMail size={16} aria-hidden />}
          onClick={() => setRecorderOpen(true)}
          variant={recording.isRunning || replaying ? 'primary' : 'default'}
        >
          {recording.isRunning
            ? texts.recorded(format.number(recording.messages.length))
            : replaying
              ? texts.replayed(format.number(replaying.sent), format.number(replaying.total))
              : texts.recorder}
        </Button>
        <Menu
          trigger={
            <Button icon={<IconDownload size={16} aria-hidden />} disabled={rows.count === 0}>
              {texts.export}
            </Button>
          }
          heading={note}
          items={[
            {
              label: texts.exportJson,
              onSelect: () => downloadText(`messages-${stamp()}.json`, 'application/json', toExportJson(exported())),
            },
            {
              label: texts.exportCsv,
              onSelect: () => downloadText(`messages-${stamp()}.csv`, 'text/csv', toExportCsv(exported())),
            },
          ]}
        />
        <IconButton
          label={texts.clear}
          icon={<IconEraser size={18} aria-hidden />}
          disabled={tab.log.end() === tab.log.first()}
          onClick={tab.log.clear}
        />
      </Group>
      <Group gap={2} wrap>
        <div className={styles.filterField}>
          <TextField
            mono
            aria-label={texts.topicFilter}
            placeholder={texts.topicFilter}
            autoComplete="off"
            value={filter.topic}
            onChange={(event) => change({ topic: event.currentTarget.value })}
          />
        </div>
        <div className={styles.filterField}>
          <TextField
            aria-label={texts.text}
            placeholder={texts.text}
            autoComplete="off"
            value={filter.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        </div>
      </Group>
      <Disclosure label={texts.moreFilters} note={more > 0 && `(${more})`}>
        <Fields columns={2}>
          <Group gap={3} wrap>
            <SegmentedControl
              label={texts.direction}
              value={filter.direction ?? 'any'}
              onChange={(value) => change({ direction: value === 'any' ? undefined : value })}
              options={[
                { value: 'any', label: '↓↑' },
                { value: 'in', label: texts.received },
                { value: 'out', label: texts.sent },
              ]}
            />
            <Select
              aria-label={texts.qos}
              clearable
              value={filter.qos === undefined ? undefined : String(filter.qos)}
              onChange={(value) =>
                change({ qos: value === undefined ? undefined : ([0, 1, 2] as const)[Number(value)] })
              }
              options={[0, 1, 2].map((qos) => ({ value: String(qos), label: texts.qosValue(qos) }))}
              width={100}
            />
            <Checkbox
              label={texts.retainedOnly}
              checked={filter.retained}
              onChange={(retained) => change({ retained })}
            />
          </Group>
          <TextField
            mono
            label={texts.latencyField}
            help={texts.latencyFieldHelp}
            placeholder="ts"
            autoComplete="off"
            value={latencyField}
            onChange={(event) => tab.latencyField.set(event.currentTarget.value.trim())}
          />
        </Fields>
      </Disclosure>
      <RecorderDrawer tab={tab} opened={isRecorderOpen} onClose={() => setRecorderOpen(false)} />
    </div>
  )
}

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-')
