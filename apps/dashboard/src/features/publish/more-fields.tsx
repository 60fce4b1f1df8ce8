import { useMessages } from '../../i18n/index.ts'
import { Checkbox, Fields, NumberField, Stack, TextField } from '../../ui/index.ts'
import { PairsField } from '../../ui/pairs-field.tsx'
import { messages } from './messages.ts'
import type { Publishing } from './use-publishing.ts'

/** MQTT 5 properties that the API supports, and the client ID. */
export function MoreFields({ draft, change, faults, isWide }: Publishing & { readonly isWide: boolean }) {
  const texts = useMessages(messages)
  return (
    <Stack gap={4}>
      <Fields columns={isWide ? 2 : 1}>
        <TextField
          mono
          label={texts.clientId}
          help={texts.clientIdHint}
          placeholder="http_api"
          autoComplete="off"
          value={draft.clientid}
          onChange={(event) => change({ clientid: event.currentTarget.value })}
        />
        <NumberField
          label={texts.messageExpiry}
          unit={texts.seconds}
          value={draft.expiry}
          onChange={(expiry) => change({ expiry })}
          min={0}
          max={4_294_967_295}
          error={faults.expiry && texts.expiryWrong}
        />
        <TextField
          mono
          label={texts.contentType}
          placeholder="application/json"
          autoComplete="off"
          value={draft.contentType}
          onChange={(event) => change({ contentType: event.currentTarget.value })}
        />
        <TextField
          mono
          label={texts.responseTopic}
          autoComplete="off"
          value={draft.responseTopic}
          onChange={(event) => change({ responseTopic: event.currentTarget.value })}
          error={faults.responseTopic && texts.topicFaults[faults.responseTopic]}
        />
        <TextField
          mono
          label={texts.correlationData}
          autoComplete="off"
          value={draft.correlation}
          onChange={(event) => change({ correlation: event.currentTarget.value })}
        />
      </Fields>
      <Checkbox
        label={texts.isUtf8}
        description={texts.isUtf8Hint}
        checked={draft.isUtf8}
        onChange={(isUtf8) => change({ isUtf8 })}
      />
      <PairsField
        label={texts.userProperties}
        texts={texts}
        pairs={draft.userProperties}
        onChange={(userProperties) => change({ userProperties })}
        error={faults.userProperties === undefined ? undefined : texts.duplicateName(faults.userProperties)}
      />
    </Stack>
  )
}
