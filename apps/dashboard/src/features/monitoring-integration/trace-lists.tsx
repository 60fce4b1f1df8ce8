import type { TraceListType } from '@mqdeck/contract'
import { useRef, useState } from 'react'
import { QueryView, useChange, useData, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import {
  Button,
  Dim,
  focusInvalid,
  Section,
  Skeleton,
  Stack,
  TagsField,
  useUnsavedChangesGuard,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { openTelemetryQuery, saveTraceList, traceListsQuery } from './queries.ts'

type Lists = Readonly<Record<TraceListType, readonly string[]>>

/** Client IDs and topics that mode `e2e` always traces. They are not part of the configuration. */
export function TraceListsSection() {
  const texts = useMessages(messages)
  const lists = useData(traceListsQuery, undefined)
  return (
    <Section title={texts.traceLists}>
      <QueryView query={lists} skeleton={<Skeleton height={140} />}>
        {(saved) => <ListsForm saved={saved} key={JSON.stringify(saved)} />}
      </QueryView>
    </Section>
  )
}

const types = ['clientid', 'topic'] as const

function ListsForm({ saved }: { readonly saved: Lists }) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const runReported = useReportedAction()
  const { run, isRunning } = useChange(saveTraceList)
  const [lists, setLists] = useState(saved)
  const box = useRef<HTMLDivElement>(null)
  const settings = useData(openTelemetryQuery, undefined).data
  const options = settings?.traces.filter.e2e_tracing_options
  const maxEntries = (type: TraceListType) => options?.[`${type}_match_rules_max`]
  const changed = types.filter((type) => lists[type].join('\n') !== saved[type].join('\n'))
  const isTooLong = (type: TraceListType) => lists[type].length > (maxEntries(type) ?? Number.POSITIVE_INFINITY)
  useUnsavedChangesGuard(changed.length > 0)

  const save = async () => {
    if (changed.some(isTooLong)) return void focusInvalid(box.current)
    const saveChanged = async () => {
      for (const type of changed) await run({ type, values: lists[type] })
    }
    await runReported(saveChanged, { done: texts.updated, failed: texts.saveFailed })
  }
  const field = (type: TraceListType) => ({
    value: lists[type],
    onChange: (values: readonly string[]) => setLists({ ...lists, [type]: values }),
    mono: true,
    commaSeparates: false,
    disabled: isViewer,
    ...(isTooLong(type) && { error: texts.tooMany(maxEntries(type) ?? 0) }),
  })
  const limit = (type: TraceListType) => (maxEntries(type) === undefined ? '' : texts.atMost(maxEntries(type) ?? 0))
  return (
    <div ref={box}>
      <Stack gap={4}>
        <Dim>{texts.traceListsHint}</Dim>
        <TagsField {...field('clientid')} label={texts.clientIds} help={limit('clientid')} />
        <TagsField
          {...field('topic')}
          label={texts.topics}
          help={`${texts.topicsHint} ${limit('topic')}`}
          check={(topic) => (topic.startsWith('$') || filterFault(topic) ? texts.invalidTopic : undefined)}
        />
        {!isViewer && (
          <div>
            <Button onClick={save} loading={isRunning} disabled={changed.length === 0}>
              {texts.saveLists}
            </Button>
          </div>
        )}
      </Stack>
    </div>
  )
}
