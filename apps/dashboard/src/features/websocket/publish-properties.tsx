import { useMessages } from '../../i18n/index.ts'
import { publishFaults } from '../../lib/publish-faults.ts'
import { Checkbox, Fields, NumberField, Stack, TextField } from '../../ui/index.ts'
import { PairsField } from '../../ui/pairs-field.tsx'
import type { DraftFieldsProps } from './publish-panel.tsx'
import { trafficMessages } from './traffic-messages.ts'

/** The PUBLISH properties of MQTT 5 (3.3.2.3). */
export function PublishProperties({ draft, change, faults }: DraftFieldsProps) {
  const texts = useMessages(trafficMessages)
  const faultTexts = useMessages(publishFaults)
  return (
    <Stack gap={3}>
      <Fields>
        <NumberField
          label={texts.messageExpiry}
          unit={texts.seconds}
          value={draft.expiry}
          onChange={(expiry) => change({ expiry })}
          min={0}
          max={0xffff_ffff}
          error={faults.expiry && texts.expiryWrong}
        />
        {(['contentType', 'responseTopic', 'correlation'] as const).map((name) => (
          <TextField
            key={name}
            mono
            label={name === 'correlation' ? texts.correlationData : texts[name]}
            autoComplete="off"
            value={draft[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            error={name === 'responseTopic' && faults.responseTopic && faultTexts.topic[faults.responseTopic]}
          />
        ))}
        <NumberField
          label={texts.topicAlias}
          value={draft.topicAlias}
          onChange={(topicAlias) => change({ topicAlias })}
          min={1}
          max={65_535}
          error={faults.topicAlias && texts.topicAliasWrong}
        />
      </Fields>
      <Checkbox label={texts.isUtf8} checked={draft.isUtf8} onChange={(isUtf8) => change({ isUtf8 })} />
      <Checkbox
        label={texts.sendTime}
        description={texts.sendTimeHelp}
        checked={draft.measures}
        onChange={(measures) => change({ measures })}
      />
      <PairsField
        label={texts.userProperties}
        texts={texts}
        pairs={draft.userProperties}
        onChange={(userProperties) => change({ userProperties })}
      />
    </Stack>
  )
}
