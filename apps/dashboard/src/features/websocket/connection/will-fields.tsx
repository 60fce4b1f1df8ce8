import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Checkbox, Fields, NumberField, Stack, TextField } from '../../../ui/index.ts'
import {
  type ContentFaults,
  composerMessages,
  maxSeconds,
  PropertyFields,
  QosField,
  TopicField,
} from '../../publish/index.ts'
import type { ConnectionFieldsProps, SettingsFaults, Will } from '../index.ts'
import { connectionMessages } from './connection-messages.ts'

/** The will message, which the broker publishes for this client. */
export function WillFields({ settings, change: changeSettings, faults }: ConnectionFieldsProps) {
  const texts = useMessages(connectionMessages)
  const { wholeNumber } = useMessages(composerMessages)
  const format = useFormat()
  const { will, version } = settings
  const change = (changes: Partial<Will>) => changeSettings({ will: { ...will, ...changes } })
  const fieldProps = { draft: will, change, faults: toContentFaults(faults) }
  return (
    <Stack gap={4}>
      <Checkbox
        label={texts.willEnabled}
        description={texts.willHelp}
        checked={will.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {will.enabled && (
        <>
          <Fields columns={2}>
            <TopicField {...fieldProps} label={texts.willTopic} />
            <TextField
              mono
              label={texts.willPayload}
              autoComplete="off"
              value={will.payload}
              onChange={(event) => change({ payload: event.currentTarget.value })}
            />
            <QosField {...fieldProps} label={texts.willQos} />
            <Checkbox label={texts.willRetain} checked={will.retain} onChange={(retain) => change({ retain })} />
          </Fields>
          {version === '5' && (
            <PropertyFields
              {...fieldProps}
              columns={3}
              first={
                <NumberField
                  label={texts.willDelay}
                  unit={texts.seconds}
                  value={will.delay}
                  onChange={(delay) => change({ delay })}
                  min={0}
                  max={maxSeconds}
                  error={faults?.numbers.has('delay') && wholeNumber('0', format.number(maxSeconds))}
                />
              }
            />
          )}
        </>
      )}
    </Stack>
  )
}

const toContentFaults = (faults: SettingsFaults | undefined): ContentFaults => ({
  ...(faults?.willTopic && { topic: faults.willTopic }),
  ...(faults?.willResponseTopic && { responseTopic: faults.willResponseTopic }),
  ...(faults?.numbers.has('expiry') && { expiry: true }),
})
