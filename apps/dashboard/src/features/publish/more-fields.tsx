import { IconPlus, IconX } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  Checkbox,
  FieldFrame,
  Fields,
  Group,
  IconButton,
  NumberField,
  Stack,
  TextField,
} from '../../ui/index.ts'
import type { UserProperty } from './draft.ts'
import { messages } from './messages.ts'
import styles from './publish.module.css'
import type { Publishing } from './use-publishing.ts'

/** The properties of MQTT 5 that the API takes, and in whose name. */
export function MoreFields({ draft, change, faults, isWide }: Publishing & { readonly isWide: boolean }) {
  const texts = useMessages(messages)
  return (
    <Stack gap={4}>
      <Fields columns={isWide ? 2 : 1}>
        <TextField
          mono
          label={texts.clientid}
          help={texts.clientidHint}
          placeholder="http_api"
          autoComplete="off"
          value={draft.clientid}
          onChange={(event) => change({ clientid: event.currentTarget.value })}
        />
        <NumberField
          label={texts.expiry}
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
          label={texts.correlation}
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
      <UserProperties
        properties={draft.userProperties}
        onChange={(userProperties) => change({ userProperties })}
        error={faults.userProperties === undefined ? undefined : texts.twice(faults.userProperties)}
      />
    </Stack>
  )
}

interface UserPropertiesProps {
  readonly properties: readonly UserProperty[]
  readonly onChange: (properties: readonly UserProperty[]) => void
  readonly error: string | undefined
}

function UserProperties({ properties, onChange, error }: UserPropertiesProps) {
  const texts = useMessages(messages)
  const set = (index: number, part: Partial<UserProperty>) =>
    onChange(properties.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <FieldFrame group label={texts.userProperties} error={error}>
      {() => (
        <Stack gap={2}>
          {properties.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
            <div key={index} className={styles.property}>
              <TextField
                mono
                aria-label={texts.propertyName(index + 1)}
                placeholder={texts.name}
                autoComplete="off"
                value={name}
                onChange={(event) => set(index, { name: event.currentTarget.value })}
              />
              <TextField
                mono
                aria-label={texts.propertyValue(index + 1)}
                placeholder={texts.value}
                autoComplete="off"
                value={value}
                onChange={(event) => set(index, { value: event.currentTarget.value })}
              />
              <IconButton
                label={texts.removeProperty(index + 1)}
                icon={<IconX size={16} aria-hidden />}
                onClick={() => onChange(properties.filter((_, at) => at !== index))}
              />
            </div>
          ))}
          <Group>
            <Button
              variant="subtle"
              size="small"
              icon={<IconPlus size={16} aria-hidden />}
              onClick={() => onChange([...properties, { name: '', value: '' }])}
            >
              {texts.addProperty}
            </Button>
          </Group>
        </Stack>
      )}
    </FieldFrame>
  )
}
