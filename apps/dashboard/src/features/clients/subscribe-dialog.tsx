import { IconPlus, IconX } from '@tabler/icons-react'
import { Controller, useFieldArray, useForm } from 'react-hook-form'
import { useChange, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import {
  Button,
  Checkbox,
  ErrorState,
  Group,
  IconButton,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  TextField,
  toast,
} from '../../ui/index.ts'
import { detailMessages } from './detail-messages.ts'
import { subscribe } from './queries.ts'
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

interface SubscribeFormValues {
  readonly topics: { readonly topic: string }[]
  readonly qos: '0' | '1' | '2'
  readonly nl: boolean
  readonly rap: boolean
  readonly rh: '0' | '1' | '2'
}

const levels = ['0', '1', '2'] as const
const numberOf = { '0': 0, '1': 1, '2': 2 } as const

function SubscribeForm({ clientid, onDone }: { readonly clientid: string; readonly onDone: () => void }) {
  const texts = useMessages(detailMessages)
  const topicTexts = useMessages(topicFilterMessages)
  const errorText = useErrorText()
  const change = useChange(subscribe)
  const { register, control, handleSubmit, formState, getValues } = useForm<SubscribeFormValues>({
    defaultValues: { topics: [{ topic: '' }], qos: '0', nl: false, rap: false, rh: '0' },
  })
  const topics = useFieldArray({ control, name: 'topics' })
  const isOnly = topics.fields.length === 1

  const check = (topic: string) => {
    const fault = filterFault(topic.trim(), getValues('nl'))
    return fault === undefined || topicTexts[fault]
  }
  const submit = handleSubmit(async ({ topics: entered, qos, nl, rap, rh }) => {
    const bit = (flag: boolean) => (flag ? 1 : 0)
    const options = { qos: numberOf[qos], nl: bit(nl), rap: bit(rap), rh: numberOf[rh] } as const
    try {
      await change.run({ clientid, subscriptions: entered.map(({ topic }) => ({ topic: topic.trim(), ...options })) })
    } catch {
      // Shown below, from change.error.
      return
    }
    toast.success(texts.subscribed(entered.length))
    onDone()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <Stack gap={2}>
          {topics.fields.map(({ id }, index) => (
            <div key={id} className={styles.topic}>
              <div className={styles.topicField}>
                <TextField
                  mono
                  label={isOnly ? texts.topicFilter : texts.topicNumber(index + 1)}
                  placeholder="t/#"
                  autoComplete="off"
                  error={formState.errors.topics?.[index]?.topic?.message}
                  data-autofocus={index === 0}
                  {...register(`topics.${index}.topic`, { validate: check })}
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
        <Controller
          control={control}
          name="qos"
          render={({ field }) => (
            <div className={styles.labelled}>
              <span aria-hidden>{texts.qos}</span>
              <SegmentedControl
                label={texts.qos}
                value={field.value}
                onChange={field.onChange}
                options={levels.map((level) => ({ value: level, label: level }))}
              />
            </div>
          )}
        />
        <Controller
          control={control}
          name="nl"
          render={({ field }) => (
            <Checkbox
              label={texts.noLocal}
              description={texts.noLocalHint}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="rap"
          render={({ field }) => (
            <Checkbox
              label={texts.retainAsPublished}
              description={texts.retainAsPublishedHint}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="rh"
          render={({ field }) => (
            <Select
              label={texts.retainHandling}
              value={field.value}
              onChange={field.onChange}
              options={levels.map((level) => ({ value: level, label: texts.retainHandlings[level] }))}
            />
          )}
        />
        {change.error && <ErrorState title={errorText(change.error)} />}
        <Group justify="end">
          <Button onClick={onDone}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={formState.isSubmitting}>
            {texts.subscribe}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
