import { NewSubscription } from '@mqdeck/contract'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { FormBody, useChange, useContractForm } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { filterFault } from '../../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../../lib/topics/topic-filter-messages.ts'
import {
  Button,
  Checkbox,
  Group,
  IconButton,
  Modal,
  SegmentedField,
  Select,
  Stack,
  TextField,
  toast,
} from '../../../ui/index.ts'
import { subscribe } from '../queries.ts'
import { detailMessages } from './detail-messages.ts'
import styles from './subscribe-dialog.module.css'

interface SubscribeDialogProps {
  readonly clientid: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Subscribes to one or several topic filters with the same options. */
export function SubscribeDialog({ clientid, opened, onClose }: SubscribeDialogProps) {
  const texts = useMessages(detailMessages)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.subscribeTitle} size={520}>
      <SubscribeForm clientid={clientid} onDone={onClose} />
    </Modal>
  )
}

const levels = ['0', '1', '2'] as const
type Level = (typeof levels)[number]
const numberOf = { '0': 0, '1': 1, '2': 2 } as const

type SubscribeValues = {
  readonly topics: readonly { readonly topic: string }[]
  readonly qos: Level
  readonly nl: boolean
  readonly rap: boolean
  readonly rh: Level
}

const blank: SubscribeValues = { topics: [{ topic: '' }], qos: '0', nl: false, rap: false, rh: '0' }

function SubscribeForm({ clientid, onDone }: { readonly clientid: string; readonly onDone: () => void }) {
  const texts = useMessages(detailMessages)
  const topicTexts = useMessages(topicFilterMessages)
  const change = useChange(subscribe)
  const form = useContractForm(z.array(NewSubscription), {
    initial: blank,
    toBody,
    check: ({ topics, nl }) => Object.fromEntries(topics.map(({ topic }, at) => [inputOf(at), faultOf(topic, nl)])),
    async submit(subscriptions) {
      await change.run({ clientid, subscriptions })
      toast.success(texts.subscribed(subscriptions.length))
      onDone()
    },
  })
  const faultOf = (topic: string, nl: boolean) => {
    const fault = filterFault(topic.trim(), nl)
    return fault && topicTexts[fault]
  }
  const topics = useFieldArray({ control: form.form.control, name: 'topics' })
  const isOnly = topics.fields.length === 1
  return (
    <FormBody form={form} action={texts.subscribe} onCancel={onDone}>
      <Stack gap={2}>
        {topics.fields.map(({ id }, index) => (
          <div key={id} className={styles.topic}>
            <div className={styles.topicField}>
              <TextField
                mono
                label={isOnly ? texts.topicFilter : texts.topicNumber(index + 1)}
                placeholder="t/#"
                autoComplete="off"
                data-autofocus={index === 0}
                {...form.input(inputOf(index))}
              />
            </div>
            {!isOnly && (
              <div className={styles.remove}>
                <IconButton
                  label={texts.removeTopic(index + 1)}
                  icon={<IconX size={16} aria-hidden />}
                  onClick={() => topics.remove(index)}
                />
              </div>
            )}
          </div>
        ))}
        <Group>
          <Button
            variant="subtle"
            size="small"
            icon={<IconPlus size={16} aria-hidden />}
            onClick={() => topics.append({ topic: '' })}
          >
            {texts.addTopic}
          </Button>
        </Group>
      </Stack>
      <SegmentedField
        label={texts.qos}
        options={levels.map((level) => ({ value: level, label: level }))}
        {...form.field('qos')}
      />
      <Checkbox
        label={texts.noLocal}
        description={texts.noLocalHint}
        checked={form.values.nl}
        onChange={form.field('nl').onChange}
      />
      <Checkbox
        label={texts.retainAsPublished}
        description={texts.retainAsPublishedHint}
        checked={form.values.rap}
        onChange={form.field('rap').onChange}
      />
      <Select
        label={texts.retainHandling}
        options={levels.map((level) => ({ value: level, label: texts.retainHandlings[level] }))}
        value={form.values.rh}
        onChange={(rh) => rh && form.field('rh').onChange(rh)}
      />
    </FormBody>
  )
}

const inputOf = (index: number) => `topics.${index}.topic` as const

function toBody({ topics, qos, nl, rap, rh }: SubscribeValues): readonly NewSubscription[] {
  const options = { qos: numberOf[qos], nl: nl ? 1 : 0, rap: rap ? 1 : 0, rh: numberOf[rh] } as const
  return topics.map(({ topic }) => ({ topic: topic.trim(), ...options }))
}
