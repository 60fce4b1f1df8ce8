import { useFormat, useMessages } from '../../i18n/index.ts'
import { publishFaults } from '../../lib/publish-faults.ts'
import { Checkbox, Fields, NumberField, SegmentedField, Stack, TextField } from '../../ui/index.ts'
import { PairsField } from '../../ui/pairs-field.tsx'
import { connectionMessages } from './connection-messages.ts'
import { type ConnectionFieldsProps, infiniteExpiry, type Will } from './index.ts'

/** The will message, which the broker publishes for this client. */
export function WillFields({ settings, change: changeSettings, faults }: ConnectionFieldsProps) {
  const texts = useMessages(connectionMessages)
  const topicFaults = useMessages(publishFaults).topic
  const format = useFormat()
  const { will, version } = settings
  const change = (changes: Partial<Will>) => changeSettings({ will: { ...will, ...changes } })
  const outOfRange = texts.between('0', format.number(infiniteExpiry))
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
            <TextField
              mono
              required
              label={texts.willTopic}
              autoComplete="off"
              value={will.topic}
              onChange={(event) => change({ topic: event.currentTarget.value })}
              error={faults?.willTopic && topicFaults[faults.willTopic]}
            />
            <TextField
              mono
              label={texts.willPayload}
              autoComplete="off"
              value={will.payload}
              onChange={(event) => change({ payload: event.currentTarget.value })}
            />
            <SegmentedField
              label={texts.willQos}
              value={will.qos}
              onChange={(qos) => change({ qos })}
              options={(['0', '1', '2'] as const).map((value) => ({ value, label: value }))}
            />
            <Checkbox label={texts.willRetain} checked={will.retain} onChange={(retain) => change({ retain })} />
          </Fields>
          {version === '5' && (
            <>
              <Fields columns={3}>
                <NumberField
                  label={texts.willDelay}
                  unit={texts.seconds}
                  value={will.delay}
                  onChange={(delay) => change({ delay })}
                  min={0}
                  max={infiniteExpiry}
                  error={faults?.numbers.has('delay') && outOfRange}
                />
                <NumberField
                  label={texts.messageExpiry}
                  unit={texts.seconds}
                  value={will.expiry}
                  onChange={(expiry) => change({ expiry })}
                  min={0}
                  max={infiniteExpiry}
                  error={faults?.numbers.has('expiry') && outOfRange}
                />
                {(['contentType', 'responseTopic', 'correlation'] as const).map((name) => (
                  <TextField
                    key={name}
                    mono
                    label={name === 'correlation' ? texts.correlationData : texts[name]}
                    autoComplete="off"
                    value={will[name]}
                    onChange={(event) => change({ [name]: event.currentTarget.value })}
                    error={
                      name === 'responseTopic' && faults?.willResponseTopic && topicFaults[faults.willResponseTopic]
                    }
                  />
                ))}
                <Checkbox label={texts.isUtf8} checked={will.isUtf8} onChange={(isUtf8) => change({ isUtf8 })} />
              </Fields>
              <PairsField
                label={texts.userProperties}
                texts={texts}
                pairs={will.userProperties}
                onChange={(userProperties) => change({ userProperties })}
              />
            </>
          )}
        </>
      )}
    </Stack>
  )
}
